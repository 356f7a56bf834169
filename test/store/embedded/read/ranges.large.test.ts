/** Ranges, where their ends are hardest: at the least and the greatest value of each type, in either direction. */
import { describe, expect, it, test } from "vitest";
import type { UserType } from "../../../../src/model/index.ts";
import type { Filter, Row as StoreRow, Selection, Store, Value } from "../../../../src/store/index.ts";
import { compareValues } from "../../../support/compare-values.ts";
import { extremes } from "../../../support/extremes.ts";
import { openStore, table, values } from "../temporary-store.ts";

const shop = { keyspace: "shop" };

const pair: UserType = {
  name: "pair",
  fields: [
    { name: "one", type: { kind: "native", name: "boolean" } },
    { name: "two", type: { kind: "native", name: "tinyint" } },
  ],
};

const keyTypes: readonly (readonly [type: string, values: readonly Value[]])[] = [
  ...Object.entries(extremes),
  ["frozen<list<boolean>>", [[], [false], [true], [true, true]]],
  ["frozen<set<tinyint>>", [[], [-128], [127]]],
  ["frozen<map<boolean, tinyint>>", [new Map(), new Map([[false, -128]]), new Map([[true, 127]])]],
  [
    "tuple<tinyint, boolean>",
    [
      [null, null],
      [-128, null],
      [127, null],
      [127, true],
    ],
  ],
  ["vector<int, 2>", [[-(2 ** 31), 0], [2 ** 31 - 1, -1] as Value[], [2 ** 31 - 1, 2 ** 31 - 1]]],
  [
    "frozen<pair>",
    [
      { one: null, two: null },
      { one: true, two: null },
      { one: true, two: 127 },
    ],
  ],
];

type Bounds = readonly (readonly [operator: "gt" | "gte" | "lt" | "lte", value: Value])[];

const holds: Readonly<Record<Bounds[number][0], (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Each bound alone, and each two that make a range. */
function allBounds(list: readonly Value[]): Bounds[] {
  const starts = list.flatMap((value): Bounds => [
    ["gt", value],
    ["gte", value],
  ]);
  const ends = list.flatMap((value): Bounds => [
    ["lt", value],
    ["lte", value],
  ]);
  const alone = [...starts, ...ends].map((bound): Bounds => [bound]);
  return [...alone, ...starts.flatMap((start) => ends.map((end): Bounds => [start, end]))];
}

type Row = Readonly<Record<string, Value>>;

const filtersOn = (bounds: Bounds): Filter[] => bounds.map(([operator, value]) => ({ column: "c", operator, value }));
const equal = (column: string, value: Value): Filter => ({ column, operator: "eq", value });

/** All rows that a selection gives, a page after the other. */
async function read(store: Store, selection: Selection): Promise<Row[]> {
  const rows: StoreRow[] = [];
  let pageState: string | undefined;
  do {
    const page = await store.select({ ...selection, ...(pageState !== undefined && { pageState }) });
    rows.push(...page.rows);
    pageState = page.pageState;
  } while (pageState !== undefined);
  return rows.map((row) => Object.fromEntries(row) as Row);
}

/** The ends of `int`, in the column before the range and the one after it. */
const ends = [-(2 ** 31), 2 ** 31 - 1];

describe.each(["ASC", "DESC"] as const)("a range of a column in the order %s", (order) => {
  const other = order === "ASC" ? "DESC" : "ASC";

  test.each(keyTypes)("of type %s ends where its bounds say", async (text, list) => {
    const more = { userTypes: [pair] };
    const single = table("single", { k: "int", c: text }, ["k"], { c: order }, more);
    const columns = { k: "int", a: "int", c: text, z: "int" };
    const composite = table("composite", columns, ["k"], { a: order, c: order, z: order }, more);
    const { store } = await openStore();
    await store.createUserType("shop", pair);
    for (const definition of [single, composite]) await store.createTable("shop", definition);
    const singles = [0, 1].flatMap((k) => list.map((c): Row => ({ k, c })));
    const composites = ends.flatMap((a) => list.flatMap((c) => ends.map((z): Row => ({ k: 1, a, c, z }))));
    const insert = (name: string, row: Row): Promise<unknown> =>
      store.insert({ ...shop, table: name, values: values(row) });
    await Promise.all([
      ...singles.map((row) => insert("single", row)),
      ...composites.map((row) => insert("composite", row)),
    ]);

    const type = single.columns[1]!.type;
    const byKey = (one: Row, two: Row): number =>
      (Number(one["a"] ?? 0) - Number(two["a"] ?? 0) ||
        compareValues(type, one["c"]!, two["c"]!) ||
        Number(one["z"] ?? 0) - Number(two["z"] ?? 0)) * (order === "ASC" ? 1 : -1);
    const within = (rows: readonly Row[], bounds: Bounds): Row[] =>
      rows
        .filter((row) => bounds.every(([operator, bound]) => holds[operator](compareValues(type, row["c"]!, bound))))
        .toSorted(byKey);

    const ranges = allBounds(list);
    for (const bounds of ranges) {
      const filters = filtersOn(bounds);
      const expected = within(singles, bounds).filter((row) => row["k"] === 1);
      const selection = { ...shop, table: "single", filters: [equal("k", 1), ...filters], pageSize: 100 };
      expect(await read(store, selection), `c ${bounds.join(" ")}`).toEqual(expected);
      if (bounds.length > 1) continue;
      const turned: Selection = { ...selection, orderBy: [{ column: "c", order: other }] };
      for (const pageSize of [1, 100]) {
        expect(await read(store, { ...selection, pageSize })).toEqual(expected);
        expect(await read(store, { ...turned, pageSize })).toEqual(expected.toReversed());
      }
      const after: Filter[] = [equal("k", 1), { column: "a", operator: "in", value: ends }, ...filters];
      const between: Selection = { ...shop, table: "composite", filters: after, pageSize: 3 };
      const all = within(composites, bounds);
      expect(await read(store, between), `a in … and c ${bounds.join(" ")}`).toEqual(all);
      const back: Selection = { ...between, orderBy: [{ column: "a", order: other }] };
      expect(await read(store, back)).toEqual(all.toReversed());
    }
  });

  it("takes no row but its own when a prefix of the key is deleted", async () => {
    const definition = table("t", { k: "int", a: "int", b: "boolean" }, ["k"], { a: order, b: order });
    const { store } = await openStore([definition]);
    const rows = [-(2 ** 31), -1, 2 ** 31 - 1].flatMap((a) => [false, true].map((b): Row => ({ k: 1, a, b })));
    const sorted = order === "ASC" ? rows : rows.toReversed();
    const selection: Selection = { ...shop, table: "t", filters: [], pageSize: 100 };
    for (const a of [-(2 ** 31), -1, 2 ** 31 - 1]) {
      for (const row of rows) await store.insert({ ...shop, table: "t", values: values(row) });
      await store.delete({ ...shop, table: "t", key: values({ k: 1, a }) });
      expect(await read(store, selection)).toEqual(sorted.filter((row) => row["a"] !== a));
    }
  });
});
