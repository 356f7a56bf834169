/** Selections that read rows only to test them, and those by tuples, beside a model that tests all rows: on every engine. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Filter, Row, Selection, Store, TupleFilter, Value } from "../../src/store/index.ts";
import { runs } from "../support/long.ts";
import { hits, plain, refusalOf, table, values } from "./embedded/temporary-store.ts";
import type { Columns } from "./embedded/temporary-store.ts";
import type { OpenTables } from "./open-tables.ts";

const shop = { keyspace: "shop" };
const wide = table(
  "wide",
  {
    p: "int",
    q: "int",
    a: "int",
    b: "int",
    c: "int",
    st: "int static",
    v: "int",
    w: "int",
    l: "list<int>",
    s: "set<int>",
    m: "map<int, int>",
    fl: "frozen<list<int>>",
    du: "duration",
  },
  ["p", "q"],
  { a: "ASC", b: "DESC", c: "ASC" },
);
const indexed = table(
  "indexed",
  { p: "int", c: "int", v: "int", w: "int", name: "text", near: "vector<float, 2>" },
  ["p"],
  { c: "ASC" },
  {
    indexes: [
      { column: "v" },
      { column: "name", using: "sai", options: { case_sensitive: "false" } },
      { column: "near", using: "sai" },
    ] as never,
  },
);

const where = (column: string, operator: Filter["operator"], value: unknown): Filter => ({
  column,
  operator,
  value: value as Value,
});
const select = (name: string, filters: readonly Filter[], more: Partial<Selection> = {}): Selection => ({
  ...{ ...shop, table: name, filters, pageSize: 1000, filtering: true },
  ...more,
});

const keys = ["p", "q", "a", "b", "c"];
const small = fc.integer({ min: 0, max: 3 });
const rows = fc.array(
  fc.record(
    {
      p: fc.integer({ min: 0, max: 1 }),
      q: fc.integer({ min: 0, max: 1 }),
      a: small,
      b: small,
      c: small,
      st: small,
      v: small,
      l: fc.array(small, { minLength: 1, maxLength: 3 }),
      s: fc.array(small, { minLength: 1, maxLength: 3 }),
      m: fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 3 }).map((entries) => new Map(entries)),
      fl: fc.array(small, { maxLength: 2 }),
    },
    { requiredKeys: ["p", "q"] },
  ),
  { minLength: 15, maxLength: 40 },
);

/** One restriction of a column at most, as the database has it, or a range with two ends. */
const filtersOf = (column: string): fc.Arbitrary<readonly Filter[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    small.map((value) => [where(column, "eq", value)]),
    fc.array(small, { maxLength: 3 }).map((list) => [where(column, "in", list)]),
    fc
      .tuple(fc.constantFrom("gt", "gte", "lt", "lte"), small)
      .map(([operator, value]) => [where(column, operator as "gt", value)]),
    fc.tuple(small, small).map(([from, to]) => [where(column, "gt", from), where(column, "lte", to)]),
  );
const inCollections: fc.Arbitrary<readonly Filter[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.tuple(fc.constantFrom("l", "s", "m", "fl"), small).map(([column, value]) => [where(column, "contains", value)]),
  small.map((key) => [where("m", "containsKey", key)]),
  fc.tuple(small, small).map(([key, value]) => [where("m", "containsEntry", { key, value })]),
  fc.array(small, { maxLength: 2 }).map((list) => [where("fl", "eq", list)]),
);

interface Asked {
  readonly filters: readonly Filter[];
  readonly tuples: readonly TupleFilter[];
}

const filterLists: fc.Arbitrary<Asked> = fc
  .tuple(...["p", "q", "a", "b", "c", "st", "v"].map(filtersOf), inCollections)
  .map((lists) => ({ filters: lists.flat(), tuples: [] }));

