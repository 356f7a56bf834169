import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { beforeEach, describe, expect, it } from "vitest";
import { readLog, salvageLog, writeLog } from "../../../../../src/store/embedded/storage/leveldb/log-file.ts";
import type { LogEnd } from "../../../../../src/store/embedded/storage/leveldb/log-file.ts";
import { temporaryDirectory } from "../../temporary-store.ts";

const ends: readonly LogEnd[] = ["whole", "perhaps unfinished"];

/** The log that LevelDB writes for values of these lengths, a record for each. */
async function createLog(lengths: readonly number[]): Promise<Buffer> {
  const directory = await temporaryDirectory();
  const level = new ClassicLevel<Buffer, Buffer>(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  await level.open();
  for (const [index, length] of lengths.entries()) await level.put(Buffer.of(index), Buffer.alloc(length, index + 1));
  const log = (await readdir(directory)).find((name) => name.endsWith(".log")) ?? "";
  const bytes = await readFile(join(directory, log));
  await level.close();
  return bytes;
}

/** The lengths of the records, or the message without the advice. */
function read(bytes: Buffer, end: LogEnd): readonly number[] | string {
  try {
    return readLog({ path: "000004.log", bytes }, end).map((record) => record.length);
  } catch (error) {
    return String((error as Error).message).replace(/; nothing was changed$/, "");
  }
}

describe("a log", () => {
  it("has records that fill blocks, and go on in the next ones", async () => {
    // Sequence number, count, kind and two lengths stand before the value.
    const lengths = [0, 1, 32_700, 10, 100_000, 32_740, 5];
    const bytes = await createLog(lengths);
    for (const end of ends) {
      const found = read(bytes, end);
      expect(found).toEqual(
        lengths.map((length) => 12 + 1 + 2 + (length < 128 ? 1 : length < 16_384 ? 2 : 3) + length),
      );
    }
  });

  it("may have a block with no room for a header at its end", async () => {
    for (const short of [0, 1, 5, 6, 7, 8]) {
      const bytes = await createLog([32_768 - 7 - 18 - short, 3]);
      expect(read(bytes, "whole")).toHaveLength(2);
    }
  });
});

describe("a log with a flipped bit", () => {
  let bytes: Buffer;
  let whole: readonly number[];
  beforeEach(async () => {
    bytes = await createLog([40, 0, 90, 33]);
    whole = readLog({ path: "", bytes }, "whole").map((record) => record.length);
  });

  it("is refused with the place of the record, wherever the bit is, in the last record too", () => {
    const places = whole.map((_, index) => whole.slice(0, index).reduce((sum, length) => sum + 7 + length, 0));
    for (const end of ends) {
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const place = places.findLast((offset) => offset <= bit >> 3);
        expect(read(flipped, end)).toBe(
          `the data is damaged: 000004.log at byte ${place}: a record does not match its checksum`,
        );
      }
    }
  });

  it("is refused when zeros or other bytes are in place of its end", () => {
    for (let from = 0; from < bytes.length; from += 1) {
      for (const fill of [0, 255]) {
        for (const end of ends) expect(read(Buffer.from(bytes).fill(fill, from), end)).toMatch(/^the data is damaged/);
      }
    }
  });
});

describe("a log that was cut off", () => {
  it("has the records that are whole when its process was killed, and is refused otherwise", async () => {
    const bytes = await createLog([40, 0, 90, 33]);
    const whole = readLog({ path: "", bytes }, "whole").map((record) => record.length);
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      let size = 0;
      const kept = whole.filter((record) => (size += 7 + record) <= length);
      expect(read(cut, "perhaps unfinished")).toEqual(kept);
      const between = kept.reduce((sum, record) => sum + 7 + record, 0) === length;
      expect(typeof read(cut, "whole")).toBe(between ? "object" : "string");
    }
  });

  it("between two parts of a record does not have that record", async () => {
    const cut = (await createLog([10, 40_000])).subarray(0, 32_768);
    expect(read(cut, "perhaps unfinished")).toHaveLength(1);
    expect(read(cut, "whole")).toBe("the data is damaged: 000004.log at byte 32768: the last record is cut off");
  });
});

describe("a log that was cut off in a record of several parts", () => {
  it("does not have that record, whichever part the cut is in", async () => {
    const bytes = await createLog([10, 80_000]);
    for (const length of [
      60,
      30_000,
      32_768 + 3,
      32_768 + 7,
      50_000,
      2 * 32_768 + 3,
      2 * 32_768 + 7,
      bytes.length - 1,
    ]) {
      const cut = bytes.subarray(0, length);
      expect([length, read(cut, "perhaps unfinished")]).toEqual([length, [26]]);
      expect(read(cut, "whole")).toMatch(/^the data is damaged: 000004\.log at byte \d+: /);
    }
  });
});

describe("a log that is written", () => {
  it("is the one that LevelDB writes", async () => {
    for (const lengths of [[], [0, 1, 32_700, 10, 100_000, 32_740, 5], [32_768 - 7 - 18 - 3, 3]]) {
      const bytes = await createLog(lengths);
      expect(writeLog(readLog({ path: "", bytes }, "whole")).equals(bytes)).toBe(true);
    }
  });
});

describe("of a damaged log", () => {
  it("all records are kept but those with a damaged part", async () => {
    const bytes = await createLog([40, 0, 50_000, 33, 20]);
    const records = readLog({ path: "", bytes }, "whole");
    for (let at = 0; at < bytes.length; at += at < 100 || at > bytes.length - 100 ? 1 : 4999) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const kept = salvageLog({ path: "", bytes: flipped });
      expect(kept.length).toBe(records.length - 1);
      expect(kept.every((record) => records.some((other) => other.equals(record)))).toBe(true);
    }
  });
});
