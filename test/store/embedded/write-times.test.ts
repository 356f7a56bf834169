/** Writes that name their time, and deletions that leave theirs; results are those of a real Cassandra 5.0. */
import { ClassicLevel } from "classic-level";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { MemoryBackend } from "../../../src/store/embedded/storage/memory-storage.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type {
  Change,
  Delete,
  EmbeddedStore,
  Filter,
  Insert,
  TupleFilter,
  Update,
  Value,
  Write,
} from "../../../src/store/index.ts";
import { long } from "../../support/long.ts";
import { hits, openStore, plain, refusalOf, scan, table, temporaryDirectory, values } from "./temporary-store.ts";
import type { Columns } from "./temporary-store.ts";

const flat = table("flat", { p: "int", v: "int", w: "int", s: "set<int>", l: "list<int>", m: "map<text, int>" }, ["p"]);
const wide = table(
  "wide",
  { p: "int", c: "int", d: "int", st: "int static", v: "int" },
  ["p"],
  { c: "ASC", d: "ASC" },
  { indexes: [{ column: "v" }] },
);
const short = table("short", { p: "int", v: "int", s: "set<int>" }, ["p"]);
const tables = [flat, wide, hits];
const shop = { keyspace: "shop" };
const day = 86_400_000;

const insert = (columns: Columns, timestamp?: bigint, more: Partial<Insert> = {}): Insert => ({
  ...shop,
  table: "flat",
  values: values({ p: 1, ...columns }),
  timestamp,
  ...more,
});
const update = (columns: Columns, timestamp?: bigint, changes: readonly Change[] = [], more: Partial<Update> = {}) => ({
  ...shop,
  table: "flat",
  values: values({ p: 1, ...columns }),
  timestamp,
  changes,
  ...more,
});
const remove = (timestamp?: bigint, more: Partial<Delete> = {}): Delete => ({
  ...shop,
  table: "flat",
  key: values({ p: 1 }),
  timestamp,
  ...more,
});
const inWide = { table: "wide" } as const;
const wideRow = (c: number, d: number, v: number, timestamp?: bigint): Insert => ({
  ...shop,
  ...inWide,
  values: values({ p: 1, c, d, v }),
  timestamp,
});
const add = (column: string, value: Value): Change => ({ kind: "add", column, value });

async function allKeys(directory: string): Promise<readonly number[]> {
  const raw = new ClassicLevel<Buffer, Buffer>(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  const keys = await raw.keys({ gte: Buffer.of(1), lt: Buffer.of(6) }).all();
  await raw.close();
  return keys.map((key) => key[0] ?? 0);
}

describe("of two writes of a cell", () => {
  it("the later one stays, whatever their order", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert({ v: 1, w: 1 }, 10n));
    await store.insert(insert({ v: 2 }, 9n));
    await store.update(update({ w: 2 }, 11n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 1, w: 2 }]);
    await store.update(update({ v: null }, 10n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: 2 }]);
  });

  it("and one time a deletion does, then what expires, then the later end, then the greater bytes", async () => {
    const { store } = await openStore(tables);
    for (const w of [3, -3, 1]) await store.insert(insert({ w }, 10n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: -3 }]);
    await store.insert(insert({ w: 1 }, 10n, { ttlSeconds: 1000 }));
    await store.insert(insert({ w: 2 }, 10n, { ttlSeconds: 500 }));
    await store.insert(insert({ w: 9 }, 10n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: 1 }]);
    await store.update(update({ w: null }, 10n));
    await store.insert(insert({ w: 9 }, 10n));
    expect(await scan(store, "flat")).toEqual([{ p: 1 }]);
  });

  it("of 64 bits are told apart exactly", async () => {
    const { store } = await openStore(tables);
    const last = 2n ** 63n - 1n;
    await store.insert(insert({ v: 1 }, -last));
    await store.insert(insert({ v: 2 }, 1n - last));
    await store.insert(insert({ v: 3 }, -last));
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 2 }]);
    await store.insert(insert({ v: 4 }, last - 1n));
    await store.insert(insert({ v: 5 }, last));
    await store.insert(insert({ v: 6 }, last - 1n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 5 }]);
  });

  it("one that names no time is of now: later than those of the past, and not than those to come", async () => {
    const directory = await temporaryDirectory();
    const { store, clock } = await openStore(tables, directory);
    await store.insert(insert({ v: 1 }, 5n));
    await store.insert(insert({ v: 2 }));
    const ahead = BigInt(clock.now + day) * 1000n;
    await store.insert(insert({ w: 1 }, ahead));
    await store.insert(insert({ v: 3, w: 3 }));
    await store.delete(remove());
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: 1 }]);
    await store.close();
    const again = await openStore([], directory);
    await again.store.insert(insert({ v: 4, w: 4 }));
    expect(await scan(again.store, "flat")).toEqual([{ p: 1, v: 4, w: 1 }]);
    again.clock.now += day + 1;
    await again.store.insert(insert({ v: 5, w: 5 }));
    expect(await scan(again.store, "flat")).toEqual([{ p: 1, v: 5, w: 5 }]);
  });

  it("one after the clock was put back stays", async () => {
    const directory = await temporaryDirectory();
    const { store } = await openStore(tables, directory);
    await store.insert(insert({ v: 1, w: 1, s: [1], l: [1] }));
    await store.close();
    const { store: again, clock } = await openStore([], directory);
    clock.now -= day;
    await again.update(update({ v: 2 }, undefined, [add("s", [2])]));
    await again.update(update({ w: null, l: [2] }));
    expect(await scan(again, "flat")).toEqual([{ p: 1, v: 2, s: [1, 2], l: [2] }]);
    await again.delete(remove());
    await again.insert(insert({ v: 3 }));
    expect(await scan(again, "flat")).toEqual([{ p: 1, v: 3 }]);
  });

  it("one after the clock was put back stays, even if the time before was that of a refused write", async () => {
    const directory = await temporaryDirectory();
    const { store, clock } = await openStore(tables, directory);
    await store.insert(insert({ v: 1 }));
    clock.now += 2000;
    const beyond = update({}, undefined, [{ kind: "element", column: "l", at: 5, value: 1 }]);
    expect(await refusalOf(store.update(beyond))).toMatch(/^invalid: /);
    clock.now += 500;
    await store.insert(insert({ v: 2 }));
    await store.close();
    const { store: again } = await openStore([], directory);
    await again.insert(insert({ v: 3 }));
    expect(await scan(again, "flat")).toEqual([{ p: 1, v: 3 }]);
  });
});

