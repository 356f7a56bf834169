/** Changes inside collections and user types; results and refusals are those of a real Cassandra 5.0. */
import { describe, expect, it, test } from "vitest";
import type { Change, EmbeddedStore, Filter, Update, Value } from "../../../src/store/index.ts";
import { userTypesOf } from "../../support/keyspaces.ts";
import { openStore, plain, refusalOf, scan, table, temporaryDirectory, values } from "./temporary-store.ts";
import type { Columns, OpenStore } from "./temporary-store.ts";

const userTypes = userTypesOf([
  {
    name: "addr",
    fields: [
      { name: "city", typeDefinition: "text" },
      { name: "zip", typeDefinition: "int" },
    ],
  },
]);
const notes = table(
  "notes",
  {
    p: "int",
    v: "int",
    s: "set<int>",
    l: "list<int>",
    m: "map<text, int>",
    u: "addr",
    prices: "set<decimal>",
    fl: "frozen<list<int>>",
    fs: "frozen<set<int>>",
    fu: "frozen<addr>",
    pair: "tuple<int, int>",
  },
  ["p"],
  {},
  {
    userTypes: [...userTypes.values()],
    indexes: [{ column: "s" }, { column: "l" }, { column: "m", kind: "entries" }],
  },
);
const wide = table("wide", { p: "int", c: "int", st: "set<int> static", v: "int", s: "set<int>" }, ["p"], { c: "ASC" });

async function openNotes(directory?: string): Promise<OpenStore> {
  const opened = await openStore([], directory);
  for (const type of userTypes.values()) await opened.store.createUserType("shop", type);
  for (const each of [notes, wide]) await opened.store.createTable("shop", each);
  return opened;
}

const add = (column: string, value: Value): Change => ({ kind: "add", column, value });
const append = (column: string, value: Value): Change => ({ kind: "append", column, value });
const prepend = (column: string, value: Value): Change => ({ kind: "prepend", column, value });
const remove = (column: string, value: Value): Change => ({ kind: "remove", column, value });
const element = (column: string, at: Value, value: Value | null): Change => ({ kind: "element", column, at, value });
const field = (column: string, name: string, value: Value | null): Change => ({
  kind: "field",
  column,
  field: name,
  value,
});

const update = (changes: readonly Change[], more: Partial<Update> = {}): Update => ({
  keyspace: "shop",
  table: "notes",
  values: values({ p: 1 }),
  changes,
  ...more,
});
const set = (columns: Columns): Update => update([], { values: values({ p: 1, ...columns }) });

async function found(store: EmbeddedStore, filter: Filter): Promise<number> {
  const { rows } = await store.select({ keyspace: "shop", table: "notes", filters: [filter], pageSize: 10 });
  return rows.length;
}

