import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { nativeTypes } from "../../../src/model/index.ts";
import type { Delete, Insert, Update } from "../../../src/store/index.ts";
import { arbitraryValues } from "../../support/values.ts";
import {
  hits,
  items,
  openStore,
  plain,
  products,
  readings,
  refusalOf,
  scan,
  table,
  values,
} from "./temporary-store.ts";
import type { Columns } from "./temporary-store.ts";

const shop = { keyspace: "shop" };
const id = "123e4567-e89b-42d3-a456-426614174000";
const at = new Date(1000);
const onlyKey = table("only_key", { a: "int", b: "text" }, ["a"], { b: "ASC" });
const byText = table("by_text", { k: "text", v: "int" }, ["k"]);
const moments = table("moments", { k: "int", took: "duration" }, ["k"]);
const tables = [products, readings, items, hits, onlyKey, byText, moments];

const insert = (name: string, columns: Columns, more: Partial<Insert> = {}): Insert => ({
  ...shop,
  table: name,
  values: values(columns),
  ...more,
});
const update = (name: string, columns: Columns, more: Partial<Update> = {}): Update => ({
  ...shop,
  table: name,
  values: values(columns),
  ...more,
});
const remove = (name: string, key: Columns, more: Partial<Delete> = {}): Delete => ({
  ...shop,
  table: name,
  key: values(key),
  ...more,
});
const reading = { sensor: "s", day: 1, at, seq: 1 };

describe("insert and update", () => {
  it("are both upserts of the cells they name; null deletes a cell", async () => {
    const { store } = await openStore(tables);
    expect(await store.insert(insert("products", { id, name: "robot", price: "9.99" }))).toEqual({ applied: true });
    await store.update(update("products", { id, price: "10.50" }));
    await store.insert(insert("products", { id, description: "tin" }));
    expect(await scan(store, "products")).toEqual([{ id, name: "robot", price: "10.50", description: "tin" }]);
    await store.insert(insert("products", { id, name: null }));
    expect(await scan(store, "products")).toEqual([{ id, price: "10.50", description: "tin" }]);
  });

  it("give a row every column of the table, in its order, null where there is no value", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert("products", { id }));
    const { rows } = await store.select({ ...shop, table: "products", filters: [], pageSize: 1 });
    expect([...(rows[0] ?? [])]).toEqual([
      ["id", id],
      ["name", null],
      ["description", null],
      ["price", null],
      ["created", null],
    ]);
  });

  it("leave a row marker only by INSERT: a row of UPDATE is gone with its last value", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert("items", { order_id: 1, item_no: 1, sku: null }));
    await store.update(update("items", { order_id: 1, item_no: 2, sku: "x" }));
    expect(await scan(store, "items")).toHaveLength(2);
    await store.update(update("items", { order_id: 1, item_no: 2, sku: null }));
    expect(await scan(store, "items")).toEqual([{ order_id: 1, item_no: 1 }]);
  });

  it("tell an empty text and an empty blob from null", async () => {
    const { store } = await openStore([table("t", { k: "int", a: "text", b: "blob" }, ["k"])]);
    await store.insert(insert("t", { k: 1, a: "", b: new Uint8Array(0) }));
    expect(await scan(store, "t")).toEqual([{ k: 1, a: "", b: new Uint8Array(0) }]);
  });

  it("share static values among the rows of a partition", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert("readings", { ...reading, owner: "me", value: 1 }));
    await store.insert(insert("readings", { ...reading, seq: 2 }));
    await store.update(update("readings", { sensor: "s", day: 1, owner: "you" }));
    expect(await scan(store, "readings")).toEqual([
      { ...reading, owner: "you", value: 1 },
      { ...reading, seq: 2, owner: "you" },
    ]);
  });

  it("find one row under equal decimals of different scale, and keep the scale that was written", async () => {
    const { store } = await openStore([table("t", { k: "int", c: "decimal", v: "int" }, ["k"], { c: "ASC" })]);
    await store.insert(insert("t", { k: 1, c: "1.50", v: 1 }));
    await store.insert(insert("t", { k: 1, c: "1.5", v: 2 }));
    expect(await scan(store, "t")).toEqual([{ k: 1, c: "1.50", v: 2 }]);
  });

  it("take what they are given at once: what the caller changes later is not stored", async () => {
    const { store } = await openStore([table("t", { k: "int", b: "blob", w: "timestamp" }, ["k"])]);
    const blob = Uint8Array.of(1);
    const when = new Date(0);
    const columns = new Map(values({ k: 1, b: blob, w: when }));
    const write = store.insert({ ...shop, table: "t", values: columns });
    blob[0] = 2;
    when.setTime(5);
    columns.set("k", 7);
    await write;
    expect(await scan(store, "t")).toEqual([{ k: 1, b: Uint8Array.of(1), w: new Date(0) }]);
  });

  it("give back every value of every type", async () => {
    const types = nativeTypes.filter((type) => type !== "counter");
    const columns = Object.fromEntries(types.map((type) => [type, type] as const));
    const { store } = await openStore([table("all", { k: "int", ...columns }, ["k"])]);
    const rows = fc.record(Object.fromEntries(types.map((type) => [type, arbitraryValues[type]])));
    await fc.assert(
      fc.asyncProperty(rows, async (row) => {
        await store.insert(insert("all", { k: 1, ...row }));
        expect(await scan(store, "all")).toEqual([{ k: 1, ...row }]);
      }),
      { numRuns: 30 },
    );
  });

  it("keep columns called __proto__ and constructor", async () => {
    const odd = table("odd", { constructor: "int", toString: "text" }, ["constructor"]);
    const proto = {
      ...odd,
      columns: odd.columns.map((c) => (c.name === "toString" ? { ...c, name: "__proto__" } : c)),
    };
    const { store } = await openStore([proto]);
    const row = new Map<string, string | number>([
      ["constructor", 1],
      ["__proto__", "x"],
    ]);
    await store.insert({ ...shop, table: "odd", values: row });
    const { rows } = await store.select({ ...shop, table: "odd", filters: [], pageSize: 5 });
    expect(rows).toEqual([row]);
  });
});