describe("elements", () => {
  it("have times of their own, and a whole value empties the collection just before", async () => {
    const { store } = await openStore(tables);
    await store.update(update({ s: [1], m: new Map([["a", 1]]), l: [1, 2] }, 10n));
    await store.update(update({ s: [2], m: new Map([["a", 2]]), l: [3] }, 10n));
    await store.update(update({ m: null }, 10n));
    const both = { p: 1, s: [1, 2], m: new Map([["a", 2]]), l: [1, 2, 3] };
    expect(await scan(store, "flat")).toEqual([both]);
    await store.update(update({}, 9n, [add("s", [9]), add("m", new Map([["z", 9]]))]));
    await store.update(update({}, 10n, [add("s", [0]), { kind: "remove", column: "s", value: [2] }]));
    await store.update(update({}, 10n, [add("s", [2])]));
    expect(await scan(store, "flat")).toEqual([{ ...both, s: [0, 1] }]);
    await store.update(update({ s: [5] }, 11n));
    expect(await scan(store, "flat")).toEqual([{ ...both, s: [5] }]);
  });

  it("of a collection that was set after some were deleted are not older than it", async () => {
    const { store } = await openStore(tables);
    await store.update(update({}, undefined, [{ kind: "remove", column: "s", value: [1] }]));
    await store.update(update({ s: [3] }));
    await store.update(update({}, 1n, [add("s", [1, 2])]));
    expect(await scan(store, "flat")).toEqual([{ p: 1, s: [3] }]);
  });

  it("of a list keep the order of their arrival, whatever their time", async () => {
    const { store } = await openStore(tables);
    await store.update(update({ l: [1] }, 10n));
    await store.update(update({}, 30n, [{ kind: "append", column: "l", value: [2] }]));
    await store.update(update({}, 20n, [{ kind: "append", column: "l", value: [3] }]));
    await store.update(update({}, 5n, [{ kind: "prepend", column: "l", value: [0] }]));
    await store.update(update({}, 40n, [{ kind: "prepend", column: "l", value: [0] }]));
    expect(await scan(store, "flat")).toEqual([{ p: 1, l: [0, 1, 2, 3] }]);
    await store.update(update({ l: [9] }, 25n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, l: [0, 2, 9] }]);
  });
});

