/** Bytes of a client that means harm: an error of the protocol or a message, soon, and without much memory. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CqlError } from "../../../src/cql/cql-error.ts";
import { crc24, crc32 } from "../../../src/cql/protocol/segments.ts";
import { FrameError, opcodes } from "../../../src/cql/protocol/envelope.ts";
import type { Compression, Envelope } from "../../../src/cql/protocol/envelope.ts";
import { FrameReader } from "../../../src/cql/protocol/frame-reader.ts";
import { compress, decompress } from "../../../src/cql/protocol/lz4.ts";
import { readRequest } from "../../../src/cql/protocol/read-request.ts";
import { byVersion, recorded } from "./recorded.ts";
import { requestBytes, TestWriter } from "./test-writer.ts";

const isLong = process.env["COLONNADE_LONG"] !== undefined;
const runs = { ...(isLong ? {} : { seed: 32 }), numRuns: isLong ? 20_000 : 1_500 };
const limits = { beforeLogin: 100_000, afterLogin: 100_000 };

/** Milliseconds of the processor: other processes do not count. */
const most = 20;

function soon<T>(run: () => T): T {
  const begin = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(begin);
  // The first runs are not compiled yet, and a collection of garbage may fall into any.
  if ((user + system) / 1000 > most) slow++;
  return result;
}
let slow = 0;

const opcodeOf: Readonly<Record<string, number>> = { ...opcodes, "auth-response": opcodes.authResponse };

/** `[version, opcode, body]` of every recorded request. */
const sound = Object.entries(recorded.requests).flatMap(([name, bytes]) =>
  byVersion(bytes).map(([version, hex]) => {
    const opcode = opcodeOf[name.replace(" with everything", "")] ?? -1;
    return { version, opcode, body: Buffer.from(hex, "hex") };
  }),
);

/** Changes of bytes: lengths that are large or negative first of all. */
const change = fc.record({
  at: fc.nat(400),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc
      .constantFrom("ffffffff", "7fffffff", "80000000", "fffe", "ffff", "00", "0000ffff")
      .map((hex) => Buffer.from(hex, "hex")),
  ),
  removed: fc.nat(8),
});

function changed(bytes: Buffer, changes: readonly { at: number; bytes: Uint8Array; removed: number }[]): Buffer {
  return changes.reduce((result, { at, bytes: added, removed }) => {
    const place = at % (result.length + 1);
    return Buffer.concat([result.subarray(0, place), added, result.subarray(place + removed)]);
  }, bytes);
}

const mutated = fc
  .tuple(fc.constantFrom(...sound), fc.array(change, { maxLength: 4 }), fc.nat(0xff))
  .map(([request, changes, flags]) => ({ ...request, flags, body: changed(request.body, changes) }));

/** Reads all that is there; returns what was read, or the refusal. */
function readAll(reader: FrameReader, chunks: readonly Buffer[]): (Envelope | CqlError)[] {
  const read: (Envelope | CqlError)[] = [];
  for (const chunk of chunks) {
    reader.add(chunk);
    for (;;) {
      try {
        const envelope = reader.next();
        if (!envelope) break;
        read.push(envelope);
        readRequest(envelope);
      } catch (error) {
        // Anything else is a fault of ours.
        if (!(error instanceof CqlError)) throw error;
        read.push(error);
        if (error instanceof FrameError && error.isFatal) return read;
      }
    }
  }
  return read;
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
}

/** Segments whose checksums are right, around any bytes. */
function segment(payload: Buffer, fields: number, compression: Compression | undefined): Buffer {
  const length = compression ? 5 : 3;
  const header = Buffer.alloc(length + 3);
  header.writeUIntLE(fields % 2 ** (length * 8), 0, length);
  header.writeUIntLE(crc24(header, length), length, 3);
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32LE(crc32(payload));
  return Buffer.concat([header, payload, trailer]);
}