const tupleOf = (count: number) => fc.array(small, { minLength: count, maxLength: count });
/** Tuples of the clustering columns behind some that are equal. */
const tupleLists: fc.Arbitrary<Asked> = fc
  .record({
    first: fc.integer({ min: 0, max: 2 }),
    partitions: fc.constantFrom<readonly Filter[]>(
      [where("p", "eq", 0), where("q", "eq", 1)],
      [where("p", "in", [0, 1]), where("q", "eq", 0)],
      [],
    ),
    before: fc.array(fc.oneof(small, fc.array(small, { minLength: 1, maxLength: 2 })), { minLength: 2, maxLength: 2 }),
    counts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    tuples: fc.tuple(tupleOf(3), tupleOf(3)),
    operators: fc.constantFrom<readonly TupleFilter["operator"][]>(
      ["eq"],
      ["in"],
      ["gt"],
      ["gte"],
      ["lt"],
      ["lte"],
      ["gt", "lt"],
      ["gte", "lte"],
      ["lte", "gt"],
    ),
  })
  .map(({ first, partitions, before, counts, tuples, operators }) => {
    const clustering = ["a", "b", "c"];
    const equal = clustering
      .slice(0, first)
      .map((column, place) => where(column, Array.isArray(before[place]) ? "in" : "eq", before[place]));
    return {
      filters: [...partitions, ...equal],
      tuples: operators.map((operator, place): TupleFilter => {
        const columns = clustering.slice(first, first + (counts[place] ?? 1));
        const [one, other] = tuples.map((tuple) => tuple.slice(0, columns.length));
        return { columns, operator, value: (operator === "in" ? [one, other] : place === 0 ? one : other) as never };
      }),
    };
  });

function meets(row: Columns, { column, operator, value }: Filter): boolean {
  const found = row[column];
  if (found === null || found === undefined) return false;
  const list = found instanceof Map ? [...found.values()] : (found as readonly Value[]);
  switch (operator) {
    case "contains":
      return list.includes(value as Value);
    case "containsKey":
      return (found as ReadonlyMap<Value, Value>).has(value as Value);
    case "containsEntry": {
      const entry = value as { readonly key: Value; readonly value: Value };
      return (found as ReadonlyMap<Value, Value>).get(entry.key) === entry.value;
    }
    case "in":
      return (value as readonly Value[]).includes(found);
    case "eq":
      return JSON.stringify(found) === JSON.stringify(value);
    default:
      return compares(operator, Number(found) - Number(value));
  }
}

function compares(operator: string, order: number): boolean {
  const wanted: Readonly<Record<string, boolean>> = {
    eq: order === 0,
    gt: order > 0,
    gte: order >= 0,
    lt: order < 0,
    lte: order <= 0,
  };
  return wanted[operator] === true;
}

function meetsTuple(row: Columns, { columns, operator, value }: TupleFilter): boolean {
  const orderTo = (tuple: readonly number[]): number => {
    for (const [place, column] of columns.entries()) {
      const order = Number(row[column]) - Number(tuple[place]);
      if (order !== 0) return order;
    }
    return 0;
  };
  if (columns.some((column) => row[column] === null || row[column] === undefined)) return false;
  if (operator === "in") return (value as unknown as number[][]).some((tuple) => orderTo(tuple) === 0);
  return compares(operator, orderTo(value as unknown as number[]));
}

async function openWide(openStore: OpenTables, filled: readonly Readonly<Record<string, unknown>>[]): Promise<Store> {
  const { store } = await openStore([wide]);
  for (const row of filled) {
    const hasKey = ["a", "b", "c"].every((column) => column in row);
    const given = Object.entries(row).filter(([column]) => hasKey || ["p", "q", "st"].includes(column));
    if (!hasKey && !("st" in row)) continue;
    await store.insert({ ...shop, table: "wide", values: new Map(given) as never });
  }
  return store;
}

async function readAll(store: Store, selection: Selection): Promise<Columns[]> {
  const found: Row[] = [];
  let pageState: string | undefined;
  do {
    const page = await store.select({ ...selection, ...(pageState !== undefined && { pageState }) });
    found.push(...page.rows);
    pageState = page.pageState;
  } while (pageState !== undefined);
  return found.map((row) => Object.fromEntries(row));
}