describe("changes", () => {
  const full = { s: [1, 2], l: [1, 2, 3], m: new Map([["a", 1]]), u: { city: "Bern", zip: 3 } };
  const cases: readonly (readonly [what: string, changes: readonly Change[], left: Columns])[] = [
    ["add to a set, each item once", [add("s", [3, 2, 0])], { s: [0, 1, 2, 3] }],
    ["remove from a set", [remove("s", [1, 9])], { s: [2] }],
    ["remove the last item, and the set with it", [remove("s", [1, 2])], { s: null }],
    [
      "put entries of a map",
      [add("m", new Map([["b", 2], ["a", 5]]))], // prettier-ignore
      { m: new Map([["a", 5], ["b", 2]]) }, // prettier-ignore
    ],
    ["set the value of a key", [element("m", "b", 7), element("m", "a", null)], { m: new Map([["b", 7]]) }],
    ["remove keys of a map", [remove("m", ["a", "z"])], { m: null }],
    ["append to a list, twice too", [append("l", [4, 4]), append("l", [5])], { l: [1, 2, 3, 4, 4, 5] }],
    [
      "prepend to a list in the order of the items",
      [prepend("l", [8, 9]), prepend("l", [7])],
      { l: [7, 8, 9, 1, 2, 3] },
    ],
    ["remove every equal item of a list", [append("l", [2]), remove("l", [2, 9])], { l: [1, 3] }],
    ["set an item of a list", [element("l", 1, 9)], { l: [1, 9, 3] }],
    ["remove an item of a list", [element("l", 0, null)], { l: [2, 3] }],
    ["know the items that they append themselves", [append("l", [4]), element("l", 3, 9)], { l: [1, 2, 3, 9] }],
    [
      "are made one after the other",
      [append("l", [4]), element("l", 0, 9), remove("l", [2]), prepend("l", [0])],
      { l: [0, 9, 3, 4] },
    ],
    ["set a field", [field("u", "zip", 4)], { u: { city: "Bern", zip: 4 } }],
    ["clear fields, and the value with the last one", [field("u", "zip", null), field("u", "city", null)], { u: null }],
    ["add and remove nothing", [add("s", []), remove("s", []), append("l", []), add("m", new Map())], {}],
    ["of one time delete rather than set", [add("s", [5]), remove("s", [5])], {}],
    [
      "of one time keep the greater of two values",
      [element("m", "a", 8), element("m", "a", 7)],
      { m: new Map([["a", 8]]) },
    ],
  ];

  it.each(cases)("%s", async (_, changes, left) => {
    const { store } = await openNotes();
    await store.update(set(full));
    await store.update(update(changes));
    const expected = Object.fromEntries(
      Object.entries({ p: 1, ...full, ...left }).filter(([, value]) => value !== null),
    );
    expect(await scan(store, "notes")).toEqual([expected]);
  });

  it("make a row of what has none, and of nothing no row", async () => {
    const { store } = await openNotes();
    await store.update(update([add("s", []), append("l", [])]));
    expect(await scan(store, "notes")).toEqual([]);
    await store.update(update([add("s", [1]), append("l", [1]), add("m", new Map([["a", 1]])), field("u", "zip", 1)]));
    const row = { p: 1, s: [1], l: [1], m: new Map([["a", 1]]), u: { city: null, zip: 1 } };
    expect(await scan(store, "notes")).toEqual([row]);
    await store.update(update([remove("s", [1]), remove("l", [1]), remove("m", ["a"]), field("u", "zip", null)]));
    expect(await scan(store, "notes")).toEqual([]);
  });

  it("take equal decimals for one item", async () => {
    const { store } = await openNotes();
    await store.update(update([add("prices", ["1.0", "2"])]));
    await store.update(update([add("prices", ["1.00"])]));
    expect(await scan(store, "notes")).toEqual([{ p: 1, prices: ["1.00", "2"] }]);
    await store.update(update([remove("prices", ["1.000"])]));
    expect(await scan(store, "notes")).toEqual([{ p: 1, prices: ["2"] }]);
  });

  it("have a time to live of their own", async () => {
    const { store, clock } = await openNotes();
    await store.update(update([add("s", [1, 2]), field("u", "city", "a"), append("l", [1])], { ttlSeconds: 1 }));
    await store.update(update([add("s", [2, 3]), field("u", "zip", 2), append("l", [2])]));
    const before = { p: 1, s: [1, 2, 3], u: { city: "a", zip: 2 }, l: [1, 2] };
    expect(await scan(store, "notes")).toEqual([before]);
    clock.now += 1000;
    const after = { p: 1, s: [2, 3], u: { city: null, zip: 2 }, l: [2] };
    expect(await scan(store, "notes")).toEqual([after]);
    expect(await store.expireRows()).toBe(1);
    expect(await scan(store, "notes")).toEqual([after]);
    await store.update(update([element("l", 0, 7)]));
    expect(await scan(store, "notes")).toEqual([{ ...after, l: [7] }]);
  });

  it("of static columns need no row", async () => {
    const { store } = await openNotes();
    await store.update({ keyspace: "shop", table: "wide", values: values({ p: 1 }), changes: [add("st", [1])] });
    await store.update({
      keyspace: "shop",
      table: "wide",
      values: values({ p: 1, c: 1 }),
      changes: [add("st", [2]), add("s", [3])],
    });
    expect(await scan(store, "wide")).toEqual([{ p: 1, c: 1, st: [1, 2], s: [3] }]);
  });

  it("keep the entries of indexes in step", async () => {
    const { store, clock } = await openNotes();
    await store.update(update([add("s", [1, 2]), append("l", [4]), element("m", "a", 1)]));
    await store.update(update([remove("s", [1]), element("l", 0, 5), element("m", "a", 2)]));
    await store.update(update([add("s", [9])], { ttlSeconds: 1 }));
    const counts = async (): Promise<readonly number[]> => {
      const filters: Filter[] = [
        ...[1, 2, 9].map((value): Filter => ({ column: "s", operator: "contains", value })),
        ...[4, 5].map((value): Filter => ({ column: "l", operator: "contains", value })),
        ...[1, 2].map((value): Filter => ({
          column: "m",
          operator: "containsEntry",
          value: { key: "a", value } as never,
        })),
      ];
      return Promise.all(filters.map((filter) => found(store, filter)));
    };
    expect(await counts()).toEqual([0, 1, 1, 0, 1, 0, 1]);
    clock.now += 1000;
    await store.settled();
    expect(await counts()).toEqual([0, 1, 0, 0, 1, 0, 1]);
  });

  it("of a column go with it when it is dropped", async () => {
    const { store } = await openNotes();
    await store.update(update([add("prices", ["1"]), append("l", [1])]));
    await store.alterTable("shop", "notes", { kind: "drop-column", column: "prices" });
    expect(await scan(store, "notes")).toEqual([{ p: 1, l: [1] }]);
    await store.update(update([append("l", [2])]));
    const type = { kind: "set", item: { kind: "native", name: "decimal" }, frozen: false } as const;
    await store.alterTable("shop", "notes", {
      kind: "add-column",
      column: { name: "prices", type, kind: "regular" },
    });
    expect(await scan(store, "notes")).toEqual([{ p: 1, l: [1, 2] }]);
  });

  it("are there after opening again", async () => {
    const directory = await temporaryDirectory();
    const { store } = await openNotes(directory);
    await store.update(set({ l: [2], s: [1] }));
    await store.update(update([prepend("l", [1]), append("l", [3]), add("s", [2])]));
    await store.close();
    const again = await openNotes(directory);
    again.clock.now += 1;
    await again.store.update(update([append("l", [4])]));
    expect(await scan(again.store, "notes")).toEqual([{ p: 1, l: [1, 2, 3, 4], s: [1, 2] }]);
  });
});

