/** Changes of definitions in a store with rows. */
import { describe, expect, it } from "vitest";
import type { Column, UserType } from "../../../../src/model/index.ts";
import type { TableChange } from "../../../../src/store/index.ts";
import { hits, items, openStore, plain, readings, refusalOf, scan, table, values } from "../temporary-store.ts";

const column = (name: string, type: string, kind: Column["kind"] = "regular"): Column => {
  const parsed = table("t", { id: "int", ck: "int", [name]: type }, ["id"], { ck: "ASC" }).columns[2] as Column;
  return { ...parsed, kind };
};
const add = (name: string, type: string, kind?: Column["kind"]): TableChange => ({
  kind: "add-column",
  column: column(name, type, kind),
});
const drop = (name: string): TableChange => ({ kind: "drop-column", column: name });
const rename = (from: string, to: string): TableChange => ({ kind: "rename-column", column: from, to });
const index = (name: string, more = {}): TableChange => ({
  kind: "create-index",
  index: { column: name, kind: "full", ...more },
});

const item = (item_no: number, more = {}) => ({
  keyspace: "shop",
  table: "items",
  values: values({ order_id: 1, item_no, ...more }),
});

async function openItems() {
  const opened = await openStore([items]);
  await opened.store.insert(item(1, { sku: "x" }));
  const alter = (...changes: readonly TableChange[]) =>
    changes.reduce(
      (before, change) => before.then(() => opened.store.alterTable("shop", "items", change)),
      Promise.resolve(),
    );
  const reopen = async () => {
    await opened.store.close();
    return (await openStore([], opened.directory)).store;
  };
  return { ...opened, alter, reopen };
}

describe("a column that is added", () => {
  it("is null in old rows, and is written and kept in new ones", async () => {
    const { store, alter, reopen } = await openItems();
    await alter(add("note", "text"), add("owner", "text", "static"));
    await store.insert(item(2, { note: "n", owner: "ann" }));
    const expected = [
      { order_id: 1, item_no: 1, sku: "x", owner: "ann" },
      { order_id: 1, item_no: 2, note: "n", owner: "ann" },
    ];
    expect(await scan(store, "items")).toEqual(expected);
    expect(await scan(await reopen(), "items")).toEqual(expected);
  });

  it("does not show what was in a dropped one of its name", async () => {
    const { store, alter, reopen } = await openItems();
    await alter(drop("sku"), add("sku", "text"));
    expect(await scan(store, "items")).toEqual([{ order_id: 1, item_no: 1 }]);
    await store.update(item(1, { sku: "y" }));
    expect(await scan(await reopen(), "items")).toEqual([{ order_id: 1, item_no: 1, sku: "y" }]);
  });
});

describe("a column that is dropped", () => {
  it("takes rows with it that an update made of it alone", async () => {
    const { store, alter } = await openItems();
    await store.update(item(2, { sku: "y" }));
    await alter(drop("sku"));
    expect(await scan(store, "items")).toEqual([{ order_id: 1, item_no: 1 }]);
    expect(await refusalOf(store.insert(item(3, { sku: "z" })))).toMatch(/^invalid: Undefined column name sku/);
  });

  it("does not come back by a write that was planned before", async () => {
    const { store, alter } = await openItems();
    const writes = [alter(drop("sku")), store.insert(item(2, { sku: "late" })), alter(add("sku", "text"))];
    await Promise.all(writes);
    expect(await scan(store, "items")).toEqual([
      { order_id: 1, item_no: 1 },
      { order_id: 1, item_no: 2 },
    ]);
  });
});

it("a renamed key column finds the rows that it found before", async () => {
  const { store, alter, reopen } = await openItems();
  await alter(rename("item_no", "number"), rename("order_id", "order"));
  const filters = [
    { column: "order", operator: "eq" as const, value: 1 },
    { column: "number", operator: "gte" as const, value: 1 },
  ];
  const find = async (one: typeof store) => {
    const { rows } = await one.select({ keyspace: "shop", table: "items", filters, pageSize: 10 });
    return plain(rows);
  };
  const expected = [{ order: 1, number: 1, sku: "x" }];
  expect(await find(store)).toEqual(expected);
  expect(await find(await reopen())).toEqual(expected);
});

