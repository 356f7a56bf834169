/** Several writes that are applied together, as in the database. */
import { ClassicLevel } from "classic-level";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import type { Store, Write } from "../../../src/store/index.ts";
import { hits, items, openStore, products, readings, refusalOf, scan, table, values } from "./temporary-store.ts";
import type { Columns } from "./temporary-store.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const item = (item_no: number, more: Partial<Extract<Write, { kind: "insert" }>> = {}, order_id = 1): Write => ({
  kind: "insert",
  keyspace: "shop",
  table: "items",
  values: values({ order_id, item_no, sku: `sku ${item_no}` }),
  ...more,
});
const update = (columns: Columns, more: Partial<Extract<Write, { kind: "update" }>> = {}): Write => ({
  kind: "update",
  keyspace: "shop",
  table: "items",
  values: values({ order_id: 1, ...columns }),
  ...more,
});
const remove = (key: Columns): Write => ({ kind: "delete", keyspace: "shop", table: "items", key: values(key) });
const view = (views: bigint): Write => ({
  kind: "update",
  keyspace: "shop",
  table: "hits",
  values: values({ page: "p", day: 1, views }),
});
const applied = { applied: true };

async function open(): Promise<Store> {
  return (await openStore([items, products, hits, readings])).store;
}

describe("a batch", () => {
  it("applies writes of several tables and partitions in one write to the disk", async () => {
    const store = await open();
    const batch = vi.spyOn(ClassicLevel.prototype, "batch");
    const id = "123e4567-e89b-42d3-a456-426614174000";
    const outcomes = await store.batch([
      item(1),
      item(7, {}, 2),
      { kind: "insert", keyspace: "shop", table: "products", values: values({ id, name: "robot" }) },
    ]);
    expect(outcomes).toEqual([applied, applied, applied]);
    expect(batch).toHaveBeenCalledTimes(1);
    expect(await scan(store, "items")).toHaveLength(2);
    expect(await scan(store, "products")).toEqual([{ id, name: "robot" }]);
  });

  it("without writes is applied", async () => {
    expect(await (await open()).batch([])).toEqual([]);
  });

  it("is checked again if a table was replaced while it waited", async () => {
    const store = await open();
    const others = table("others", { page: "text", day: "int", views: "counter" }, ["page"], { day: "ASC" });
    await store.createTable("shop", others);
    const replaced = store.dropTable("shop", "others");
    const plain = table("others", { page: "text", day: "int", views: "bigint" }, ["page"], { day: "ASC" });
    const created = store.createTable("shop", plain);
    const batch = store.batch([view(1n), { ...view(1n), table: "others" } as Write]);
    const refusal = refusalOf(batch);
    expect([await replaced, await created]).toEqual([true, true]);
    expect(await refusal).toBe("invalid: Counter and non-counter mutations cannot exist in the same batch");
    expect(await scan(store, "hits")).toEqual([]);
  });

  it("is refused as a whole for one of its writes", async () => {
    const store = await open();
    const broken: Write = { ...item(2), values: values({ order_id: 1 }) } as Write;
    expect(await refusalOf(store.batch([item(1), broken]))).toBe("invalid: Some clustering keys are missing: item_no");
    expect(await refusalOf(store.batch([item(1), { ...item(2), table: "nope" } as Write]))).toBe(
      "unknown-table: table nope does not exist",
    );
    expect(await scan(store, "items")).toEqual([]);
  });

  it("that fails while it is applied leaves nothing", async () => {
    const store = await open();
    expect(await refusalOf(store.batch([view(1n), view(2n ** 63n - 1n)]))).toBe(
      "invalid: Counter column views cannot hold more than 64 bits",
    );
    expect(await scan(store, "hits")).toEqual([]);
  });

  it("adds up counters, and mixes them with nothing else", async () => {
    const store = await open();
    await store.batch([view(1n), view(2n)]);
    expect(await scan(store, "hits")).toEqual([{ page: "p", day: 1, views: 3n }]);
    expect(await refusalOf(store.batch([view(1n), item(1)]))).toBe(
      "invalid: Counter and non-counter mutations cannot exist in the same batch",
    );
  });
});