describe("changes of a batch", () => {
  it("see what was there before it, and add up", async () => {
    const { store } = await openNotes();
    const write = (changes: readonly Change[], columns: Columns = {}) =>
      ({ kind: "update", ...update(changes, { values: values({ p: 1, ...columns }) }) }) as const;
    await store.batch([
      write([], { l: [1, 2] }),
      write([], { l: [3] }),
      write([append("l", [4])]),
      write([prepend("l", [5, 6])]),
      write([prepend("l", [7, 8])]),
      write([], { s: [1] }),
      write([add("s", [2])]),
      write([], { s: [3] }),
      write([field("u", "city", "a")]),
      write([], { u: { city: null, zip: 3 } }),
    ]);
    expect(await scan(store, "notes")).toEqual([
      { p: 1, l: [7, 8, 5, 6, 1, 2, 3, 4], s: [1, 2, 3], u: { city: "a", zip: 3 } },
    ]);
    await store.batch([write([element("l", 0, 9)]), write([element("l", 1, null), append("l", [0])])]);
    expect(await scan(store, "notes")).toMatchObject([{ l: [9, 5, 6, 1, 2, 3, 4, 0] }]);
  });

  it("do not see each other", async () => {
    const { store } = await openNotes();
    const call = store.batch([
      { kind: "update", ...set({ l: [7] }) },
      { kind: "update", ...update([element("l", 0, 9)]) },
    ]);
    expect(await refusalOf(call)).toBe("invalid: Attempted to set an element on a list which is null");
    expect(await scan(store, "notes")).toEqual([]);
  });
});

describe("what the database refuses of changes is refused in its words:", () => {
  const refused: readonly (readonly [message: string, statement: Update])[] = [
    ["Invalid operation (v = v + ?) for non counter column v", update([add("v", 1)])],
    ["Invalid operation (v = v - ?) for non counter column v", update([remove("v", 1)])],
    ["Invalid operation (m = ? - m) for non list column m", update([prepend("m", new Map())])],
    ["Invalid operation (u = u + ?) for tuple column u", update([add("u", { city: "x", zip: 1 })])],
    ["Invalid operation (u = u - ?) for non counter column u", update([remove("u", { city: "x", zip: 1 })])],
    ["Invalid operation (u[?] = ?) for non collection column u", update([element("u", "a", 1)])],
    ["Invalid operation (s[?] = ?) for set column s", update([element("s", 1, 1)])],
    ["Invalid operation (v[?] = ?) for non collection column v", update([element("v", 1, 1)])],
    ["Invalid operation (v.city = ?) for non-UDT column v", update([field("v", "city", "x")])],
    ["UDT column u does not have a field named nope", update([field("u", "nope", "x")])],
    ["Invalid operation (fl = fl + ?) for frozen collection column fl", update([append("fl", [1])])],
    ["Invalid operation (fl = fl - ?) for frozen collection column fl", update([remove("fl", [1])])],
    ["Invalid operation (fl = ? - fl) for frozen list column fl", update([prepend("fl", [1])])],
    ["Invalid operation (fl[?] = ?) for frozen collection column fl", update([element("fl", 0, 1)])],
    ["Invalid operation (fu.city = ?) for frozen UDT column fu", update([field("fu", "city", "x")])],
    ["PRIMARY KEY part p found in SET part", update([add("p", 1)])],
    ["Undefined column name nope in table shop.notes", update([add("nope", 1)])],
    ["Multiple incompatible setting of column s", update([add("s", [1])], { values: values({ p: 1, s: [2] }) })],
    ["Multiple incompatible setting of column u", update([field("u", "city", "a"), field("u", "city", "b")])],
    ["Attempted to set an element on a list which is null", update([element("l", 0, 1)])],
    ["Attempted to set an element on a list which is null", update([element("l", 0, null)])],
    ["Query must include columns to update", update([])],
    [
      "Invalid restrictions on clustering columns since the UPDATE statement modifies only static columns",
      update([add("st", [1])], { table: "wide", values: values({ p: 1, c: 1 }) }),
    ],
    ["Some clustering keys are missing: c", update([add("st", [1]), add("s", [1])], { table: "wide" })],
  ];

  test.each(refused)("%s", async (message, statement) => {
    const { store } = await openNotes();
    expect(await refusalOf(store.update(statement))).toBe(`invalid: ${message}`);
    expect(await scan(store, "notes")).toEqual([]);
  });

  test.each([3, -1])("the index %i of a list of three", async (index) => {
    const { store } = await openNotes();
    await store.update(set({ l: [1, 2, 3] }));
    expect(await refusalOf(store.update(update([element("l", index, 1)])))).toBe(
      `invalid: List index ${index} out of bound, list has size 3`,
    );
  });

  it("an index of a list that a condition does not let through is not looked up", async () => {
    const { store } = await openNotes();
    const conditions = [{ column: "v", operator: "eq", value: 5 }] as const;
    expect(await store.update(update([element("l", 9, 1)], { conditions }))).toEqual({ applied: false });
  });

  it("values of another type", async () => {
    const { store } = await openNotes();
    for (const change of [add("s", ["x"]), remove("m", [1]), element("m", 1, 1), element("l", "x", 1)]) {
      expect(await refusalOf(store.update(update([change])))).toMatch(/^invalid: Invalid value for "[sml]" of type /);
    }
  });
});

