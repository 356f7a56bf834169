/** What a session on a store passes to the store, and what it makes of its answers; values of every type: `test/conformance`. */
import { beforeEach, describe, expect, it, test } from "vitest";
import {
  blob,
  double,
  find,
  get,
  insert,
  int,
  readIndexed,
  readStatic,
  remove,
  scan,
  text,
  update,
} from "@colonnade/runtime";
import { list, map, set, tuple } from "@colonnade/runtime/composites";
import { createTable } from "@colonnade/runtime/definitions";
import type { Session } from "@colonnade/runtime";
import type { Store } from "../../src/store/index.ts";
import { storeSession } from "../../src/store-session/index.ts";
import { tableOf } from "../support/keyspaces.ts";
import { anyType, openStore, withMethods } from "./open-store.ts";

/** Members have other names than columns, so that neither is taken for the other. */
const things = anyType({
  keyspace: "shop",
  name: "things",
  apiName: "Things",
  columns: {
    room: text,
    at: int,
    sort: int,
    owner: text,
    count: int,
    tags: set(text),
    parts: map(text, int),
    steps: list(int),
    bytes: blob,
    sizes: list(double),
    ends: tuple(double, text),
  },
  partitionKey: ["room"],
  clusteringKey: [["at", "desc"], "sort"],
  staticColumns: ["owner"],
  cqlNames: { room: "c_room", at: "c_at", owner: "c_owner", count: "c_count", tags: "c_tags" },
  apiNames: { room: "cRoom", at: "cAt", owner: "cOwner", count: "cCount", tags: "cTags" },
});
const definition = tableOf({
  name: "things",
  columnDefinitions: [
    { name: "c_room", typeDefinition: "text" },
    { name: "c_at", typeDefinition: "int" },
    { name: "sort", typeDefinition: "int" },
    { name: "c_owner", typeDefinition: "text", static: true },
    { name: "c_count", typeDefinition: "int" },
    { name: "c_tags", typeDefinition: "set<text>" },
    { name: "parts", typeDefinition: "map<text, int>" },
    { name: "steps", typeDefinition: "list<int>" },
    { name: "bytes", typeDefinition: "blob" },
    { name: "sizes", typeDefinition: "list<double>" },
    { name: "ends", typeDefinition: "tuple<double, text>" },
  ],
  primaryKey: { partitionKey: ["c_room"], clusteringKey: ["c_at", "sort"] },
  tableOptions: { clusteringExpression: [{ column: "c_at", order: "DESC" }] },
});

const key = { room: "r", at: 1, sort: 1 };
/** A row with nothing but its key. */
const bare = {
  ...{ ...key, owner: null, count: null, tags: [], parts: new Map(), steps: [] },
  ...{ bytes: null, sizes: [], ends: null },
};

let store: Store;
/** What the store was called with, keyspace and table left out. */
let calls: unknown[];
let session: Session;

beforeEach(async () => {
  store = await openStore();
  await store.createTable("shop", definition);
  calls = [];
  const record =
    <Call extends { keyspace: string; table: string }, Result>(name: string, run: (call: Call) => Promise<Result>) =>
    (call: Call): Promise<Result> => {
      const { keyspace, table, ...rest } = call;
      expect([keyspace, table]).toEqual(["shop", "things"]);
      calls.push([name, Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))]);
      return run(call);
    };
  session = storeSession(
    withMethods(store, {
      insert: record("insert", (call) => store.insert(call)),
      update: record("update", (call) => store.update(call)),
      delete: record("delete", (call) => store.delete(call)),
      select: record("select", async (call) =>
        /contains/.test(JSON.stringify(call)) ? { rows: [] } : store.select(call),
      ),
    }),
  );
});

const values = (of: Record<string, unknown>) => new Map(Object.entries(of));
const columns = { c_room: "r", c_at: 1, sort: 1 };

