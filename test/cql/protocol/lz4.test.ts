import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compress, decompress } from "../../../src/cql/protocol/lz4.ts";
import { recorded, payloadOf } from "./recorded.ts";

const seed = process.env["COLONNADE_LONG"] ? {} : { seed: 32 };

/** Bytes that repeat, near and far, among ones that do not. */
const repeating = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc.record({ byte: fc.nat(255), count: fc.nat(1000) }).map(({ byte, count }) => new Uint8Array(count).fill(byte)),
      fc.constantFrom("INSERT INTO shop.items (id, name) VALUES (", "abcabcabc", "0").map((text) => Buffer.from(text)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.concat(parts));

test("what is compressed is shorter, and comes back", () => {
  fc.assert(
    fc.property(repeating, (bytes) => {
      const block = compress(bytes);
      if (!block) return;
      expect(block.length).toBeLessThan(bytes.length);
      expect(decompress(block, bytes.length)?.equals(bytes)).toBe(true);
    }),
    { ...seed, numRuns: 300 },
  );
});

/** The sequences of a block: the number of literals, and the length of the match, which the last one does not have. */
function sequencesOf(block: Buffer): { literals: number; match: number | undefined }[] {
  const sequences: { literals: number; match: number | undefined }[] = [];
  let at = 0;
  const lengthOf = (bits: number): number => {
    let length = bits;
    if (bits === 15) for (let byte = 255; byte === 255; length += byte) byte = block.readUInt8(at++);
    return length;
  };
  while (at < block.length) {
    const token = block.readUInt8(at++);
    const literals = lengthOf(token >> 4);
    at += literals;
    if (at === block.length) sequences.push({ literals, match: undefined });
    else {
      at += 2;
      sequences.push({ literals, match: lengthOf(token & 15) + 4 });
    }
  }
  return sequences;
}

test("a block ends as other decoders need it: five literals, and no match that begins in the last twelve bytes", () => {
  let matches = 0;
  fc.assert(
    fc.property(repeating, fc.nat(20), (bytes, extra) => {
      // The match that could go on to the end is the one at stake.
      const block = compress(Buffer.concat([bytes, Buffer.alloc(extra, "abc"), bytes.subarray(0, 40)]));
      if (!block) return;
      const [last, before] = sequencesOf(block).reverse();
      if (!before) return;
      matches++;
      expect(last?.literals).toBeGreaterThanOrEqual(5);
      expect((last?.literals ?? 0) + (before.match ?? 0)).toBeGreaterThanOrEqual(12);
    }),
    { ...seed, numRuns: 300 },
  );
  expect(matches).toBeGreaterThan(100);
  // The shortest match that may end a block, and one byte less.
  const ending = (length: number): Buffer =>
    Buffer.concat([
      Buffer.alloc(60, "x"),
      Buffer.from("0123456789abcdefghij"),
      Buffer.from("01234567ABCDEFGH").subarray(0, length),
    ]);
  for (const length of [11, 12, 13, 14, 16]) {
    const [last, before] = sequencesOf(compress(ending(length)) ?? Buffer.alloc(0)).reverse();
    expect((last?.literals ?? 0) + (before?.match ?? 0), `${length}`).toBeGreaterThanOrEqual(12);
  }
});

describe("compression", () => {
  it.each([
    ["a long run", Buffer.alloc(100_000, "x")],
    ["rows", Buffer.from(Array.from({ length: 2000 }, (_, row) => `{"id":${row},"name":"item ${row}"}`).join())],
    ["a repetition at the farthest distance", repetition(0xffff)],
  ])("shortens %s", (_, bytes) => {
    const block = compress(bytes);
    expect(block?.length).toBeLessThan(bytes.length * 0.6);
    expect(decompress(block ?? Buffer.alloc(0), bytes.length)?.equals(bytes)).toBe(true);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["few bytes", Buffer.alloc(12)],
    ["random bytes", payloadOf("random*300")],
    ["a repetition that is too far", repetition(0x10000, 1000)],
  ])("leaves %s", (_, bytes) => {
    expect(compress(bytes)).toBeUndefined();
  });

  /** Bytes that do not repeat, and their begin again at a distance. */
  function repetition(distance: number, length = distance): Buffer {
    const bytes = Buffer.alloc(distance + length);
    let state = 1;
    for (let at = 0; at < distance; at++) bytes[at] = (state = (state * 48271) % 2147483647) >>> 8;
    bytes.copy(bytes, distance, 0, length);
    return bytes;
  }
});

it("reads a block of the database", () => {
  const segment = recorded.segments.find(({ payload, lz4 }) => lz4 && payload === "x*5000");
  const block = Buffer.from(segment?.bytes ?? "", "hex").subarray(8, -4);
  expect(decompress(block, 5000)?.equals(payloadOf("x*5000"))).toBe(true);
});

describe("a block is refused", () => {
  // Four literals, then ten bytes from two bytes before, then five literals.
  const block = Buffer.from([0x46, 1, 2, 3, 4, 2, 0, 0x50, 5, 6, 7, 8, 9]);
  const whole = Buffer.from([1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 5, 6, 7, 8, 9]);

  it("except a sound one", () => {
    expect(decompress(block, whole.length)).toEqual(whole);
  });

  it.each([
    ["of another length", block, whole.length + 1],
    ["longer than announced", block, whole.length - 1],
    ["whose match is longer than announced", block, 13],
    ["whose literals are longer than announced", block, 3],
    ["without bytes", Buffer.alloc(0), 0],
    ["with an offset of zero", Buffer.from([0x10, 1, 0, 0, 0]), 5],
    ["with an offset before the begin", Buffer.from([0x10, 1, 2, 0, 0]), 5],
    ["with a length without an end", Buffer.alloc(20, 0xff), 4000],
    ["with a match at the end", Buffer.from([0x10, 1, 1, 0]), 5],
    ["with too few literals", Buffer.from([0x50, 1, 2]), 5],
    ["with half an offset", Buffer.from([0x10, 1, 1]), 5],
    ["with a match's length without an end", Buffer.from([0x1f, 1, 1, 0, 0xff]), 275],
    ["that cannot become so long", Buffer.from([0x10, 1]), 2 ** 52],
  ])("%s", (_, broken, length) => {
    expect(decompress(broken, length)).toBeUndefined();
  });

  it("cut anywhere", () => {
    for (let length = 0; length < block.length; length++)
      expect(decompress(block.subarray(0, length), whole.length)).toBeUndefined();
  });
});