describe("a deletion leaves its time behind:", () => {
  const deletions: readonly (readonly [what: string, of: (store: EmbeddedStore) => Promise<unknown>])[] = [
    ["of a row", (store) => store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 1, d: 1 }) })],
    ["of rows with a prefix", (store) => store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 1 }) })],
    ["of a partition", (store) => store.delete({ ...shop, ...inWide, key: values({ p: 1 }) })],
    [
      "of a range",
      (store) => {
        const filters: Filter[] = [{ column: "c", operator: "lte", value: 1 }];
        return store.delete({ ...shop, ...inWide, key: values({ p: 1 }), filters });
      },
    ],
    [
      "by tuples",
      (store) => {
        const tuples: TupleFilter[] = [
          { columns: ["c", "d"], operator: "gte", value: [0, 5] },
          { columns: ["c", "d"], operator: "lte", value: [1, 1] },
        ];
        return store.delete({ ...shop, ...inWide, key: values({ p: 1 }), tuples });
      },
    ],
    ["in a batch", (store) => store.batch([{ kind: "delete", ...shop, ...inWide, key: values({ p: 1, c: 1, d: 1 }) }])],
  ];

  it.each(deletions)("an older write after one %s is without effect", async (_, deletionIn) => {
    const directory = await temporaryDirectory();
    const { store } = await openStore(tables, directory);
    for (const write of [undefined, wideRow(1, 1, 1)]) {
      if (write) await store.insert(write);
      await deletionIn(store);
      await store.insert(wideRow(1, 1, 2, 1n));
      await store.update({ ...wideRow(1, 1, 2, 1n) });
      expect(await scan(store, "wide")).toEqual([]);
    }
    await store.close();
    const { store: again } = await openStore([], directory);
    await again.insert(wideRow(1, 1, 2, 1n));
    await again.insert(wideRow(9, 1, 2, 1n));
    expect((await scan(again, "wide")).some(({ c }) => c === 1)).toBe(false);
    await again.insert(wideRow(1, 1, 3));
    expect(await scan(again, "wide")).toContainEqual({ p: 1, c: 1, d: 1, v: 3 });
    await again.insert(wideRow(1, 1, 2, 1n));
    expect(await scan(again, "wide")).toContainEqual({ p: 1, c: 1, d: 1, v: 3 });
  });

  it("of a cell, of a static one, and of a row that went with its last cell", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert({ v: null, w: 1 }));
    await store.update(update({ v: 2 }, 1n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: 1 }]);
    const statics = (st: number | null, timestamp?: bigint): Update => ({
      ...shop,
      ...inWide,
      values: values({ p: 1, st }),
      timestamp,
    });
    const cell = (v: number | null, timestamp?: bigint): Update => ({
      ...shop,
      ...inWide,
      values: values({ p: 1, c: 1, d: 1, v }),
      timestamp,
    });
    await store.update(statics(1));
    await store.update(statics(null));
    await store.update(statics(2, 1n));
    await store.update(cell(1));
    await store.update(cell(null));
    await store.update(cell(2, 1n));
    expect(await scan(store, "wide")).toEqual([]);
  });

  it("of an element, and of all elements", async () => {
    const { store } = await openStore(tables);
    await store.update(update({ v: 1 }, 20n, [add("s", [1, 2]), add("m", new Map([["a", 1]]))]));
    await store.update(update({}, 30n, [{ column: "s", kind: "remove", value: [1] }]));
    await store.update(update({}, 30n, [{ column: "m", kind: "element", at: "b", value: null }]));
    await store.update(update({}, 25n, [add("s", [1, 3]), add("m", new Map([["b", 1]]))]));
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 1, s: [2, 3], m: new Map([["a", 1]]) }]);
    await store.update(update({ s: null }, 40n));
    await store.update(update({}, 39n, [add("s", [7])]));
    expect((await scan(store, "flat"))[0]).not.toHaveProperty("s");
    await store.update(update({}, 41n, [add("s", [8])]));
    expect((await scan(store, "flat"))[0]).toMatchObject({ s: [8] });
  });

  it("of what expired", async () => {
    const { store, clock } = await openStore(tables);
    await store.insert(insert({ v: 1 }, 10n, { ttlSeconds: 1 }));
    clock.now += 1000;
    await store.settled();
    await store.update(update({ v: 2, w: 2 }, 10n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: 2 }]);
    await store.update(update({ v: 3 }, 11n));
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 3, w: 2 }]);
  });

  it("that names its time takes what is not later, in a row and in a range", async () => {
    const { store } = await openStore(tables);
    await store.insert(wideRow(1, 1, 1, 10n));
    await store.insert(wideRow(1, 2, 1, 20n));
    await store.update({ ...shop, ...inWide, values: values({ p: 1, st: 5 }), timestamp: 15n });
    await store.update({ ...shop, ...inWide, values: values({ p: 1, c: 1, d: 1, v: 7 }), timestamp: 16n });
    await store.delete({ ...shop, ...inWide, key: values({ p: 1 }), timestamp: 15n });
    expect(await scan(store, "wide")).toEqual([
      { p: 1, c: 1, d: 1, v: 7 },
      { p: 1, c: 1, d: 2, v: 1 },
    ]);
    await store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 1, d: 1 }), timestamp: 16n });
    await store.insert(wideRow(1, 1, 1, 16n));
    expect(await scan(store, "wide")).toEqual([{ p: 1, c: 1, d: 2, v: 1 }]);
    const filters: Filter[] = [{ column: "v", operator: "eq", value: 1 }];
    const { rows } = await store.select({ ...shop, ...inWide, filters, pageSize: 9 });
    expect(plain(rows)).toEqual([{ p: 1, c: 1, d: 2, v: 1 }]);
  });

  it("for ten days, and then leaves the disk", async () => {
    const directory = await temporaryDirectory();
    const { store, clock } = await openStore(tables, directory);
    await store.insert(wideRow(1, 1, 1));
    await store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 1, d: 1 }) });
    await store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 2 }) });
    await store.insert(insert({ v: 1, s: [1] }, undefined, { ttlSeconds: 1 }));
    await store.insert(insert({ v: null, p: 2, s: null }));
    clock.now += 10 * day - 1;
    await store.settled();
    await store.insert(wideRow(1, 1, 2, 1n));
    await store.insert(wideRow(2, 1, 2, 1n));
    expect(await scan(store, "wide")).toEqual([]);
    clock.now += 2 * day;
    await store.settled();
    await store.insert(wideRow(1, 1, 2, 1n));
    await store.insert(wideRow(2, 1, 2, 1n));
    expect(await scan(store, "wide")).toHaveLength(2);
    await store.close();
    // Rows and entries of an index, and no tombstone.
    expect(await allKeys(directory)).toEqual([1, 1, 1, 2, 2]);
  });

  it("for as long as the table says, as it says now", async () => {
    const directory = await temporaryDirectory();
    const { store, clock } = await openStore([], directory);
    const create = (name: string, seconds: string): Promise<boolean> =>
      store.createTable("shop", { ...flat, name }, new Map([["gc_grace_seconds", seconds]]));
    await create("brief", "3600");
    await create("long", "864000");
    const forgets = async (name: string): Promise<boolean> => {
      await store.settled();
      await store.insert(insert({ v: 1 }, 1n, { table: name }));
      const isThere = (await scan(store, name)).length > 0;
      if (isThere) await store.delete({ ...shop, table: name, key: values({ p: 1 }) });
      return isThere;
    };
    for (const table of ["brief", "long"]) {
      await store.insert(insert({ v: 1 }, undefined, { table, ttlSeconds: 1 }));
      await store.delete({ ...shop, table, key: values({ p: 2 }) });
      await store.delete({ ...shop, table, key: values({ p: 1 }) });
    }
    clock.now += 3_599_999;
    expect([await forgets("brief"), await forgets("long")]).toEqual([false, false]);
    clock.now += 3_600_000;
    expect([await forgets("brief"), await forgets("long")]).toEqual([true, false]);
    await store.alterTable("shop", "long", { kind: "options", options: new Map([["gc_grace_seconds", "60"]]) });
    expect(await forgets("long")).toBe(true);
    clock.now += 2 * 3_600_000;
    await store.settled();
    await store.close();
    expect(await allKeys(directory)).toEqual([]);
  });

  it("and goes without another call when a table no longer wants it, even during a sweep", async () => {
    const clock = { now: Date.UTC(2020, 6, 31) };
    const store = await openMemoryStore({ now: () => clock.now });
    onTestFinished(() => store.close());
    await store.createKeyspace("shop");
    await store.createTable("shop", flat);
    await store.settled();
    const deletes = Array.from({ length: 1001 }, (_, p): Write => {
      return { kind: "delete", ...shop, table: "flat", key: values({ p }) };
    });
    await store.batch(deletes);
    // A sweep is under way, and has examined some of the tombstones.
    clock.now += 864_000_000 - 1;
    const sweep = store.settled();
    await store.alterTable("shop", "flat", { kind: "options", options: new Map([["gc_grace_seconds", "0"]]) });
    await sweep;
    await vi.waitFor(async () => expect((await store.copyRows()).rows).toHaveLength(0));
  });

  it("and is found by the next sweep if it was left during one", async () => {
    const directory = await temporaryDirectory();
    const { store, clock } = await openStore([], directory);
    await store.createTable("shop", flat, new Map([["gc_grace_seconds", "60"]]));
    const deleteRow = (p: number): Promise<unknown> => store.delete({ ...shop, table: "flat", key: values({ p }) });
    await store.settled();
    await deleteRow(1);
    clock.now += 2 * 3_600_000;
    // While a write is under way, the deletion and the sweep wait for one group.
    const earlier = store.insert(insert({ p: 9 }));
    await new Promise((resolve) => setImmediate(resolve));
    const deleted = deleteRow(2);
    await Promise.all([earlier, deleted, store.settled()]);
    clock.now += 2 * 3_600_000;
    await store.settled();
    await store.close();
    expect(await allKeys(directory)).toEqual([1]);
  });

  it("and is found by the next sweep if one fails on its way", async () => {
    const clock = { now: Date.UTC(2020, 6, 31) };
    const store = await openMemoryStore({ now: () => clock.now });
    await store.createKeyspace("shop");
    await store.createTable("shop", flat, new Map([["gc_grace_seconds", "60"]]));
    await store.settled();
    const deletes = Array.from({ length: 1001 }, (_, p): Write => {
      return { kind: "delete", ...shop, table: "flat", key: values({ p }) };
    });
    await store.batch(deletes);
    clock.now += 2 * 3_600_000;
    const read = MemoryBackend.prototype.keys;
    const keys = vi.spyOn(MemoryBackend.prototype, "keys");
    keys.mockImplementationOnce(function (this: MemoryBackend, span) {
      return read.call(this, span);
    });
    keys.mockImplementationOnce(() => {
      throw new Error("IO error");
    });
    await store.settled();
    const [backend] = keys.mock.contexts as MemoryBackend[];
    keys.mockRestore();
    const tombstones = () => backend?.keys({ gte: Buffer.of(4), lt: Buffer.of(6) }).all();
    expect(await tombstones()).toHaveLength(501);
    await store.settled();
    expect(await tombstones()).toEqual([]);
    await store.close();
  });

  it("in a row that stays too", async () => {
    const { store, clock } = await openStore(tables);
    await store.insert(insert({ v: null, w: 1 }));
    await store.update(update({}, undefined, [{ kind: "remove", column: "s", value: [1] }]));
    clock.now += 10 * day - 1;
    await store.update(update({ w: 2 }));
    await store.update(update({ v: 1 }, 1n, [add("s", [1])]));
    expect(await scan(store, "flat")).toEqual([{ p: 1, w: 2 }]);
    clock.now += 1;
    await store.update(update({ v: 1 }, 1n, [add("s", [1])]));
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 1, w: 2, s: [1] }]);
  });

  it("but not beyond the table: one of the same name, or a truncated one, takes any time", async () => {
    const directory = await temporaryDirectory();
    const { store } = await openStore(tables, directory);
    await store.delete({ ...shop, ...inWide, key: values({ p: 1 }) });
    await store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 1, d: 1 }) });
    await store.truncateTable("shop", "wide");
    await store.insert(wideRow(1, 1, 1, 1n));
    expect(await scan(store, "wide")).toHaveLength(1);
    await store.dropTable("shop", "wide");
    await store.settled();
    await store.close();
    expect(await allKeys(directory)).toEqual([]);
  });

  it("nor beyond what a copy brings back", async () => {
    const { store } = await openStore(tables);
    await store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 2 }) });
    const copy = await store.copyRows();
    await store.delete({ ...shop, ...inWide, key: values({ p: 1, c: 1 }) });
    await store.restoreRows(copy);
    await store.insert(wideRow(1, 1, 1, 1n));
    await store.insert(wideRow(2, 1, 1, 1n));
    expect(await scan(store, "wide")).toEqual([{ p: 1, c: 1, d: 1, v: 1 }]);
  });
});

