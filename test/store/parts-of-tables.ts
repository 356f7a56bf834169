import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Page, Row, Selection, Store } from "../../src/store/index.ts";
import { refusalOf, table, values } from "./embedded/temporary-store.ts";
import type { Columns } from "./embedded/temporary-store.ts";
import type { OpenTables } from "./open-tables.ts";

const posts = table("posts", { k: "int", s: "int static", a: "int", v: "text", tags: "set<int>" }, ["k"], { a: "ASC" });
const notes = table(
  "notes",
  { k: "int", a: "int", b: "int", v: "int" },
  ["k"],
  { a: "DESC", b: "ASC" },
  { indexes: [{ column: "v" }] },
);
const place = { keyspace: "shop", table: "posts" };
const least = -(2n ** 63n);

/** Partitions of 0 to 6 rows, of which some have static values: those of 3 and 7 nothing else. */
async function fill(store: Store): Promise<void> {
  const rows: Columns[] = [];
  for (let k = 0; k < 10; k++) {
    const count = k === 3 || k === 7 ? 0 : (k * 3) % 7;
    for (let a = 0; a < count; a++) rows.push({ k, a, v: `${k}-${a}` });
  }
  await Promise.all(rows.map((row) => store.insert({ ...place, values: values(row) })));
  for (const k of [3, 4, 7]) await store.update({ ...place, values: values({ k, s: k }) });
}

async function pages(store: Store, more: Partial<Selection>): Promise<Page[]> {
  const found: Page[] = [];
  let pageState: string | undefined;
  do {
    const page = await store.select({ ...place, filters: [], pageSize: 1000, ...more, pageState });
    found.push(page);
    pageState = page.pageState;
  } while (pageState !== undefined);
  return found;
}

async function rowsOf(store: Store, more: Partial<Selection> = {}): Promise<readonly Row[]> {
  return (await pages(store, more)).flatMap((page) => page.rows);
}

const print = (rows: readonly Row[]): string => rows.map((row) => `${row.get("k")}/${row.get("a") ?? "-"}`).join(" ");
/** The first rows of each partition. */
function firstOf(rows: readonly Row[], most: number): readonly Row[] {
  const given = new Map<unknown, number>();
  return rows.filter((row) => {
    const count = (given.get(row.get("k")) ?? 0) + 1;
    given.set(row.get("k"), count);
    return count <= most;
  });
}

