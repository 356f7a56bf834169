/** The checksum by two loops, for few bytes and for many. */
import { describe, expect, it } from "vitest";
import { crc32c, findChecksum, maskedCrc32c } from "../../../../../src/store/embedded/storage/leveldb/crc32c.ts";

/** Bit by bit, as it is defined. */
function defined(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

const long = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) >> 3);

describe("CRC-32C", () => {
  it("of few bytes, before and after the fast loop was assembled", () => {
    for (let round = 0; round < 2; round += 1) {
      expect(crc32c(Buffer.from("123456789"), 0, 9)).toBe(0xe3069283);
      expect(crc32c(Buffer.of(), 0, 0)).toBe(0);
      for (const length of [1, 15, 16, 17, 100])
        expect(crc32c(long, 3, 3 + length)).toBe(defined(long.subarray(3, 3 + length)));
      expect(crc32c(long, 0, long.length)).toBe(defined(long));
    }
  });

  it("is found behind the bytes that it is of", () => {
    const bytes = Buffer.concat([Buffer.from("some bytes"), Buffer.of(1), Buffer.alloc(4)]);
    bytes.writeUInt32LE(maskedCrc32c(bytes, 0, 11), 11);
    expect(findChecksum(bytes, 0)).toBe(11);
  });
});