/** Rows of named partitions come in the order of their values, others in that of their tokens. */
function expected(all: readonly Columns[], { filters, tuples }: Asked): Columns[] {
  const named = ["p", "q"].every((key) =>
    filters.some(({ column, operator }) => column === key && (operator === "eq" || operator === "in")),
  );
  const found = all.filter(
    (row) => filters.every((filter) => meets(row, filter)) && tuples.every((tuple) => meetsTuple(row, tuple)),
  );
  const placeOf = (row: Columns): number => Number(row["p"]) * 10 + Number(row["q"]);
  return named ? found.toSorted((one, other) => placeOf(one) - placeOf(other)) : found;
}

const inKey = (row: Columns): string => keys.map((key) => row[key]).join();

export function testFiltering(openStore: OpenTables): void {
  describe("a selection that may read rows only to test them", () => {
    test("finds what a model finds, in pages and with limits", async () => {
      await fc.assert(
        fc.asyncProperty(
          rows,
          fc.array(fc.oneof(filterLists, tupleLists), { minLength: 10, maxLength: 10 }),
          fc.record({
            pageSize: fc.integer({ min: 1, max: 5 }),
            limit: fc.integer({ min: 1, max: 8 }),
            perPartition: small,
          }),
          async (filled, asked, { pageSize, limit, perPartition }) => {
            const store = await openWide(openStore, filled);
            const all = await readAll(store, select("wide", []));
            for (const one of asked) {
              const selection = select("wide", one.filters, { tuples: one.tuples });
              const found = expected(all, one);
              expect((await readAll(store, selection)).map(inKey), JSON.stringify(one)).toEqual(found.map(inKey));
              expect((await readAll(store, { ...selection, pageSize })).map(inKey)).toEqual(found.map(inKey));
              const first = await readAll(store, { ...selection, pageSize, limit });
              expect(first).toEqual(found.slice(0, limit));
              expect((await store.select({ ...selection, countsOnly: true })).count).toBe(found.length);
              const most = perPartition + 1;
              const counts = new Map<string, number>();
              const limited = found.filter((row) => {
                const count = (counts.get(`${row["p"]},${row["q"]}`) ?? 0) + 1;
                counts.set(`${row["p"]},${row["q"]}`, count);
                return count <= most;
              });
              const ofPartitions = await readAll(store, { ...selection, pageSize, perPartitionLimit: most });
              expect(ofPartitions.map(inKey)).toEqual(limited.map(inKey));
            }
          },
        ),
        runs(8, 300),
      );
    });

    test("takes away by tuples what the same selection finds", async () => {
      await fc.assert(
        fc.asyncProperty(
          rows,
          fc.array(tupleLists, { minLength: 3, maxLength: 3 }),
          fc.boolean(),
          async (filled, asked, dated) => {
            const store = await openWide(openStore, filled);
            for (const { filters, tuples } of asked) {
              if (!filters.some(({ column }) => column === "q")) continue;
              const all = await readAll(store, select("wide", []));
              const gone = new Set(expected(all, { filters, tuples }).map(inKey));
              const rest = all.filter((row) => !gone.has(inKey(row)) && row["a"] !== null);
              // A time that the store has not given: rows are then looked at one by one.
              const timestamp = dated ? BigInt(Date.now() + 1_000_000) * 1000n : undefined;
              await store.delete({ ...shop, table: "wide", key: new Map(), filters, tuples, timestamp });
              const left = (await readAll(store, select("wide", []))).filter((row) => row["a"] !== null);
              expect(left.map(inKey), JSON.stringify({ filters, tuples })).toEqual(rest.map(inKey));
            }
          },
        ),
        runs(15, 500),
      );
    });

    it("shows each partition once, by its static columns", async () => {
      const store = await openWide(openStore, [
        { p: 0, q: 0, a: 0, b: 0, c: 0, st: 1 },
        { p: 0, q: 0, a: 0, b: 0, c: 1 },
        { p: 0, q: 1, st: 2 },
        { p: 1, q: 1, st: 1 },
        { p: 1, q: 0, a: 0, b: 0, c: 0 },
      ]);
      const distinct = { columns: ["p", "q", "st"], distinct: true };
      const found = await readAll(store, select("wide", [where("st", "eq", 1)], distinct));
      expect(found.map(({ p, q }) => [p, q]).sort()).toEqual([
        [0, 0],
        [1, 1],
      ]);
      const ofOne = await readAll(store, select("wide", [where("p", "gte", 1)], { ...distinct, pageSize: 1 }));
      expect(ofOne.map(({ q }) => q).sort()).toEqual([0, 1]);
    });

    it("finds rows in the order that they are asked for", async () => {
      const store = await openWide(
        openStore,
        [0, 1, 2, 3].map((c) => ({ p: 0, q: 0, a: 0, b: c % 2, c, v: c })),
      );
      const orderBy = (["a", "b", "c"] as const).map(
        (column) => ({ column, order: column === "b" ? "ASC" : "DESC" }) as const,
      );
      const inPartition = [where("p", "eq", 0), where("q", "eq", 0)];
      const found = await readAll(store, select("wide", [...inPartition, where("v", "gt", 0)], { orderBy }));
      expect(found.map(({ c }) => c)).toEqual([2, 3, 1]);
      const tuples: readonly TupleFilter[] = [{ columns: ["a", "b"], operator: "gte", value: [0, 0] }];
      const reversed = await readAll(store, select("wide", inPartition, { orderBy, tuples, pageSize: 1 }));
      expect(reversed.map(({ c }) => c)).toEqual([2, 0, 3, 1]);
      expect(await refusalOf(store.select(select("wide", [where("p", "eq", 0)], { orderBy })))).toBe(
        "invalid: ORDER BY is only supported when the partition key is restricted by an EQ or an IN.",
      );
    });

    it("compares counters, and durations with one another", async () => {
      const { store } = await openStore([hits, wide]);
      await store.update({ ...shop, table: "hits", values: values({ page: "/", day: 1, views: 3n }) });
      expect(plain((await store.select(select("hits", [where("views", "gt", 2n)]))).rows)).toHaveLength(1);
      expect(plain((await store.select(select("hits", [where("views", "eq", 2n)]))).rows)).toHaveLength(0);
      const key = { p: 0, q: 0, a: 0, b: 0, c: 0 };
      await store.insert({ ...shop, table: "wide", values: values({ ...key, du: "1d" }) });
      expect((await store.select(select("wide", [where("du", "eq", "1d")]))).rows).toHaveLength(1);
      expect((await store.select(select("wide", [where("du", "eq", "2d")]))).rows).toHaveLength(0);
      expect(await refusalOf(store.select(select("wide", [where("du", "gt", "1d")])))).toBe(
        "invalid: Slice restrictions are not supported on duration columns",
      );
    });

    it("follows an index where there is one, and tests the rest", async () => {
      const { store } = await openStore([indexed]);
      for (const c of [1, 2, 3, 4]) {
        const row = { p: 1, c, v: c % 2, w: c, name: c < 3 ? "Anna" : "ANNA", near: [c, 1] };
        await store.insert({ ...shop, table: "indexed", values: values(row) });
      }
      const find = async (filters: readonly Filter[]): Promise<unknown[]> =>
        plain((await store.select(select("indexed", filters))).rows).map(({ c }) => c);
      expect(await find([where("v", "eq", 1), where("w", "gt", 1)])).toEqual([3]);
      expect(await find([where("name", "eq", "anna"), where("w", "in", [1, 4])])).toEqual([1, 4]);
      expect(await find([where("name", "gte", "Anna"), where("name", "lte", "Anna")])).toEqual([1, 2]);
      expect(await find([where("v", "in", [1])])).toEqual([1, 3]);
      const list = select("indexed", [where("p", "in", [1, 2]), where("v", "eq", 1)]);
      expect(await refusalOf(store.select(list))).toBe(
        "invalid: Select on indexed columns and with IN clause for the PRIMARY KEY are not supported",
      );
      const ordered = select("indexed", [where("p", "eq", 1), where("v", "eq", 1)], {
        orderBy: [{ column: "c", order: "DESC" }],
      });
      expect(await refusalOf(store.select(ordered))).toBe(
        "invalid: ORDER BY with 2ndary indexes is not supported, except for ANN queries.",
      );
      const nearest = { nearest: { column: "near", to: [1, 1] }, limit: 2 };
      expect(await refusalOf(store.select(select("indexed", [where("w", "eq", 1)], nearest)))).toBe(
        "invalid: ANN ordering by vector requires all restricted column(s) to be indexed",
      );
    });
  });

  describe("what stays refused", () => {
    const inPartition = [where("p", "eq", 0), where("q", "eq", 0)];
    const tuple = (columns: readonly string[], operator: TupleFilter["operator"], value: unknown): TupleFilter => ({
      columns,
      operator,
      value: value as never,
    });
    test.each<[what: string, selection: Selection, message: string]>([
      [
        "a list as a whole",
        select("wide", [where("l", "eq", [1])]),
        "Collection column 'l' (list<int>) cannot be restricted by a '=' relation",
      ],
      ["not equal", select("wide", [where("v", "notEq", 1)]), 'Unsupported "!=" relation: v != ?'],
      [
        "a slice of tuples behind a gap",
        select("wide", inPartition, { tuples: [tuple(["b", "c"], "gt", [1, 2])] }),
        "Multi-column slice restrictions cannot be used for filtering.",
      ],
      [
        "a list of tuples behind a gap",
        select("wide", inPartition, {
          tuples: [
            tuple(["b", "c"], "in", [
              [1, 2],
              [2, 3],
            ]),
          ],
        }),
        "Multicolumn IN filters are not supported",
      ],
      [
        "the same without filtering",
        select("wide", inPartition, { tuples: [tuple(["b", "c"], "in", [[1, 2]])], filtering: false }),
        'PRIMARY KEY column "b" cannot be restricted as preceding column "a" is not restricted',
      ],
      [
        "a tuple of other columns",
        select("wide", inPartition, { tuples: [tuple(["p", "q"], "eq", [1, 2])] }),
        "Multi-column relations can only be applied to clustering columns but was applied to: p",
      ],
      [
        "a tuple in another order",
        select("wide", inPartition, { tuples: [tuple(["a", "c"], "eq", [1, 2])] }),
        "Clustering columns must appear in the PRIMARY KEY order in multi-column relations: (a, c) = (?, ?)",
      ],
      [
        "two starts",
        select("wide", inPartition, { tuples: [tuple(["a", "b"], "gt", [1, 2]), tuple(["a"], "gt", [1])] }),
        "More than one restriction was found for the start bound on a",
      ],
      [
        "slices that begin at two columns",
        select("wide", [...inPartition, where("b", "gt", 1)], { tuples: [tuple(["a", "b"], "lt", [1, 2])] }),
        'Column "b" cannot be restricted by two inequalities not starting with the same column',
      ],
      [
        "slices with a column that is equal to something",
        select("wide", [...inPartition, where("b", "eq", 1), where("a", "lt", 3)], {
          tuples: [tuple(["a", "b"], "gt", [1, 2])],
        }),
        "b cannot be restricted by more than one relation if it includes an Equal",
      ],
      [
        "a slice, and then a value",
        select("wide", inPartition, { tuples: [tuple(["a", "b"], "gt", [1, 2]), tuple(["b"], "eq", [1])] }),
        'Column "b" cannot be restricted by both an equality and an inequality relation',
      ],
      [
        "a tuple behind a gap, and an order that cannot be",
        select("wide", [], { tuples: [tuple(["b", "c"], "gt", [1, 2])], orderBy: [{ column: "a", order: "DESC" }] }),
        "ORDER BY is only supported when the partition key is restricted by an EQ or an IN.",
      ],
      [
        "a column twice",
        select("wide", [...inPartition, where("a", "eq", 1)], { tuples: [tuple(["a", "b"], "eq", [1, 2])] }),
        "a cannot be restricted by more than one relation if it includes an Equal",
      ],
      [
        "all partitions by tuples, without filtering",
        select("wide", [], { tuples: [tuple(["a", "b"], "gt", [1, 2])], filtering: false }),
        "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. " +
          "If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING",
      ],
    ])("%s", async (_, selection, message) => {
      const { store } = await openStore([wide]);
      expect(await refusalOf(store.select(selection))).toBe(`invalid: ${message}`);
    });
  });
}