describe("a time to live", () => {
  it("is counted per cell and for the row marker, to the millisecond", async () => {
    const { store, clock } = await openStore(tables);
    await store.insert(insert("products", { id, name: "a", price: "1" }, { ttlSeconds: 10 }));
    clock.now += 5000;
    await store.update(update("products", { id, name: "b" }, { ttlSeconds: 10 }));
    clock.now += 4999;
    expect(await scan(store, "products")).toEqual([{ id, name: "b", price: "1" }]);
    clock.now += 1;
    expect(await scan(store, "products")).toEqual([{ id, name: "b" }]);
    clock.now += 5000;
    expect(await scan(store, "products")).toEqual([]);
  });

  it("ends by whole milliseconds, for readers and for what deletes the rows", async () => {
    const { store, clock } = await openStore(tables);
    clock.now += 0.5;
    await store.insert(insert("only_key", { a: 1, b: "x" }, { ttlSeconds: 60 }));
    clock.now += 60_000;
    expect(await scan(store, "only_key")).toEqual([]);
    expect(await store.expireRows()).toBe(1);
  });

  it("comes from the table unless the statement says otherwise; 0 means never", async () => {
    const { store, clock } = await openStore([table("t", { k: "int", v: "int" }, ["k"], {}, 2)]);
    await store.insert(insert("t", { k: 1 }));
    await store.insert(insert("t", { k: 2 }, { ttlSeconds: 0 }));
    await store.insert(insert("t", { k: 3 }, { ttlSeconds: 5 }));
    clock.now += 2000;
    expect((await scan(store, "t")).map((row) => row["k"]).sort()).toEqual([2, 3]);
  });

  it("leaves no row in the way of a conditional insert once it has ended", async () => {
    const { store, clock } = await openStore(tables);
    await store.insert(insert("products", { id, name: "a" }, { ttlSeconds: 1 }));
    clock.now += 1000;
    expect(await store.insert(insert("products", { id }, { ifNotExists: true }))).toEqual({ applied: true });
    expect(await scan(store, "products")).toEqual([{ id }]);
  });

  it("ends static values too", async () => {
    const { store, clock } = await openStore(tables);
    await store.update(update("readings", { sensor: "s", day: 1, owner: "me" }, { ttlSeconds: 1 }));
    expect(await scan(store, "readings")).toEqual([{ sensor: "s", day: 1, owner: "me" }]);
    clock.now += 1000;
    expect(await scan(store, "readings")).toEqual([]);
  });
});