it("an index finds rows while it is there", async () => {
  const { store, alter, reopen } = await openItems();
  const filters = [{ column: "sku", operator: "eq" as const, value: "x" }];
  const find = (one = store) => one.select({ keyspace: "shop", table: "items", filters, pageSize: 10 });
  expect(await refusalOf(find())).toMatch(/ALLOW FILTERING/);
  await alter(index("sku"));
  expect((await find()).rows).toHaveLength(1);
  const again = await reopen();
  expect((await find(again)).rows).toHaveLength(1);
  await again.alterTable("shop", "items", { kind: "drop-index", index: "items_sku_idx" });
  expect(await refusalOf(find(again))).toMatch(/ALLOW FILTERING/);
});

it("a time to live ends what is written after it, and nothing else", async () => {
  const { store, alter, clock } = await openItems();
  await alter({ kind: "time-to-live", seconds: 60 });
  await store.insert(item(2));
  clock.now += 61_000;
  expect(await scan(store, "items")).toEqual([{ order_id: 1, item_no: 1, sku: "x" }]);
});

it("a comment is the table's description", async () => {
  const { store, alter, reopen } = await openItems();
  await alter({ kind: "comment", text: "Lines of orders" });
  expect((await store.keyspace("shop"))?.tables[0]?.description).toBe("Lines of orders");
  const again = await reopen();
  expect((await again.keyspace("shop"))?.tables[0]?.description).toBe("Lines of orders");
  await again.alterTable("shop", "items", { kind: "comment", text: "" });
  expect((await again.keyspace("shop"))?.tables[0]).not.toHaveProperty("description");
});

const address: UserType = { name: "address", fields: [{ name: "city", type: { kind: "native", name: "text" } }] };
const people = table(
  "people",
  { id: "int", email: "text", home: "address", lived: "frozen<list<frozen<address>>>" },
  ["id"],
  {},
  { indexes: [{ column: "email" }], userTypes: [address] },
);