describe("a write", () => {
  test.each<[string, (session: Session) => Promise<unknown>, string, object]>([
    [
      "an insert",
      (session) =>
        insert(session, things, anyType({ ...key, count: 2, tags: null }), anyType({ ttl: 60, consistency: "ALL" })),
      "insert",
      {
        values: values({ ...columns, c_count: 2, c_tags: null }),
        ttlSeconds: 60,
        consistency: "ALL",
        ifNotExists: false,
      },
    ],
    [
      "an insert of a new row",
      (session) => insert(session, things, anyType(key), { ifNotExists: true }),
      "insert",
      { values: values(columns), ifNotExists: true },
    ],
    [
      "an update",
      (session) => update(session, things, anyType({ ...key, count: 2 }), anyType({ ttl: 60 })),
      "update",
      { values: values({ ...columns, c_count: 2 }), ttlSeconds: 60, ifExists: false },
    ],
    [
      "an update of an existing row",
      (session) => update(session, things, anyType({ ...key, count: 2 }), anyType({ ifExists: true })),
      "update",
      { values: values({ ...columns, c_count: 2 }), ifExists: true },
    ],
    [
      "an update with a condition",
      (session) => {
        const test = { count: { in: [null, 3] }, tags: null, owner: { notEq: "ann" } };
        return update(session, things, anyType({ ...key, count: 2 }), anyType({ if: test }));
      },
      "update",
      {
        values: values({ ...columns, c_count: 2 }),
        ifExists: false,
        conditions: [
          { column: "c_count", operator: "in", value: [null, 3] },
          { column: "c_tags", operator: "eq", value: null },
          { column: "c_owner", operator: "notEq", value: "ann" },
        ],
      },
    ],
    [
      "a delete",
      (session) => remove(session, things, anyType(key)),
      "delete",
      { key: values(columns), ifExists: false },
    ],
    [
      "a delete of an existing row",
      (session) => remove(session, things, anyType(key), anyType({ ifExists: true })),
      "delete",
      { key: values(columns), ifExists: true },
    ],
    [
      "a delete with a condition",
      (session) => remove(session, things, anyType(key), anyType({ if: { count: 3 } })),
      "delete",
      { key: values(columns), ifExists: false, conditions: [{ column: "c_count", operator: "eq", value: 3 }] },
    ],
  ])("is passed to the store as it is: %s", async (_, act, method, call) => {
    await act(session);
    expect(calls).toEqual([[method, call]]);
  });

  it("that is applied is only that; one that is not shows the row that is there, if there is one", async () => {
    const insertNew = () => insert(session, things, anyType({ ...key, count: 1 }), { ifNotExists: true });
    expect(await insertNew()).toEqual({ applied: true });
    expect(await insertNew()).toMatchObject({ applied: false, current: { ...bare, count: 1 } });
    const condition = anyType({ if: { count: 5, owner: null } });
    const changed = await update(session, things, anyType({ ...key, count: 2 }), condition);
    expect(changed).toEqual({ applied: false, current: { count: 1, owner: null } });
    const nothing = await update(session, things, anyType({ ...key, at: 9, count: 2 }), condition);
    expect(nothing).toEqual({ applied: false, current: { count: null, owner: null } });
    expect(await remove(session, things, anyType({ ...key, at: 9 }), anyType({ ifExists: true }))).toEqual({
      applied: false,
      current: null,
    });
  });

  it("of a value that the column cannot hold is refused before anything is written", async () => {
    const { columns: members, ...rest } = things as { columns: object };
    const wrong = anyType({ ...rest, columns: { ...members, count: text } });
    await expect(insert(session, wrong, anyType({ ...key, count: "many" }))).rejects.toMatchObject({
      code: "document-rejected",
      outcome: "refused",
      message: expect.stringMatching(/the value of count is not a whole number.*: its column is of type int$/),
    });
    expect(calls).toEqual([]);
  });
});