describe("writes of one batch to the same row", () => {
  const insert = (sku: string | null, ttlSeconds?: number): Write =>
    item(1, { values: values({ order_id: 1, item_no: 1, sku }), ttlSeconds });

  test.each<[string, Columns, readonly Write[]]>([
    ["the greater value remains", { sku: "b" }, [insert("a"), insert("b")]],
    ["null wins over a value", {}, [insert(null), insert("a")]],
    ["a value that expires wins over one that does not", { sku: "a" }, [insert("a", 60), insert("b")]],
    ["the value that expires later remains", { sku: "a" }, [insert("a", 60), insert("b", 50)]],
  ])("are of one moment: %s, in any order", async (_what, remains, writes) => {
    const store = await open();
    for (const order of [writes, writes.toReversed()]) {
      await store.delete({ keyspace: "shop", table: "items", key: values({ order_id: 1 }) });
      await store.batch(order);
      expect(await scan(store, "items")).toEqual([{ order_id: 1, item_no: 1, ...remains }]);
    }
  });

  test.each([{ order_id: 1, item_no: 1 }, { order_id: 1 }])("are gone if the batch deletes %j", async (key) => {
    const store = await open();
    await store.batch([remove(key), item(1), update({ item_no: 1, sku: "x" })]);
    expect(await scan(store, "items")).toEqual([]);
  });

  it("are of one moment in the static columns of the partition too, and in the end of the row", async () => {
    const { store, clock } = await openStore([readings]);
    const reading = (owner: string, ttlSeconds?: number): Write => ({
      kind: "insert",
      keyspace: "shop",
      table: "readings",
      values: values({ sensor: "s", day: 1, at: new Date(0), seq: 1, owner }),
      ttlSeconds,
    });
    await store.batch([reading("b", 60), reading("a")]);
    expect(await scan(store, "readings")).toMatchObject([{ owner: "b" }]);
    clock.now += 60_000;
    expect(await scan(store, "readings")).toEqual([]);
  });

  it("set different cells together, and a collection to its value rather than null", async () => {
    const tagged = table("tagged", { id: "int", tags: "set<text>", a: "int", b: "int" }, ["id"]);
    const { store } = await openStore([tagged]);
    const set = (columns: Columns): Write => ({
      kind: "insert",
      keyspace: "shop",
      table: "tagged",
      values: values({ id: 1, ...columns }),
    });
    await store.batch([set({ tags: ["x"], a: 1, b: 2 }), set({ tags: null, a: 0 })]);
    expect(await scan(store, "tagged")).toEqual([{ id: 1, tags: ["x"], a: 1, b: 2 }]);
  });
});

describe("a batch with conditions", () => {
  it("is applied when all of them hold, and its other writes with it", async () => {
    const store = await open();
    await store.insert(item(1) as Extract<Write, { kind: "insert" }>);
    const sku = { column: "sku", operator: "eq", value: "sku 1" } as const;
    expect(
      await store.batch([
        item(2, { ifNotExists: true }),
        update({ item_no: 1, sku: "new" }, { conditions: [sku] }),
        item(3),
      ]),
    ).toEqual([applied, applied, applied]);
    expect(await scan(store, "items")).toEqual([
      { order_id: 1, item_no: 1, sku: "new" },
      { order_id: 1, item_no: 2, sku: "sku 2" },
      { order_id: 1, item_no: 3, sku: "sku 3" },
    ]);
  });

  it("applies nothing when one does not hold, and shows the rows that conditions are about", async () => {
    const store = await open();
    await store.batch([item(1), item(2)]);
    const outcomes = await store.batch([
      item(1, { ifNotExists: true }),
      item(3, { ifNotExists: true }),
      update({ item_no: 2, sku: "new" }, { conditions: [{ column: "sku", operator: "eq", value: "sku 2" }] }),
      item(4),
      remove({ order_id: 1, item_no: 1 }),
    ]);
    expect(outcomes).toEqual([
      { applied: false, current: values({ order_id: 1, item_no: 1, sku: "sku 1" }) },
      { applied: false, current: undefined },
      { applied: false, current: values({ sku: "sku 2" }) },
      { applied: false, current: undefined },
      { applied: false, current: undefined },
    ]);
    expect(await scan(store, "items")).toHaveLength(2);
  });

  it("evaluates them before any of its writes", async () => {
    const store = await open();
    const outcomes = await store.batch([item(1, { ifNotExists: true }), item(1, { ifNotExists: true })]);
    expect(outcomes).toEqual([applied, applied]);
    await store.batch([remove({ order_id: 1 }), item(1, { ifNotExists: true })]).then(([outcome]) => {
      expect(outcome).toEqual({ applied: false, current: undefined });
    });
  });

  const exists = { ifExists: true };
  const condition = { conditions: [{ column: "sku", operator: "eq", value: "x" }] } as const;
  const one = { item_no: 1, sku: "x" };
  test.each<[string, string, readonly Write[]]>([
    [
      "two tables",
      "Batch with conditions cannot span multiple tables",
      [
        update(one, exists),
        { ...item(1), table: "readings", values: values({ sensor: "s", day: 1, at: new Date(0), seq: 1 }) } as Write,
      ],
    ],
    [
      "two partitions",
      "Batch with conditions cannot span multiple partitions",
      [item(1), update({ ...one, order_id: 2 }, exists)],
    ],
    [
      "a row that exists and meets a condition",
      "Cannot mix IF conditions and IF NOT EXISTS for the same row",
      [update(one, exists), update(one, condition)],
    ],
    [
      "a row that meets a condition and exists",
      "Cannot mix IF conditions and IF EXISTS for the same row",
      [update(one, condition), update(one, exists)],
    ],
    [
      "a row that meets a condition and does not exist",
      "Cannot mix IF conditions and IF NOT EXISTS for the same row",
      [update(one, condition), item(1, { ifNotExists: true })],
    ],
    [
      "a row that exists and does not",
      "Cannot mix IF EXISTS and IF NOT EXISTS conditions for the same row",
      [update(one, exists), item(1, { ifNotExists: true })],
    ],
  ])("is refused for %s", async (_what, message, writes) => {
    expect(await refusalOf((await open()).batch(writes))).toBe(`invalid: ${message}`);
  });
});
