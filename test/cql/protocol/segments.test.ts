/** Segments of v5, beside those that Cassandra 5.0.9 writes. */
import { describe, expect, it, test } from "vitest";
import { ByteQueue } from "../../../src/cql/protocol/byte-queue.ts";
import { crc24, crc32, SegmentReader, writeSegment } from "../../../src/cql/protocol/segments.ts";
import { FrameError } from "../../../src/cql/protocol/envelope.ts";
import { payloadOf, recorded } from "./recorded.ts";

function readerOf(bytes: Buffer, lz4: boolean): SegmentReader {
  const queue = new ByteQueue();
  queue.add(bytes);
  return new SegmentReader(queue, lz4 ? "lz4" : undefined);
}

test("the checksums of headers and payloads", () => {
  expect(crc24(Buffer.from("0a0002", "hex"), 3)).toBe(0x79688c);
  expect(crc24(Buffer.from("0a00000004", "hex"), 5)).toBe(0x58db8e);
  expect(crc32(Buffer.alloc(0))).toBe(0x44777ed3);
  expect(crc32(Buffer.from("0123456789"))).toBe(0x3c122228);
});

describe("the segments of the database", () => {
  it.each(recorded.segments)("$payload, lz4 $lz4, whole $isWhole", ({ payload, lz4, isWhole, bytes }) => {
    const segment = Buffer.from(bytes, "hex");
    expect(readerOf(segment, lz4).next()).toEqual(payloadOf(payload));
    const isCompressed = lz4 && payload === "x*5000";
    const body = payloadOf(payload);
    const written = writeSegment(
      [body.subarray(0, 3), body.subarray(3)],
      body.length,
      isWhole,
      lz4 ? "lz4" : undefined,
    );
    if (isCompressed) expect(readerOf(written, true).next()).toEqual(body);
    else expect(written.toString("hex")).toBe(bytes);
  });

  it.each(recorded.segments)("wait for the last byte: $payload, lz4 $lz4", ({ lz4, bytes }) => {
    const segment = Buffer.from(bytes, "hex");
    const queue = new ByteQueue();
    const reader = new SegmentReader(queue, lz4 ? "lz4" : undefined);
    for (const byte of segment.subarray(0, -1)) {
      queue.add(Buffer.of(byte));
      expect(reader.next()).toBeUndefined();
    }
    queue.add(segment.subarray(-1));
    expect(reader.next()).toBeDefined();
    expect(queue.length).toBe(0);
  });
});

describe("a segment that is damaged", () => {
  const ofTen = recorded.segments.filter(({ payload }) => payload === "0123456789");

  it.each(ofTen)("in any bit is refused: lz4 $lz4, whole $isWhole", ({ lz4, bytes }) => {
    const segment = Buffer.from(bytes, "hex");
    for (let bit = 0; bit < segment.length * 8; bit++) {
      const damaged = Buffer.from(segment);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => readerOf(damaged, lz4).next(), `bit ${bit}`).toThrow(
        /^unrecoverable CRC mismatch detected in frame/,
      );
    }
  });

  it("says what was read and what was computed", () => {
    const segment = Buffer.from(ofTen[0]?.bytes ?? "", "hex");
    segment.writeUInt8(0, 6);
    const sums = `Read ${0x3c122228}, Computed ${crc32(segment.subarray(6, -4))}`;
    const error = new FrameError("protocol", `unrecoverable CRC mismatch detected in frame body. ${sums}`, 5, 0);
    expect(() => readerOf(segment, false).next()).toThrow(error);
  });

  it("is refused when its block is not LZ4", () => {
    const block = Buffer.alloc(10, 0xff);
    // As if it had been compressed: with the length before compression.
    const header = Buffer.alloc(8);
    header.writeUIntLE(10 + 20 * 2 ** 17 + 2 ** 34, 0, 5);
    header.writeUIntLE(crc24(header, 5), 5, 3);
    const trailer = Buffer.alloc(4);
    trailer.writeUInt32LE(crc32(block));
    const segment = Buffer.concat([header, block, trailer]);
    expect(() => readerOf(segment, true).next()).toThrow("Compressed lengths mismatch");
  });
});