describe("whatever the bytes are, there is an error of the protocol or a message", () => {
  it("for messages", () => {
    fc.assert(
      fc.property(mutated, ({ version, opcode, body, flags }) => {
        soon(() => {
          try {
            readRequest({ version, opcode, body, flags, stream: 0 });
          } catch (error) {
            expect(error).toBeInstanceOf(CqlError);
          }
        });
      }),
      runs,
    );
  });

  it("for envelopes, cut anywhere", () => {
    const started = fc.constantFrom(undefined, "plain" as const, "lz4" as const);
    fc.assert(
      fc.property(
        fc.array(mutated, { maxLength: 4 }),
        fc.array(fc.nat()),
        fc.array(change),
        started,
        (all, cuts, changes, form) => {
          const version = all[0]?.version ?? 4;
          const reader = new FrameReader(limits);
          if (form && version < 5) reader.startUp(version, form === "lz4" ? "lz4" : undefined);
          const bytes = Buffer.concat(
            all.map(({ opcode, body, flags }) => requestBytes(version, opcode, body, 1, flags)),
          );
          soon(() => readAll(reader, split(changed(bytes, changes), cuts)));
        },
      ),
      runs,
    );
  });

  it("for random bytes", () => {
    const byVersions = fc
      .tuple(fc.constantFrom(3, 4, 5), fc.uint8Array({ maxLength: 300 }))
      .map(([version, rest]) => Buffer.from([version, ...rest]));
    fc.assert(
      fc.property(byVersions, fc.array(fc.nat()), (bytes, cuts) => {
        soon(() => readAll(new FrameReader(limits), split(bytes, cuts)));
      }),
      runs,
    );
  });

  it("for segments, with checksums that are right", () => {
    const segments = fc.array(fc.tuple(mutated, fc.option(fc.nat()), fc.boolean()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        segments,
        fc.constantFrom(undefined, "lz4" as const),
        fc.array(fc.nat()),
        (all, compression, cuts) => {
          const parts = all.map(([{ opcode, body, flags }, announced, isCompressed]) => {
            const whole = requestBytes(5, opcode, body, 1, flags);
            const block = isCompressed && compression ? (compress(whole) ?? whole) : whole;
            const original = announced === null ? (block === whole ? 0 : whole.length) : announced & 0x1ffff;
            return segment(block, block.length + original * 2 ** 17 + 2 ** 34, compression);
          });
          const reader = new FrameReader(limits);
          reader.startUp(5, compression);
          soon(() => readAll(reader, split(Buffer.concat(parts), cuts)));
        },
      ),
      runs,
    );
  });

  it("for blocks of LZ4", () => {
    const blocks = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.tuple(fc.array(change, { maxLength: 3 }), fc.nat(5000)).map(([changes, length]) => {
        const text = Buffer.alloc(length + 100, "INSERT INTO shop.items (id) VALUES (0123);");
        return changed(compress(text) ?? text, changes);
      }),
    );
    fc.assert(
      fc.property(blocks, fc.nat(20_000), (block, length) => {
        const bytes = soon(() => decompress(block, length));
        expect(bytes === undefined || bytes.length === length).toBe(true);
      }),
      runs,
    );
  });

  it("soon", () => {
    // Of thousands: a fault would be slow each time.
    expect(slow).toBeLessThan(10);
  });
});

describe("what is announced costs nothing", () => {
  it.each<[string, number, TestWriter]>([
    ["values", opcodes.query, new TestWriter().longString("q").short(1).byte(1).short(0xffff)],
    ["named values", opcodes.query, new TestWriter().longString("q").short(1).byte(0x41).short(0xffff)],
    ["statements", opcodes.batch, new TestWriter().byte(0).short(0xffff)],
    ["options", opcodes.startup, new TestWriter().short(0xffff)],
    ["a text", opcodes.query, new TestWriter().int(0x7fffffff)],
  ])("%s", (_, opcode, writer) => {
    const body = writer.bytes();
    const before = process.memoryUsage();
    for (let run = 0; run < 2000; run++)
      expect(() => readRequest({ version: 4, opcode, body, flags: 0, stream: 0 })).toThrow(CqlError);
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(5_000_000);
  });

  it("a message of which one byte comes at a time", () => {
    const reader = new FrameReader({ beforeLogin: 2 ** 30, afterLogin: 2 ** 30 });
    const before = process.memoryUsage().arrayBuffers;
    reader.add(Buffer.from("0400000107", "hex"));
    reader.add(Buffer.from("3fffffff", "hex"));
    for (let count = 0; count < 10_000; count++) {
      reader.add(Buffer.alloc(1));
      expect(reader.next()).toBeUndefined();
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });
});

it("a message of the longest values is read in one go", () => {
  const values = new TestWriter()
    .longString("q")
    .short(1)
    .byte(1)
    .short(20_000)
    .raw(Buffer.alloc(20_000 * 4));
  const request = soon(() =>
    readRequest({ version: 4, opcode: opcodes.query, body: values.bytes(), flags: 0, stream: 0 }),
  );
  expect(request.kind === "query" && [...request.parameters.values].length).toBe(20_000);
});
