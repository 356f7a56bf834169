import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { primaryKey } from "../../../src/model/index.ts";
import type { Keyspace, Table } from "../../../src/model/index.ts";
import type { Store, Value } from "../../../src/store/index.ts";
import { compareValues } from "../../support/compare-values.ts";
import { keyspace, userTypesOf } from "../../support/keyspaces.ts";
import { arbitraryValue } from "../../support/values.ts";
import { openStore, plain, refusalOf, table, values } from "./temporary-store.ts";
import type { Columns, OpenStore } from "./temporary-store.ts";

const shop = { keyspace: "shop" };
const userTypes = [
  ...userTypesOf([
    {
      name: "address",
      fields: [
        { name: "street", typeDefinition: "text" },
        { name: "zip", typeDefinition: "int" },
      ],
    },
  ]).values(),
];
const things = table(
  "things",
  {
    id: "int",
    l: "list<int>",
    s: "set<text>",
    m: "map<text, int>",
    fl: "frozen<list<int>>",
    fs: "frozen<set<text>>",
    t: "tuple<int, text>",
    v: "vector<float, 2>",
    u: "address",
    fu: "frozen<address>",
  },
  ["id"],
  {},
  { userTypes },
);

async function openThings(): Promise<OpenStore> {
  const open = await openStore();
  for (const type of userTypes) await open.store.createUserType("shop", type);
  await open.store.createTable("shop", things);
  return open;
}

const find = async (store: Store, id = 1): Promise<Columns | undefined> => {
  const filters = [{ column: "id", operator: "eq" as const, value: id }];
  return plain((await store.select({ ...shop, table: "things", filters, pageSize: 10 })).rows)[0];
};
const write = (store: Store, columns: Columns) =>
  store.insert({ ...shop, table: "things", values: values({ id: 1, ...columns }) });