describe("writes that each name a later time than all before", () => {
  // They look at nothing that is stored; others compare themselves with it.
  const anyRow = fc.record({
    p: fc.constantFrom(1, 2),
    v: fc.option(fc.nat(9)),
    s: fc.option(fc.uniqueArray(fc.nat(9), { maxLength: 2 })),
  });
  const anyWrite = fc.oneof(
    fc.record({ kind: fc.constantFrom("insert", "update"), row: anyRow }),
    fc.record({ kind: fc.constantFrom("insert", "update"), row: anyRow.map(({ p, v }) => ({ p, v })) }),
    fc.record({ kind: fc.constant("delete"), row: anyRow.map(({ p }) => ({ p })) }),
  );
  const toWrite = ({ kind, row }: { readonly kind: string; readonly row: Columns }, place: number): Write => {
    const base = { ...shop, table: "short", timestamp: BigInt(place + 1) };
    if (kind === "delete") return { kind, ...base, key: values(row) };
    return { kind: kind as "insert" | "update", ...base, values: values(row) };
  };

  it("leave what the same writes leave in any other order", { timeout: 300_000 }, async () => {
    const order = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 12 }), order, async (made, keys) => {
        const writes = made.map(toWrite);
        const shuffled = writes.map((write, place) => ({ write, key: keys[place] ?? 0 }));
        shuffled.sort((one, other) => one.key - other.key);
        const [inOrder, inOther] = await Promise.all([openMemory(), openMemory()]);
        for (const write of writes) await inOrder.batch([write]);
        for (const { write } of shuffled) await inOther.batch([write]);
        expect(await scan(inOrder, "short")).toEqual(await scan(inOther, "short"));
        await Promise.all([inOrder.close(), inOther.close()]);
      }),
      { numRuns: long ? 2000 : 200 },
    );
  });

  it("are found again as the latest after a restart", async () => {
    const { store, directory, clock } = await openStore([short]);
    const later = BigInt(clock.now + day) * 1000n;
    await store.delete({ ...shop, table: "short", key: values({ p: 1 }), timestamp: later });
    await store.close();
    const { store: reopened } = await openStore([], directory);
    await reopened.insert({ ...shop, table: "short", values: values({ p: 1, v: 1, s: [] }), timestamp: later - 1n });
    expect(await scan(reopened, "short")).toEqual([]);
    await reopened.insert({ ...shop, table: "short", values: values({ p: 1, v: 2, s: [] }), timestamp: later + 1n });
    expect(await scan(reopened, "short")).toEqual([{ p: 1, v: 2 }]);
  });
});