describe("what the database refuses", () => {
  it.each<[table: string, change: TableChange, message: string]>([
    ["items", add("sku", "text"), "Column with name 'sku' already exists"],
    ["items", drop("nope"), "Column nope was not found in table 'shop.items'"],
    ["items", drop("item_no"), "Cannot drop PRIMARY KEY column item_no"],
    ["items", rename("nope", "x"), "Undefined column name nope in table shop.items"],
    ["items", rename("sku", "x"), "Cannot rename non PRIMARY KEY column sku"],
    [
      "items",
      rename("item_no", "sku"),
      "Cannot rename column item_no to sku in table 'shop.items'; another column with that name already exists",
    ],
    ["items", index("nope"), "Undefined column name nope in table shop.items"],
    ["items", index("order_id"), "Cannot create secondary index on the only partition key column order_id"],
    ["items", index("sku", { name: "people_email_idx" }), "Index 'people_email_idx' already exists"],
    ["items", { kind: "drop-index", index: "nope" }, "Index 'shop.nope' doesn't exist'"],
    ["items", add("views", "counter"), 'Cannot have a counter column ("views") in a non counter table'],
    ["people", drop("email"), "Cannot drop column email because it has dependent secondary indexes (people_email_idx)"],
    ["people", drop("home"), "Cannot drop non-frozen column home of user type address"],
    ["people", index("home"), "Cannot create index on non-frozen UDT column home"],
    [
      "people",
      index("email", { name: "other_name" }),
      "Index other_name is a duplicate of existing index people_email_idx",
    ],
    ["hits", add("note", "text"), 'Cannot have a non counter column ("note") in a counter table'],
    ["hits", index("views"), "Secondary indexes on counter tables aren't supported"],
    ["hits", { kind: "time-to-live", seconds: 1 }, "Cannot set default_time_to_live on a table with counters"],
  ])("%s: %j", async (name, change, message) => {
    const { store } = await openStore([items, hits]);
    await store.createUserType("shop", address);
    await store.createTable("shop", people);
    const before = await store.keyspace("shop");
    expect(await refusalOf(store.alterTable("shop", name, change))).toBe(`invalid: ${message}`);
    expect(await store.keyspace("shop")).toBe(before);
  });

  it.each<[again: Column, message: string]>([
    [
      column("sku", "int"),
      "Cannot add a column 'sku' of type int, incompatible with previously dropped column 'sku' of type text",
    ],
    [
      column("sku", "text", "static"),
      "Cannot re-add previously dropped column 'sku' of kind STATIC, incompatible with previous kind REGULAR",
    ],
  ])("a dropped column again, as %j", async (again, message) => {
    const { store, alter, reopen } = await openItems();
    await alter(drop("sku"));
    const change: TableChange = { kind: "add-column", column: again };
    expect(await refusalOf(store.alterTable("shop", "items", change))).toBe(`invalid: ${message}`);
    expect(await refusalOf((await reopen()).alterTable("shop", "items", change))).toBe(`invalid: ${message}`);
  });

  it("a dropped counter again", async () => {
    const { store } = await openStore([hits]);
    await store.alterTable("shop", "hits", drop("clicks"));
    expect(await refusalOf(store.alterTable("shop", "hits", add("clicks", "counter")))).toBe(
      "invalid: Cannot re-add previously dropped counter column clicks",
    );
  });

  it("a table that is not there", async () => {
    const { store } = await openStore();
    expect(await refusalOf(store.alterTable("shop", "nope", drop("x")))).toBe(
      "unknown-table: table nope does not exist",
    );
  });

  it("what the parser of definitions refuses", async () => {
    const { store } = await openStore([items, table("flat", { id: "int" }, ["id"])]);
    for (const [name, change] of [
      ["items", { kind: "time-to-live", seconds: 2 ** 31 }],
      ["flat", add("owner", "text", "static")],
      ["items", index("sku", { kind: "keys" })],
    ] as const) {
      expect(await refusalOf(store.alterTable("shop", name, change))).toMatch(/^invalid: /);
    }
  });

  it("to drop a type that is in use", async () => {
    const outer: UserType = {
      name: "outer",
      fields: [{ name: "a", type: { kind: "user", type: address, frozen: true } }],
    };
    const { store } = await openStore();
    await store.createUserType("shop", address);
    await store.createTable("shop", people);
    const still = "invalid: Cannot drop user type 'shop.address' as it is still used by";
    expect(await refusalOf(store.dropUserType("shop", "address"))).toBe(`${still} tables people`);
    await store.dropTable("shop", "people");
    await store.createUserType("shop", outer);
    expect(await refusalOf(store.dropUserType("shop", "address"))).toBe(`${still} user types outer`);
    expect(await store.dropUserType("shop", "outer")).toBe(true);
    expect(await store.dropUserType("shop", "address")).toBe(true);
    expect(await store.dropUserType("shop", "address")).toBe(false);
  });
});

it("a dropped keyspace is gone with its tables, rows and types", async () => {
  const { store, reopen } = await openItems();
  await store.createUserType("shop", address);
  expect(await store.dropKeyspace("shop")).toBe(true);
  expect(await store.dropKeyspace("shop")).toBe(false);
  expect(await store.keyspaces()).toEqual([]);
  await store.createKeyspace("shop");
  await store.createTable("shop", items);
  expect(await scan(store, "items")).toEqual([]);
  expect((await (await reopen()).keyspace("shop"))?.userTypes).toEqual([]);
});

it("a table keeps its other indexes and columns through a change", async () => {
  const { store } = await openStore([readings]);
  await store.alterTable("shop", "readings", index("note", { name: "by_note" }));
  await store.alterTable("shop", "readings", drop("value"));
  const [found] = (await store.keyspace("shop"))?.tables ?? [];
  expect(found?.indexes).toEqual([{ name: "by_note", column: "note", kind: "full" }]);
  expect(found?.columns.map(({ name }) => name)).toEqual(["sensor", "day", "at", "seq", "owner", "site", "note"]);
});