describe("a read", () => {
  const all = definition.columns.map(({ name }) => name);
  const ofRoom = { column: "c_room", operator: "eq", value: "r" };

  test.each<[string, (session: Session) => Promise<unknown>, object]>([
    [
      "of a row",
      (session) => get(session, things, anyType(key), { select: anyType(["count"]) }),
      {
        filters: [ofRoom, { column: "c_at", operator: "eq", value: 1 }, { column: "sort", operator: "eq", value: 1 }],
        // With a clustering column to tell rows from partitions without any.
        columns: ["c_count", "c_at"],
        pageSize: 1,
      },
    ],
    [
      "of a range, against the order of the table",
      (session) =>
        find(
          session,
          things,
          anyType({ room: "r", at: { gt: 1, lte: 3 } }),
          anyType({ order: "asc", select: ["sort"] }),
        ).page(),
      {
        filters: [ofRoom, { column: "c_at", operator: "gt", value: 1 }, { column: "c_at", operator: "lte", value: 3 }],
        columns: ["sort", "c_at"],
        orderBy: [
          { column: "c_at", order: "ASC" },
          { column: "sort", order: "DESC" },
        ],
        pageSize: 100,
      },
    ],
    [
      "of several partitions",
      (session) => find(session, things, anyType({ room: { in: ["r", "s"] } }), anyType({ select: ["sort"] })).page(),
      { filters: [{ ...ofRoom, operator: "in", value: ["r", "s"] }], columns: ["sort", "c_at"], pageSize: 100 },
    ],
    [
      "of all rows",
      (session) => scan(session, things, { consistency: "ALL" }).page(),
      { filters: [], columns: all, pageSize: 100, consistency: "ALL" },
    ],
    [
      "of an item",
      (session) => readIndexed(session, things, { tags: { contains: "a" } }).page(),
      { filters: [{ column: "c_tags", operator: "contains", value: "a" }], columns: all, pageSize: 100 },
    ],
    [
      "of a list's item",
      (session) => readIndexed(session, things, { steps: { contains: 7 } }).page(),
      { filters: [{ column: "steps", operator: "contains", value: 7 }], columns: all, pageSize: 100 },
    ],
    [
      "of a value of a map",
      (session) => readIndexed(session, things, { parts: { contains: 7 } }).page(),
      { filters: [{ column: "parts", operator: "contains", value: 7 }], columns: all, pageSize: 100 },
    ],
    [
      "of a key of a map",
      (session) => readIndexed(session, things, { parts: { containsKey: "a" } }).page(),
      { filters: [{ column: "parts", operator: "containsKey", value: "a" }], columns: all, pageSize: 100 },
    ],
    [
      "of an entry of a map",
      (session) => readIndexed(session, things, { parts: { containsEntry: ["a", 7] } }).page(),
      {
        filters: [{ column: "parts", operator: "containsEntry", value: { key: "a", value: 7 } }],
        columns: all,
        pageSize: 100,
      },
    ],
  ])("is passed to the store as it is: %s", async (_, act, call) => {
    await act(session);
    expect(calls).toEqual([["select", { ...call, reads: expect.anything() }]]);
  });

  it("has rows by the names of members, with empty collections and null for what has no value", async () => {
    await store.insert({ keyspace: "shop", table: "things", values: values(columns) as never });
    expect(await get(session, things, anyType(key))).toEqual(bare);
    const row = {
      ...{ ...key, owner: "ann", count: 0, tags: ["b", "a"], parts: new Map([["x", 1]]), steps: [3, 1] },
      ...{ bytes: new Uint8Array([1, 2]), sizes: [0.5, -1], ends: [1.5, null] },
    };
    await insert(session, things, anyType(row));
    expect(await get(session, things, anyType(key))).toEqual({ ...row, tags: ["a", "b"] });
  });

  it("passes over a partition without rows, and refuses a row with a part of its key", async () => {
    const answer = (row: object) =>
      storeSession(withMethods(store, { select: async () => ({ rows: [values({ ...row }) as never] }) }));
    expect(await scan(answer({ c_room: "r", c_owner: "ann" }), things).toArray()).toEqual([]);
    await expect(scan(answer({ c_room: "r", c_at: 1 }), things).toArray()).rejects.toMatchObject({
      code: "protocol",
      message: "scan shop.things failed: the store's row has no sort",
    });
  });

  it("is refused when the table lacks a column that it asks for, selects or tells rows by", async () => {
    const { cqlNames, ...rest } = things as { cqlNames: object };
    const named = (other: object) => anyType({ ...rest, cqlNames: { ...cqlNames, ...other } });
    const select = anyType(["sort"]);
    const reads = [
      readIndexed(session, named({ tags: "labels" }), anyType({ tags: { contains: "a" } }), { select }),
      scan(session, named({ at: "labels" }), { select }),
      scan(session, named({ steps: "labels" })),
    ];
    for (const rows of reads) await expect(rows.page()).rejects.toThrow("shop.things has no column labels");
    expect(calls).toEqual([]);
  });

  it("of static columns is one of a partition, whose row may have no clustering key", async () => {
    await update(session, things, anyType({ room: "r", owner: "ann" }));
    expect(await readStatic(session, things, anyType({ room: "r" }), anyType(["room", "owner"]))).toEqual({
      room: "r",
      owner: "ann",
    });
    // It is a partition, and not a row.
    expect(await scan(session, things, { select: anyType(["owner"]) }).toArray()).toEqual([]);
    expect(await find(session, things, anyType({ room: "r" })).toArray()).toEqual([]);
  });
});