/** The same on every engine. */
export function testPartsOfTables(openStore: OpenTables): void {
  const open = async (): Promise<Store> => {
    const { store } = await openStore([posts]);
    await fill(store);
    return store;
  };

  describe("a limit for each partition", () => {
    it("holds in scans, lists and ranges, on pages of any size", async () => {
      const store = await open();
      const selections: Partial<Selection>[] = [
        {},
        { filters: [{ column: "k", operator: "in", value: [9, 3, 1, 4, 4] }] },
        { filters: [{ column: "k", operator: "eq", value: 2 }] },
        {
          filters: [
            { column: "k", operator: "eq", value: 9 },
            { column: "a", operator: "gt", value: 1 },
          ],
        },
        {
          filters: [
            { column: "k", operator: "in", value: [2, 9] },
            { column: "a", operator: "in", value: [0, 2, 3, 5] },
          ],
        },
        {
          filters: [{ column: "k", operator: "eq", value: 9 }],
          orderBy: [{ column: "a", order: "DESC" }],
        },
      ];
      for (const selection of selections) {
        const all = await rowsOf(store, selection);
        for (const perPartitionLimit of [1, 2, 5, 100]) {
          for (const pageSize of [1, 2, 3, 1000]) {
            const found = await rowsOf(store, { ...selection, perPartitionLimit, pageSize });
            expect(print(found), JSON.stringify({ selection, perPartitionLimit, pageSize })).toBe(
              print(firstOf(all, perPartitionLimit)),
            );
          }
        }
      }
    });

    it("holds beside that of all rows, and in partitions that are sorted together", async () => {
      const store = await open();
      const all = await rowsOf(store);
      const found = await rowsOf(store, { perPartitionLimit: 2, limit: 5, pageSize: 2 });
      expect(print(found)).toBe(print(firstOf(all, 2).slice(0, 5)));
      const sorted = await rowsOf(store, {
        filters: [{ column: "k", operator: "in", value: [2, 9] }],
        orderBy: [{ column: "a", order: "DESC" }],
        perPartitionLimit: 2,
        limit: 10,
      });
      expect(print(sorted)).toBe("2/5 9/5 2/4 9/4");
    });
  });

  describe("distinct partitions", () => {
    it("are each one row with its static columns, on pages of any size", async () => {
      const store = await open();
      const all = firstOf(await rowsOf(store), 1);
      const expected = all.map((row) => [row.get("k"), row.get("s")]);
      expect(expected.length).toBeGreaterThan(8);
      for (const pageSize of [1, 3, 1000]) {
        const found = await rowsOf(store, { distinct: true, columns: ["k", "s"], pageSize });
        expect(found.map((row) => [row.get("k"), row.get("s")])).toEqual(expected);
      }
      const few = await rowsOf(store, { distinct: true, columns: ["s"], limit: 4, pageSize: 3 });
      expect(few.map((row) => [...row])).toEqual(expected.slice(0, 4).map(([, s]) => [["s", s]]));
      const filters = [{ column: "k", operator: "in", value: [9, 4, 0] }] as const;
      const listed = await rowsOf(store, { distinct: true, columns: ["k"], filters });
      expect(listed.map((row) => row.get("k"))).toEqual([4, 9]);
    });
  });

  describe("the partitions of tokens", () => {
    it("are a part of the scan: together all of it, and none twice", async () => {
      const store = await open();
      const all = await rowsOf(store);
      const token = fc.oneof(fc.bigInt({ min: least, max: -least - 1n }), fc.constantFrom(least, 0n, -least - 1n));
      await fc.assert(
        fc.asyncProperty(
          fc.array(token, { maxLength: 6 }),
          fc.integer({ min: 1, max: 20 }),
          fc.constantFrom<Partial<Selection>>({}, { perPartitionLimit: 2 }, { distinct: true, columns: ["k"] }),
          async (cuts, pageSize, more) => {
            const edges = [...new Set(cuts)].sort((one, other) => (one < other ? -1 : 1)).filter((one) => one > least);
            const found: Row[] = [];
            for (let part = 0; part <= edges.length; part++) {
              const tokens = { after: edges[part - 1], upTo: edges[part] };
              found.push(...(await rowsOf(store, { ...more, tokens, pageSize })));
            }
            const most = more.distinct ? 1 : (more.perPartitionLimit ?? Infinity);
            const expected = firstOf(all, most);
            expect(found.map((row) => row.get("k"))).toEqual(expected.map((row) => row.get("k")));
          },
        ),
        { numRuns: 25 },
      );
    });

    it("are those of partitions that are named too", async () => {
      const store = await open();
      // The token of 1 is -4069959284402364209.
      const one = -4069959284402364209n;
      const named = { filters: [{ column: "k", operator: "eq", value: 1 }] } as const;
      const counts = [];
      for (const tokens of [{ upTo: one }, { after: one }, { after: one - 1n, upTo: one }, { upTo: one - 1n }]) {
        counts.push((await rowsOf(store, { ...named, tokens })).length);
      }
      expect(counts).toEqual([3, 0, 3, 0]);
      expect(await rowsOf(store, { tokens: { after: 5n, upTo: 5n } })).toEqual([]);
      expect(await rowsOf(store, { tokens: { after: 5n, upTo: -5n } })).toEqual([]);
    });
  });

  it("are those of rows that an index finds, clustering columns restricted too", async () => {
    const { store } = await openStore([notes]);
    const there = { ...place, table: "notes" };
    const rows: Columns[] = [];
    for (let k = 0; k < 6; k++)
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) rows.push({ k, a, b, v: b % 2 });
    await Promise.all(rows.map((row) => store.insert({ ...there, values: values(row) })));
    const odd = { column: "v", operator: "eq", value: 1 } as const;
    const shapes: Selection["filters"][] = [
      [],
      [{ column: "a", operator: "eq", value: 1 }],
      [{ column: "a", operator: "gte", value: 1 }],
      [
        { column: "a", operator: "in", value: [0, 2] },
        { column: "b", operator: "gt", value: 0 },
      ],
    ];
    for (const [index, shape] of shapes.entries()) {
      const filters = [odd, ...shape];
      const found: Row[] = [];
      for (const tokens of [{ upTo: -5n }, { after: -5n, upTo: 5n ** 27n }, { after: 5n ** 27n }]) {
        found.push(...(await rowsOf(store, { ...there, filters, tokens, pageSize: 2 })));
      }
      const holds = (row: Columns): boolean => {
        const [a, b] = [row["a"] as number, row["b"] as number];
        return row["v"] === 1 && [true, a === 1, a >= 1, a !== 1 && b > 0][index] === true;
      };
      const listed = found.map((row) => `${row.get("k")} ${row.get("a")} ${row.get("b")}`);
      const expected = rows.filter(holds).map((row) => `${row["k"]} ${row["a"]} ${row["b"]}`);
      expect(listed.toSorted()).toEqual(expected.toSorted());
      expect(new Set(found.map((row) => row.get("k"))).size).toBe(6);
      const refused = await refusalOf(store.select({ ...there, filters, pageSize: 10 }));
      if (index > 0) expect(refused).toMatch(/might involve data filtering/);
    }
  });

  describe("rows that are counted", () => {
    it("are not given, and are as many as those that would be", async () => {
      const store = await open();
      const selections: Partial<Selection>[] = [
        {},
        { filters: [{ column: "k", operator: "eq", value: 9 }] },
        {
          filters: [
            { column: "k", operator: "eq", value: 9 },
            { column: "a", operator: "lt", value: 2 },
          ],
        },
        {
          filters: [
            { column: "k", operator: "eq", value: 9 },
            { column: "a", operator: "eq", value: 2 },
          ],
        },
        { filters: [{ column: "k", operator: "eq", value: 3 }] },
        { filters: [{ column: "k", operator: "in", value: [9, 3] }] },
        { tokens: { after: 0n } },
        { perPartitionLimit: 1 },
        { distinct: true, columns: ["k"] },
        { limit: 7 },
      ];
      for (const selection of selections) {
        const expected = (await rowsOf(store, selection)).length;
        for (const pageSize of [1, 4, 1000]) {
          const counted = await pages(store, { ...selection, countsOnly: true, pageSize });
          expect(counted.every(({ rows, count = -1 }) => rows.length === 0 && count >= 0 && count <= pageSize)).toBe(
            true,
          );
          expect(
            counted.reduce((sum, { count = 0 }) => sum + count, 0),
            JSON.stringify(selection, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
          ).toBe(expected);
        }
      }
    });
  });

  it("says when a value was written", async () => {
    const store = await open();
    const { rows } = await store.select({
      ...place,
      filters: [{ column: "k", operator: "eq", value: 4 }],
      columns: ["a"],
      writeTimes: ["v", "s"],
      pageSize: 10,
    });
    const [first, last] = [rows[0]?.writeTime?.("v"), rows[0]?.writeTime?.("s")];
    expect(typeof first).toBe("bigint");
    expect(last! > first!).toBe(true);
    await store.update({ ...place, values: values({ k: 4, a: 0, v: null }) });
    const point = {
      ...place,
      filters: [
        { column: "k", operator: "eq", value: 4 },
        { column: "a", operator: "eq", value: 0 },
      ],
      pageSize: 1,
    } as const;
    const [row] = (await store.select({ ...point, writeTimes: ["v", "s"] })).rows;
    expect([row?.writeTime?.("v"), row?.writeTime?.("s")]).toEqual([null, last]);
  });

  test.each<[string, Partial<Selection>]>([
    ["LIMIT must be strictly positive", { perPartitionLimit: 0 }],
    ["LIMIT must be strictly positive", { perPartitionLimit: -1 }],
    [
      "PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries",
      { distinct: true, columns: ["k"], perPartitionLimit: 1 },
    ],
    [
      "SELECT DISTINCT queries must only request partition key columns and/or static columns (not a)",
      { distinct: true, columns: ["k", "a"] },
    ],
    [
      "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
      {
        distinct: true,
        columns: ["k"],
        filters: [
          { column: "k", operator: "eq", value: 1 },
          { column: "a", operator: "eq", value: 1 },
        ],
      },
    ],
    ["9223372036854775808 is not a whole number of 64 bits", { tokens: { after: 2n ** 63n } }],
    ["Cannot use selection function writetime on PRIMARY KEY part a", { writeTimes: ["a"] }],
    ["Cannot use selection function writeTime on non-frozen column tags", { writeTimes: ["tags"] }],
    ["Undefined column name nope in table shop.posts", { writeTimes: ["nope"] }],
  ])("is refused: %s", async (message, more) => {
    const { store } = await openStore([posts]);
    expect(await refusalOf(store.select({ ...place, filters: [], pageSize: 10, ...more }))).toBe(`invalid: ${message}`);
  });

  it("binds the state of a page to what it reads", async () => {
    const store = await open();
    const base = { ...place, filters: [], columns: ["k"], pageSize: 2 };
    const shapes: Partial<Selection>[] = [
      {},
      { distinct: true },
      { perPartitionLimit: 1 },
      { perPartitionLimit: 2 },
      { tokens: { after: -1n } },
      { tokens: { upTo: 1n } },
    ];
    const states = [];
    for (const shape of shapes) states.push((await store.select({ ...base, ...shape })).pageState);
    for (const [own, pageState] of states.entries()) {
      expect(pageState).toBeDefined();
      for (const [index, shape] of shapes.entries()) {
        const read = store.select({ ...base, ...shape, pageState });
        if (index === own) expect((await read).rows).not.toEqual([]);
        else expect(await refusalOf(read)).toBe("page-state: Invalid value for the paging state");
      }
    }
  });
}
