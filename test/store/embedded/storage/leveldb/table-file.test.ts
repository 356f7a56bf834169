import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { describe, expect, it } from "vitest";
import { maskedCrc32c, crc32c } from "../../../../../src/store/embedded/storage/leveldb/crc32c.ts";
import { decompressSnappy, checkTable } from "../../../../../src/store/embedded/storage/leveldb/table-file.ts";
import { temporaryDirectory } from "../../temporary-store.ts";

interface TableShape {
  readonly rows: number;
  readonly valueLength: number;
  readonly compression: boolean;
}

/** A table that LevelDB writes, with keys that have much in common. */
async function createTable({ rows, valueLength, compression }: TableShape): Promise<Buffer> {
  const directory = await temporaryDirectory();
  const level = new ClassicLevel<string, Buffer>(directory, { valueEncoding: "buffer", compression });
  await level.open();
  const keys = Array.from({ length: rows }, (_, index) => `the key of the row with the number ${1_000_000 + index}`);
  await level.batch(keys.map((key) => ({ type: "put", key, value: randomBytes(valueLength) })));
  await level.compactRange("a", "z");
  const table = (await readdir(directory)).find((name) => name.endsWith(".ldb")) ?? "";
  const bytes = await readFile(join(directory, table));
  await level.close();
  return bytes;
}

const check = (bytes: Buffer): void => checkTable({ path: "000005.ldb", bytes });

describe("a table", () => {
  it.each([
    { rows: 1, valueLength: 10, compression: true },
    { rows: 2000, valueLength: 10, compression: true },
    { rows: 2000, valueLength: 300, compression: true },
    { rows: 2000, valueLength: 300, compression: false },
    { rows: 2, valueLength: 70_000, compression: true },
  ])("is whole as LevelDB writes it: %j", async (shape) => {
    const bytes = await createTable(shape);
    expect(() => check(bytes)).not.toThrow();
    expect(() => check(bytes.subarray(0, -1))).toThrow("000005.ldb at byte");
    expect(() => check(bytes.subarray(1))).toThrow("000005.ldb at byte");
    expect(() => check(Buffer.alloc(0))).toThrow("000005.ldb at byte 0: it does not end as a table does");
  });

  it("is refused with a flipped bit in any block", async () => {
    const bytes = await createTable({ rows: 40, valueLength: 20, compression: true });
    const footer = bytes.length - 48;
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      // The footer is padded with zeros that nobody reads.
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const refused =
        bit >> 3 < footer
          ? /at byte \d+: a block of \d+ bytes does not match its checksum;/
          : /at byte \d+: it does not end as a table does;/;
      if (bit >> 3 < footer || bit >> 3 >= bytes.length - 8) expect(() => check(flipped)).toThrow(refused);
    }
  });

  it("is refused when a block reaches into what follows it, or beyond the end", async () => {
    const bytes = await createTable({ rows: 1, valueLength: 10, compression: true });
    const footer = bytes.length - 48;
    const toEnd = bytes.length - 4;
    for (const handle of [
      [0, (toEnd & 127) | 128, toEnd >> 7],
      [0, 255, 255, 255, 255, 255, 255, 15],
    ]) {
      const broken = Buffer.from(bytes);
      broken.set(handle, footer);
      expect(() => check(broken)).toThrow("000005.ldb at byte 0: a block reaches beyond the end");
    }
  });

  it("is refused when its footer is not two handles", async () => {
    const bytes = await createTable({ rows: 1, valueLength: 10, compression: true });
    const footer = bytes.length - 48;
    const refused = `000005.ldb at byte ${footer}: its index cannot be read (not a number of LevelDB's)`;
    expect(() => check(bytes.fill(255, footer, footer + 8).fill(127, footer + 8, footer + 9))).toThrow(refused);
  });
});

describe("a block that Snappy compressed", () => {
  it("is literal bytes, and copies of what came before", () => {
    const long = "0123456789".repeat(30);
    const parts: readonly [string, readonly number[]][] = [
      ["abc", [3, 2 << 2, 97, 98, 99]],
      ["", [0]],
      ["abababab", [8, 1 << 2, 97, 98, (2 << 2) | 1, 2]],
      ["abcdabcd", [8, 3 << 2, 97, 98, 99, 100, (3 << 2) | 2, 4, 0]],
      ["abcdabcd", [8, 3 << 2, 97, 98, 99, 100, (3 << 2) | 3, 4, 0, 0, 0]],
      [long.slice(0, 100), [100, 60 << 2, 99, ...Buffer.from(long.slice(0, 100))]],
      [long, [172, 2, 61 << 2, 43, 1, ...Buffer.from(long)]],
    ];
    for (const [text, bytes] of parts) expect(decompressSnappy(Buffer.from(bytes)).toString()).toBe(text);
  });

  it.each([
    [[]],
    [[3, 2 << 2, 97]],
    [[3, 1 << 2, 97, 98]],
    [[5, 0, 97, 1, 0]],
    [[5, 0, 97, 1, 2]],
    [[2, 0, 97, 1, 1]],
    [[6, 0, 97, 1, 1]],
    [[255]],
  ])("is refused as %j", (bytes) => {
    expect(() => decompressSnappy(Buffer.from(bytes))).toThrow(RangeError);
  });
});

describe("CRC-32C", () => {
  it("is the one of RFC 3720, and masked as LevelDB does", () => {
    const of = (bytes: Buffer): string => crc32c(bytes, 0, bytes.length).toString(16);
    expect(of(Buffer.from("123456789"))).toBe("e3069283");
    expect(of(Buffer.alloc(32))).toBe("8a9136aa");
    expect(of(Buffer.alloc(32, 255))).toBe("62a8ab43");
    expect(of(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))).toBe("46dd794e");
    expect(maskedCrc32c(Buffer.from("foo"), 0, 3)).not.toBe(crc32c(Buffer.from("foo"), 0, 3));
  });
});