describe("a value that another client has stored", () => {
  const numbers = anyType({
    keyspace: "shop",
    name: "numbers",
    apiName: "Numbers",
    columns: { id: text, at: double },
    partitionKey: ["id"],
  });

  it("cannot be read when JSON has no form of it", async () => {
    const store = await openStore();
    const row = new Map<string, never>([
      ["id", anyType("a")],
      ["at", anyType(NaN)],
    ]);
    const session = storeSession(withMethods(store, { select: async () => ({ rows: [row] }) }));
    await createTable(session, numbers);
    await expect(get(session, numbers, anyType({ id: "a" }))).rejects.toMatchObject({
      code: "field",
      outcome: "refused",
      message: "get shop.numbers failed: JSON cannot express NaN",
    });
  });

  it("is no row when it has no key", async () => {
    const store = await openStore();
    const session = storeSession(withMethods(store, { select: async () => ({ rows: [new Map([["at", 1]])] }) }));
    await createTable(session, numbers);
    await expect(scan(session, numbers).toArray()).rejects.toMatchObject({
      code: "protocol",
      message: "scan shop.numbers failed: the store's row has no id",
    });
  });

  it("cannot be read when JSON has no form of a part of it", async () => {
    for (const part of [{ sizes: [1, Infinity] }, { ends: [NaN, "a"] }]) {
      const row = new Map<string, never>(Object.entries({ ...columns, ...part }) as [string, never][]);
      const read = storeSession(withMethods(store, { select: async () => ({ rows: [row] }) }));
      await expect(get(read, things, anyType(key))).rejects.toMatchObject({
        code: "field",
        message: expect.stringMatching(/JSON cannot express (?:NaN|Infinity)$/),
      });
    }
  });

  it("is read where a map has numbers of which JSON has a form, in its keys and values", async () => {
    const weights = anyType({
      ...{ keyspace: "shop", name: "weights", apiName: "Weights" },
      columns: { id: text, by: map(double, double), whole: map(text, tuple(double, blob)) },
      partitionKey: ["id"],
    });
    const readWith = async (row: object) => {
      const found = new Map<string, never>(Object.entries(row) as [string, never][]);
      const read = storeSession(withMethods(store, { select: async () => ({ rows: [found] }) }));
      await createTable(read, weights);
      return get(read, weights, anyType({ id: "a" }));
    };
    const bytes = new Uint8Array([1]);
    const good = { id: "a", by: new Map([[0.5, 1]]), whole: new Map([["x", [1, bytes]]]) };
    expect(await readWith(good)).toEqual(good);
    expect(await readWith({ ...good, whole: new Map([["x", [null, null]]]) })).toMatchObject({ by: good.by });
    for (const by of [new Map([[NaN, 1]]), new Map([[1, -Infinity]])]) {
      await expect(readWith({ ...good, by })).rejects.toThrow("JSON cannot express");
    }
    await expect(readWith({ ...good, whole: new Map([["x", [NaN, bytes]]]) })).rejects.toThrow("cannot express NaN");
  });

  it("is refused when it is of another type than the bindings say", async () => {
    const { columns: members, ...rest } = things as { columns: object };
    const wrong = anyType({ ...rest, columns: { ...members, owner: int } });
    await insert(session, things, anyType({ ...key, owner: "ann" }));
    await expect(get(session, wrong, anyType(key))).rejects.toMatchObject({
      name: "ValidationError",
      direction: "out",
      message: expect.stringContaining("the store's owner is not a whole number"),
    });
  });
});