async function openMemory(): Promise<EmbeddedStore> {
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  await store.createTable("shop", short);
  return store;
}

describe("a batch", () => {
  it("has writes of several times", async () => {
    const { store } = await openStore(tables);
    await store.batch([
      { kind: "insert", ...insert({ v: 1 }, 100n) },
      { kind: "delete", ...remove(50n) },
      { kind: "insert", ...insert({ w: 4 }, 50n) },
      { kind: "update", ...update({ v: 3 }, 99n) },
    ]);
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 1 }]);
  });

  it("with a condition has one time, whatever its statements name", async () => {
    const { store } = await openStore(tables);
    const guarded: Write = { kind: "insert", ...insert({ v: 1 }), ifNotExists: true };
    await store.batch([guarded, { kind: "update", ...update({ v: 2 }, 1n) }]);
    expect(await scan(store, "flat")).toEqual([{ p: 1, v: 2 }]);
  });
});

describe("a time is refused in the database's words:", () => {
  const range = "Out of bound timestamp, must be in [-9223372036854775807, 9223372036854775807]";
  const conditional = "Cannot provide custom timestamp for conditional updates";
  const counter = "Cannot provide custom timestamp for counter updates";
  const ofHits = { ...shop, table: "hits" } as const;
  const refused: readonly (readonly [message: string, call: (store: EmbeddedStore) => Promise<unknown>])[] = [
    [range, (store) => store.insert(insert({}, -(2n ** 63n)))],
    [range, (store) => store.delete(remove(2n ** 63n))],
    [conditional, (store) => store.insert(insert({}, 1n, { ifNotExists: true }))],
    [conditional, (store) => store.update(update({ v: 1 }, 1n, [], { ifExists: true }))],
    [conditional, (store) => store.delete(remove(1n, { ifExists: true }))],
    [counter, (store) => store.update({ ...ofHits, values: values({ page: "a", day: 1, views: 1n }), timestamp: 1n })],
    [counter, (store) => store.delete({ ...ofHits, key: values({ page: "a" }), timestamp: 1n })],
  ];

  test.each(refused)("%s", async (message, call) => {
    const { store } = await openStore(tables);
    expect(await refusalOf(call(store))).toBe(`invalid: ${message}`);
  });
});