describe("a value that is made of others", () => {
  it("is read as the database keeps it: sets and maps in order, each item once", async () => {
    const { store } = await openThings();
    const m = new Map([
      ["z", 1],
      ["a", 2],
    ]);
    await write(store, {
      l: [3, 1, 3],
      s: ["b", "a", "b"],
      m,
      t: [null, "x"],
      v: [1.5, 0],
      u: { street: "s", zip: null },
    });
    const found = await find(store);
    expect(found).toEqual({
      id: 1,
      l: [3, 1, 3],
      s: ["a", "b"],
      m,
      t: [null, "x"],
      v: [1.5, 0],
      u: { street: "s", zip: null },
    });
    expect([...(found?.["m"] as typeof m).keys()]).toEqual(["a", "z"]);
  });

  it("that is empty is null, unless it is frozen", async () => {
    const { store } = await openThings();
    const nothing = { street: null, zip: null };
    await write(store, { l: [], s: [], m: new Map(), fl: [], fs: [], t: [null, null], u: nothing, fu: nothing });
    expect(await find(store)).toEqual({ id: 1, fl: [], fs: [], t: [null, null], fu: nothing });
  });

  it("takes the place of what was there; null and nothing delete it", async () => {
    const { store } = await openThings();
    await write(store, { l: [1, 2], s: ["a"], u: { street: "s", zip: 1 }, fl: [1] });
    await store.update({ ...shop, table: "things", values: values({ id: 1, l: [3], u: { street: null, zip: 2 } }) });
    expect(await find(store)).toEqual({ id: 1, l: [3], s: ["a"], u: { street: null, zip: 2 }, fl: [1] });
    await write(store, { l: null, s: [], fl: null });
    expect(await find(store)).toEqual({ id: 1, u: { street: null, zip: 2 } });
  });

  it("does not keep a row made by UPDATE when it is empty", async () => {
    const { store } = await openThings();
    await store.update({ ...shop, table: "things", values: values({ id: 1, l: [] }) });
    expect(await find(store)).toBeUndefined();
  });

  it("ends as a whole, with its time to live", async () => {
    const { store, clock } = await openThings();
    await store.insert({ ...shop, table: "things", values: values({ id: 1, s: ["a", "b"] }), ttlSeconds: 10 });
    await store.update({ ...shop, table: "things", values: values({ id: 1, l: [1] }) });
    clock.now += 10_000;
    expect(await find(store)).toEqual({ id: 1, l: [1] });
  });

  test.each<[string, Columns, string]>([
    ["a null in a list", { l: [1, null] }, '"l" of type list<int>: it is not an array, each item a whole number'],
    ["a wrong item", { s: ["a", 1] }, '"s" of type set<text>: it is not an array, each item text'],
    ["a wrong key", { m: new Map([[1, 1]]) }, '"m" of type map<text, int>: it is not a Map, each key text'],
    ["too few items", { t: [1] }, '"t" of type tuple<int, text>: it is not an array of 2'],
    ["another length", { v: [1, 2, 3] }, '"v" of type vector<float, 2>: it is not an array of 2'],
    ["a missing field", { fu: { street: "s" } }, '"fu" of type frozen<address>: it is not an object with street, zip'],
    ["an unknown field", { u: { street: "s", zip: 1, nom: "x" } }, '"u" of type address: it is not an object with'],
  ])("with %s is refused", async (_what, columns, message) => {
    const { store } = await openThings();
    expect(await refusalOf(write(store, columns))).toContain(`invalid: Invalid value for ${message}`);
    expect(await find(store)).toBeUndefined();
  });

  it("can be a condition, the empty one for null", async () => {
    const { store } = await openThings();
    await write(store, { l: [1], fl: [] });
    const guarded = (column: string, value: Value | null, operator: "eq" | "notEq" | "gt" = "eq") => {
      const conditions = [{ column, operator, value }];
      return store.update({ ...shop, table: "things", values: values({ id: 1, t: [1, "x"] }), conditions });
    };
    expect(await guarded("l", [1])).toEqual({ applied: true });
    expect(await guarded("l", [0], "gt")).toEqual({ applied: true });
    expect(await guarded("l", [1, 0], "gt")).toEqual({ applied: false, current: values({ l: [1] }) });
    expect(await guarded("s", [])).toEqual({ applied: true });
    expect(await guarded("s", null)).toEqual({ applied: true });
    expect(await guarded("fl", null)).toEqual({ applied: false, current: values({ fl: [] }) });
    expect(await guarded("fl", [])).toEqual({ applied: true });
  });
});

describe("a key that is made of others", () => {
  it("finds its row, and orders rows part by part", async () => {
    const keyed = table(
      "keyed",
      { p: "frozen<set<int>>", a: "frozen<list<int>>", b: "tuple<int, text>", n: "int" },
      ["p"],
      { a: "DESC", b: "ASC" },
    );
    const { store } = await openStore([keyed]);
    const rows: [number[], [number | null, string | null]][] = [
      [[2], [1, "x"]],
      [
        [1, 5],
        [null, "x"],
      ],
      [
        [1, 5],
        [1, null],
      ],
      [[1], [1, "x"]],
      [[], [1, "x"]],
    ];
    for (const [n, [a, b]] of rows.toReversed().entries()) {
      await store.insert({ ...shop, table: "keyed", values: values({ p: [2, 1, 2], a, b, n }) });
    }
    const filters = [{ column: "p", operator: "eq" as const, value: [1, 2] }];
    const select = async (...more: { column: string; operator: "eq" | "in" | "gt" | "lte"; value: Value }[]) =>
      plain((await store.select({ ...shop, table: "keyed", filters: [...filters, ...more], pageSize: 9 })).rows).map(
        ({ a, b }) => [a, b],
      );
    expect(await select()).toEqual(rows);
    expect(await select({ column: "a", operator: "eq", value: [1, 5] })).toEqual(rows.slice(1, 3));
    expect(await select({ column: "a", operator: "gt", value: [1] })).toEqual(rows.slice(0, 3));
    expect(await select({ column: "a", operator: "lte", value: [1] })).toEqual(rows.slice(3));
    expect(await select({ column: "a", operator: "in", value: [[], [2]] })).toEqual([rows[0], rows[4]]);
  });
});