describe("conditions on parts", () => {
  const cases: readonly (readonly [condition: NonNullable<Update["conditions"]>[number], holds: boolean])[] = [
    [{ column: "l", part: { at: 0 }, operator: "eq", value: 1 }, true],
    [{ column: "l", part: { at: 0 }, operator: "gt", value: 1 }, false],
    [{ column: "l", part: { at: 9 }, operator: "eq", value: null }, true],
    [{ column: "l", part: { at: 9 }, operator: "notEq", value: 3 }, true],
    [{ column: "l", part: { at: 9 }, operator: "lt", value: 3 }, false],
    [{ column: "m", part: { at: "a" }, operator: "eq", value: 1 }, true],
    [{ column: "m", part: { at: "a" }, operator: "in", value: [2, null] }, false],
    [{ column: "m", part: { at: "z" }, operator: "in", value: [2, null] }, true],
    [{ column: "u", part: { field: "city" }, operator: "gte", value: "Bern" }, true],
    [{ column: "u", part: { field: "zip" }, operator: "eq", value: null }, true],
    [{ column: "fl", part: { at: 1 }, operator: "eq", value: 6 }, true],
    [{ column: "fu", part: { field: "zip" }, operator: "eq", value: 6 }, false],
  ];

  it.each(cases)("%j: %s", async (condition, holds) => {
    const { store } = await openNotes();
    await store.update(set({ l: [1], m: new Map([["a", 1]]), fl: [5, 6] }));
    await store.update(update([field("u", "city", "Bern")]));
    const outcome = await store.update(update([add("s", [1])], { conditions: [condition] }));
    expect(outcome.applied).toBe(holds);
    const [row] = (await store.select({ keyspace: "shop", table: "notes", filters: [], pageSize: 1 })).rows;
    if (!outcome.applied && outcome.current) {
      expect(plain([outcome.current])).toEqual(
        plain([new Map([[condition.column, row?.get(condition.column) ?? null]])]),
      );
    }
  });

  const refused: readonly (readonly [message: string, condition: NonNullable<Update["conditions"]>[number]])[] = [
    ["Invalid negative list index -1", { column: "l", part: { at: -1 }, operator: "eq", value: null }],
    ["Invalid element access syntax for set column s", { column: "s", part: { at: 1 }, operator: "eq", value: 1 }],
    [
      "Invalid element access syntax for non-collection column v",
      { column: "v", part: { at: 1 }, operator: "eq", value: 1 },
    ],
    [
      "Invalid element access syntax for non-collection column u",
      { column: "u", part: { at: "a" }, operator: "eq", value: 1 },
    ],
    ["Unknown field nope for column u", { column: "u", part: { field: "nope" }, operator: "eq", value: "x" }],
    ['Invalid comparison with null for operator ">"', { column: "m", part: { at: "a" }, operator: "gt", value: null }],
  ];

  test.each(refused)("are refused in the database's words: %s", async (message, condition) => {
    const { store } = await openNotes();
    expect(await refusalOf(store.update({ ...set({ v: 1 }), conditions: [condition] }))).toBe(`invalid: ${message}`);
  });
});
