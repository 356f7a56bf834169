import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../../../../src/store/embedded/storage/key-value-store.ts";
import { MemoryBackend } from "../../../../src/store/embedded/storage/memory-storage.ts";

type Pairs = readonly (readonly [key: string, value: string])[];

/** What the database should hold: keys as hexadecimal text, which sorts as their bytes do. */
class Model {
  readonly entries = new Map<string, string>();

  read({ gte, gt, lt, reverse = false, limit }: Span): Pairs {
    const within = [...this.entries]
      .filter(([key]) => (!gte || key >= hex(gte)) && (!gt || key > hex(gt)) && (!lt || key < hex(lt)))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return (reverse ? within.reverse() : within).slice(0, limit);
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const key = fc.uint8Array({ minLength: 1, maxLength: 2, max: 40 }).map((bytes) => Buffer.from(bytes));
const change = fc.record({ key, value: fc.option(key) });
/** Runs are split and joined only where there are many keys. */
const changes = fc.array(fc.array(change, { maxLength: 200, size: "max" }), { maxLength: 6 });
const span: fc.Arbitrary<Span> = fc.record(
  { gte: key, gt: key, lt: key, reverse: fc.boolean(), limit: fc.integer({ min: 0, max: 50 }) },
  { requiredKeys: [] },
);

async function apply(database: MemoryBackend, list: readonly { key: Buffer; value: Buffer | null }[]): Promise<void> {
  const batch = database.batch();
  for (const { key, value } of list) {
    if (value) batch.put(key, value);
    else batch.del(key);
  }
  await batch.write({ sync: true });
}

async function read(database: MemoryBackend, span: Span): Promise<Pairs> {
  return (await database.iterator(span).all()).map(([key, value]) => [hex(key), hex(value)]);
}

describe("the database in memory", () => {
  it("has what a sorted map has after the same changes, and its snapshots what they had", async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.array(span, { minLength: 1, maxLength: 5 }), async (batches, spans) => {
        const database = new MemoryBackend();
        const model = new Model();
        const kept: { readonly span: Span; readonly expected: Pairs }[] = [];
        for (const [round, batch] of batches.entries()) {
          await apply(database, batch);
          for (const { key, value } of batch) {
            if (value) model.entries.set(hex(key), hex(value));
            else model.entries.delete(hex(key));
          }
          for (const one of spans) expect(await read(database, one)).toEqual(model.read(one));
          for (const { key } of batch.slice(0, 5)) {
            expect(database.getSync(key)?.toString("hex")).toBe(model.entries.get(hex(key)));
          }
          const span = { ...spans[round % spans.length], snapshot: database.snapshot() };
          kept.push({ span, expected: model.read(span) });
        }
        for (const { span, expected } of kept) expect(await read(database, span)).toEqual(expected);
      }),
    );
  });

  it("reads exactly the keys between two bounds, in both directions, wherever runs meet", async () => {
    const bytesOf = (number: number): Buffer => Buffer.of(number >>> 8, number & 255);
    const keys = Array.from({ length: 700 }, (_, place) => place * 2);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(keys, { minLength: 500 }), fc.subarray(keys), async (added, removed) => {
        const database = new MemoryBackend();
        await apply(
          database,
          added.map((number) => ({ key: bytesOf(number), value: Buffer.of(1) })),
        );
        await apply(
          database,
          removed.map((number) => ({ key: bytesOf(number), value: null })),
        );
        const sorted = added.filter((number) => !removed.includes(number)).sort((one, other) => one - other);
        const within = (lower: "gte" | "gt", from: number, lt: number): number[] =>
          sorted.filter((number) => number < lt && (lower === "gte" ? number >= from : number > from));
        for (let from = 0; from < 1400; from++) {
          for (const lt of [from - 1, from, from + 1, from + 6, 1400]) {
            for (const lower of ["gte", "gt"] as const) {
              // To the end only from near it, for the time that this takes.
              if (lt === 1400 && from < 1200) continue;
              const span = { [lower]: bytesOf(from), lt: bytesOf(Math.max(lt, 0)) };
              const expected = within(lower, from, lt);
              expect((await database.keys(span).all()).map((key) => key.readUInt16BE())).toEqual(expected);
              const reverse = await database.keys({ ...span, reverse: true }).all();
              expect(reverse.map((key) => key.readUInt16BE())).toEqual(expected.reverse());
            }
          }
        }
      }),
      { numRuns: 2 },
    );
  });

  it("keeps the order of ten thousand keys, whatever the order of their coming", async () => {
    const database = new MemoryBackend();
    const count = 10_000;
    const keyOf = (number: number): Buffer => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE((number * 7919) % count);
      return bytes;
    };
    await apply(
      database,
      Array.from({ length: count }, (_, number) => ({ key: keyOf(number), value: Buffer.of(1) })),
    );
    const keys = await database.keys({}).all();
    expect(keys).toHaveLength(count);
    expect(keys.every((one, place) => one.readUInt32BE() === place)).toBe(true);
  });

  it("gives a cursor what was there when it was made, in pieces of any size", async () => {
    const database = new MemoryBackend();
    await apply(
      database,
      [1, 2, 3].map((byte) => ({ key: Buffer.of(byte), value: Buffer.of(byte) })),
    );
    const cursor = database.keys({});
    const later = database.keys({});
    expect(await cursor.nextv(2)).toEqual([Buffer.of(1), Buffer.of(2)]);
    await apply(database, [{ key: Buffer.of(3), value: null }]);
    expect(await cursor.nextv(2)).toEqual([Buffer.of(3)]);
    expect(await cursor.nextv(2)).toEqual([]);
    expect(await later.all()).toEqual([Buffer.of(1), Buffer.of(2), Buffer.of(3)]);
    expect(await database.keys({}).all()).toHaveLength(2);
  });
});