describe("rows of any types", () => {
  const row = (of: Table): fc.Arbitrary<Columns> => {
    const keys = new Set(primaryKey(of));
    const counts = of.columns.some(({ type }) => type.kind === "native" && type.name === "counter");
    return fc.record(
      Object.fromEntries(
        of.columns.map(({ name, type }) => {
          const value = arbitraryValue(type);
          return [name, keys.has(name) ? value : counts ? fc.constant(1n) : fc.option(value, { freq: 4 })];
        }),
      ),
    );
  };
  const filled: fc.Arbitrary<{ readonly shop: Keyspace; readonly rows: readonly Columns[] }> = keyspace.chain((shop) =>
    fc.record({ shop: fc.constant(shop), rows: fc.tuple(...shop.tables.map(row)) }),
  );

  it("are found by their key after the store was closed and opened again", async () => {
    await fc.assert(
      fc.asyncProperty(filled, async ({ shop: { tables, userTypes: types }, rows }) => {
        const first = await openStore();
        for (const type of types) expect(await first.store.createUserType("shop", type)).toBe(true);
        const written: [Table, Columns][] = [];
        for (const [index, of] of tables.entries()) {
          await first.store.createTable("shop", of);
          const columns = rows[index] ?? {};
          const counts = of.columns.some(({ type }) => type.kind === "native" && type.name === "counter");
          const call = { ...shop, table: of.name, values: new Map(Object.entries(columns)) };
          // A key of no bytes at all is the one that the database refuses.
          const refused = await refusalOf(counts ? first.store.update(call) : first.store.insert(call));
          if (refused === undefined) written.push([of, columns]);
          else expect(refused).toMatch(/Key may not be empty|must include columns|statements? modif/);
        }
        const known = await first.store.keyspace("shop");
        await first.store.close();
        const { store } = await openStore([], first.directory);
        const again = await store.keyspace("shop");
        expect(again).toEqual(known);
        for (const [of, columns] of written) {
          const filters = primaryKey(of).map((column) => {
            return { column, operator: "eq" as const, value: columns[column] as Value };
          });
          const page = await store.select({ ...shop, table: of.name, filters, pageSize: 10 });
          expect(page.rows).toEqual([new Map(Object.entries(columns))]);
        }
        await store.close();
      }),
      { numRuns: 20, seed: 11 },
    );
  });

  it("come in the order of their clustering columns", async () => {
    const types = [
      "frozen<list<int>>",
      "frozen<set<text>>",
      "frozen<map<int, text>>",
      "tuple<int, text>",
      "vector<int, 2>",
    ];
    for (const [index, type] of types.entries()) {
      const order = index % 2 === 0 ? "ASC" : "DESC";
      const name = `by_${index}`;
      const keyed = table(name, { p: "int", c: type, d: "int" }, ["p"], { c: order, d: "ASC" });
      const { store } = await openStore([keyed]);
      const column = keyed.columns.find((candidate) => candidate.name === "c");
      if (!column) throw new Error("no column");
      const sample = fc.sample(arbitraryValue(column.type), { numRuns: 30, seed: index });
      for (const c of sample) await store.insert({ ...shop, table: name, values: values({ p: 1, c, d: 1 }) });
      const rows = plain((await store.select({ ...shop, table: name, filters: [], pageSize: 100 })).rows);
      const found = rows.map((row) => row["c"] as Value);
      for (const [place, value] of found.slice(1).entries()) {
        const compared = compareValues(column.type, found[place] ?? null, value);
        expect(compared).toBe(order === "ASC" ? -1 : 1);
      }
      const distinct = sample.filter((one, at) => {
        return sample.findIndex((other) => compareValues(column.type, one, other) === 0) === at;
      });
      expect(found).toHaveLength(distinct.length);
    }
  });
});