describe("counters", () => {
  it("begin at 0 and add; the others of the row stay null", async () => {
    const { store } = await openStore(tables);
    await store.update(update("hits", { page: "p", day: 1, views: 1n }));
    expect(await scan(store, "hits")).toEqual([{ page: "p", day: 1, views: 1n }]);
    await store.update(update("hits", { page: "p", day: 1, views: -3n, clicks: 2n }));
    expect(await scan(store, "hits")).toEqual([{ page: "p", day: 1, views: -2n, clicks: 2n }]);
  });

  it("lose no increment of many at once", async () => {
    const { store } = await openStore(tables);
    await Promise.all(
      Array.from({ length: 100 }, () => store.update(update("hits", { page: "p", day: 1, views: 1n }))),
    );
    expect(await scan(store, "hits")).toEqual([{ page: "p", day: 1, views: 100n }]);
  });

  it("refuse to grow beyond 64 bits, and keep their value", async () => {
    const { store } = await openStore(tables);
    await store.update(update("hits", { page: "p", day: 1, views: 2n ** 63n - 1n }));
    expect(await refusalOf(store.update(update("hits", { page: "p", day: 1, views: 1n })))).toMatch(
      /^invalid: .*views/,
    );
    expect(await scan(store, "hits")).toEqual([{ page: "p", day: 1, views: 2n ** 63n - 1n }]);
  });
});

describe("delete", () => {
  const rows = [
    { ...reading, at: new Date(2000), seq: 1 },
    { ...reading, at: new Date(2000), seq: 2 },
    { ...reading, at: new Date(1000), seq: 1 },
  ];
  const partition = { sensor: "s", day: 1 };

  test.each<[string, Columns, Columns[]]>([
    ["a row", { ...partition, at: new Date(2000), seq: 1 }, rows.slice(1)],
    ["the rows of a clustering prefix", { ...partition, at: new Date(2000) }, rows.slice(2)],
    ["a partition", partition, []],
    ["nothing when there is no such row", { ...partition, at: new Date(5), seq: 1 }, rows],
  ])("takes %s, and leaves other partitions alone", async (_, key, left) => {
    const { store } = await openStore(tables);
    for (const row of rows) await store.insert(insert("readings", row));
    await store.insert(insert("readings", { ...reading, day: 2 }));
    expect(await store.delete(remove("readings", key))).toEqual({ applied: true });
    const found = await scan(store, "readings");
    expect(found.filter((row) => row["day"] === 1)).toEqual(left);
    expect(found.filter((row) => row["day"] === 2)).toHaveLength(1);
  });

  it("takes static values with the whole partition only", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert("readings", { ...reading, owner: "me" }));
    await store.delete(remove("readings", reading));
    expect(await scan(store, "readings")).toEqual([{ ...partition, owner: "me" }]);
    await store.delete(remove("readings", partition));
    expect(await scan(store, "readings")).toEqual([]);
  });

  it("sees writes that were queued before it, and not those after", async () => {
    const { store } = await openStore(tables);
    await Promise.all([
      store.insert(insert("items", { order_id: 1, item_no: 1 })),
      store.insert(insert("items", { order_id: 1, item_no: 2 })),
      store.delete(remove("items", { order_id: 1 })),
      store.insert(insert("items", { order_id: 1, item_no: 3 })),
    ]);
    expect(await scan(store, "items")).toEqual([{ order_id: 1, item_no: 3 }]);
  });
});

describe("conditions", () => {
  it("see what earlier writes of the same group wrote", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert("products", { id, price: "10.50" }));
    const conditions = [{ column: "price", operator: "eq", value: "10.50" }] as const;
    const swaps = ["11", "12", "13"].map((price) => store.update(update("products", { id, price }, { conditions })));
    const blocked = { applied: false, current: values({ price: "11" }) };
    expect(await Promise.all(swaps)).toEqual([{ applied: true }, blocked, blocked]);
  });
});

describe("the database refuses", () => {
  type Call = ["insert", Insert] | ["update", Update] | ["delete", Delete];
  const blankKey = "Key may not be empty";
  const long = "x".repeat(70_000);
  const cases: [message: string, ...Call][] = [
    ["Undefined column name nope in table shop.products", "insert", insert("products", { id, nope: 1 })],
    ["Undefined column name nope in table shop.products", "update", update("products", { id, nope: 1 })],
    ["Undefined column name nope in table shop.products", "delete", remove("products", { nope: 1 })],
    ["Some partition key parts are missing: id", "insert", insert("products", { name: "x" })],
    ["Some partition key parts are missing: id", "update", update("products", { name: "x" })],
    ["Some partition key parts are missing: id", "delete", remove("products", {})],
    ["Some partition key parts are missing: day", "insert", insert("readings", { sensor: "s", at, seq: 1, value: 1 })],
    ["Some partition key parts are missing: day", "delete", remove("readings", { sensor: "s" })],
    ["Some partition key parts are missing: day", "update", update("readings", { sensor: "s", owner: "x" })],
    ["Some clustering keys are missing: at, seq", "insert", insert("readings", { sensor: "s", day: 1 })],
    ["Some clustering keys are missing: at, seq", "update", update("readings", { sensor: "s", day: 1, value: 1 })],
    ["Some clustering keys are missing: seq", "update", update("readings", { sensor: "s", day: 1, at, value: 1 })],
    ["Some clustering keys are missing: seq", "insert", insert("readings", { sensor: "s", day: 1, at, owner: "x" })],
    ["Some clustering keys are missing: at", "update", update("readings", { sensor: "s", day: 1, seq: 0, value: 1 })],
    ["Invalid null value in condition for column id", "insert", insert("products", { id: null, name: "x" })],
    ["Invalid null value in condition for column at", "insert", insert("readings", { ...reading, at: null })],
    ["Invalid null value in condition for column id", "delete", remove("products", { id: null })],
    [
      "Invalid restrictions on clustering columns since the UPDATE statement modifies only static columns",
      "update",
      update("readings", { ...reading, owner: "x" }),
    ],
    ["Query must include columns to update", "update", update("products", { id })],
    ["Query must include columns to update", "update", { ...update("products", { id }), ifExists: true }],
    ["Non PRIMARY KEY columns found in where clause: name ", "delete", remove("products", { id, name: "x" })],
    [
      'PRIMARY KEY column "seq" cannot be restricted as preceding column "at" is not restricted',
      "delete",
      remove("readings", { sensor: "s", day: 1, seq: 1 }),
    ],
    [
      "INSERT statements are not allowed on counter tables, use UPDATE instead",
      "insert",
      insert("hits", { page: "p", day: 1 }),
    ],
    ["Invalid null value for counter increment", "update", update("hits", { page: "p", day: 1, views: null })],
    [
      "Cannot provide custom TTL for counter updates",
      "update",
      update("hits", { page: "p", day: 1, views: 1n }, { ttlSeconds: 10 }),
    ],
    [
      "Conditional updates are not supported on counter tables",
      "update",
      update("hits", { page: "p", day: 1, views: 1n }, { ifExists: true }),
    ],
    [
      "Conditions on counters are not supported",
      "update",
      update(
        "hits",
        { page: "p", day: 1, views: 1n },
        { conditions: [{ column: "views", operator: "eq", value: 1n }] },
      ),
    ],
    [blankKey, "update", update("hits", { page: "", day: 1, views: 1n })],
    [blankKey, "insert", insert("by_text", { k: "" })],
    ["Key length of 70000 is longer than maximum of 65535", "insert", insert("by_text", { k: long })],
    ["Key length of 70000 is longer than maximum of 65535", "insert", insert("only_key", { a: 1, b: long })],
    ["Key length of 70004 is longer than maximum of 65535", "insert", insert("readings", { ...reading, sensor: long })],
    [
      "A TTL must be greater or equal to 0, but was -1",
      "insert",
      insert("products", { id, name: "x" }, { ttlSeconds: -1 }),
    ],
    [
      "ttl is too large. requested (630720001) maximum (630720000)",
      "insert",
      insert("products", { id, name: "x" }, { ttlSeconds: 630720001 }),
    ],
    [
      "Request on table shop.products with ttl of 630720000 seconds exceeds maximum supported expiration date of " +
        "2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date overflow policy or " +
        "upgrade to a version where this limitation is fixed. See CASSANDRA-14092 and CASSANDRA-14227 for more details.",
      "insert",
      insert("products", { id, name: "x" }, { ttlSeconds: 630720000 }),
    ],
    [
      "PRIMARY KEY column 'id' cannot have IF conditions",
      "update",
      update("products", { id, name: "x" }, { conditions: [{ column: "id", operator: "eq", value: id }] }),
    ],
    [
      "Undefined column name nope in table shop.products",
      "update",
      update("products", { id, name: "x" }, { conditions: [{ column: "nope", operator: "eq", value: 1 }] }),
    ],
    [
      'Invalid comparison with null for operator ">"',
      "update",
      update("products", { id, name: "x" }, { conditions: [{ column: "name", operator: "gt", value: null }] }),
    ],
    [
      "Slice conditions ( > ) are not supported on durations",
      "update",
      update("moments", { k: 1, took: "1d" }, { conditions: [{ column: "took", operator: "gt", value: "1d" }] }),
    ],
    [
      "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns",
      "delete",
      remove("readings", { sensor: "s", day: 1 }, { ifExists: true }),
    ],
    [
      "Some clustering keys are missing: at, seq",
      "update",
      update(
        "readings",
        { sensor: "s", day: 1, owner: "x" },
        { conditions: [{ column: "value", operator: "eq", value: 1 }] },
      ),
    ],
    [
      'Invalid value for "price" of type decimal: it is not a decimal number as text, such as "9.99"',
      "insert",
      insert("products", { id, price: "ten" }),
    ],
    [
      'Invalid value for "id" of type uuid: it is not a UUID as text',
      "insert",
      insert("products", { id: "not-a-uuid" }),
    ],
  ];

  test.each(cases)("%s", async (message, kind, write) => {
    const { store } = await openStore(tables);
    const call = {
      insert: () => store.insert(write as Insert),
      update: () => store.update(write as Update),
      delete: () => store.delete(write as Delete),
    };
    expect(await refusalOf(call[kind]())).toBe(`invalid: ${message}`);
    expect(plain((await store.select({ ...shop, table: write.table, filters: [], pageSize: 1 })).rows)).toEqual([]);
  });

  it("what it does not know", async () => {
    const { store } = await openStore(tables);
    expect(await refusalOf(store.insert({ keyspace: "nothing", table: "t", values: values({}) }))).toBe(
      "unknown-keyspace: keyspace nothing does not exist",
    );
    expect(await refusalOf(store.insert(insert("nothing", {})))).toBe("unknown-table: table nothing does not exist");
  });

  it("what would be empty keys of one column, but not of several", async () => {
    const { store } = await openStore(tables);
    await store.insert(insert("readings", { ...reading, sensor: "" }));
    await store.insert(insert("only_key", { a: 1, b: "" }));
    expect(await scan(store, "readings")).toEqual([{ ...reading, sensor: "" }]);
    expect(await scan(store, "only_key")).toEqual([{ a: 1, b: "" }]);
  });
});
