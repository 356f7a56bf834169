import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { keyValuesIn } from "../../../../src/store/embedded/storage/open-data.ts";
import { createReads, openMemoryStore, StoreError } from "../../../../src/store/index.ts";
import type { Filter, Page, Selection, Store } from "../../../../src/store/index.ts";
import { openStore, refusalOf, table, values } from "../temporary-store.ts";
import type { Columns } from "../temporary-store.ts";

const sai = (column: string, similarity_function?: string) => ({
  column,
  using: "sai" as const,
  ...(similarity_function !== undefined && { options: { similarity_function } }),
});
const docs = table(
  "docs",
  {
    tenant: "text",
    day: "int",
    seq: "int",
    kind: "text",
    size: "int",
    tags: "set<text>",
    old: "int",
    angle: "vector<float, 2>",
    product: "vector<float, 2>",
    distance: "vector<float, 2>",
    plain: "vector<float, 2>",
  },
  ["tenant", "day"],
  { seq: "ASC" },
  {
    indexes: [
      sai("angle"),
      sai("product", "DOT_PRODUCT"),
      sai("distance", "euclidean"),
      sai("kind"),
      sai("size"),
      sai("tags"),
      { column: "old" },
    ],
  },
);
const place = { keyspace: "shop", table: "docs" };
const is = (column: string, value: Filter["value"]): Filter => ({ column, operator: "eq", value });
const inDay = [is("tenant", "t"), is("day", 1)];

async function open(rows: readonly Columns[]): Promise<Store> {
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  await store.createTable("shop", docs);
  for (const row of rows) await store.insert({ ...place, values: values({ tenant: "t", day: 1, ...row }) });
  return store;
}

function nearest(store: Store, column: string, to: readonly number[], more: Partial<Selection> = {}): Promise<Page> {
  const selection = { ...place, filters: [], columns: ["seq"], nearest: { column, to }, limit: 3, pageSize: 1000 };
  return store.select({ ...selection, ...more });
}

const seqs = ({ rows }: Page): unknown[] => rows.map((row) => row.get("seq"));
const vectors = [
  [1, 0],
  [0.6, 0.8],
  [0, 1],
  [-1, 0],
];
const alike = (vector: readonly number[]): Columns => ({ angle: vector, product: vector, distance: vector });

describe("the nearest rows", () => {
  // The similarities are those of a real cluster.
  test.each([
    ["angle", [1, 0.8, 0.5, 0]],
    ["product", [1, 0.8, 0.5, 0]],
    ["distance", [1, 5 / 9, 1 / 3, 1 / 5]],
  ])("are sorted by how near they are, as the index says: %s", async (column, expected) => {
    const store = await open(vectors.map((vector, seq) => ({ seq, ...alike(vector) })).toReversed());
    const page = await nearest(store, column, [1, 0], { limit: 10 });
    expect(seqs(page)).toEqual([0, 1, 2, 3]);
    expect(page.similarities?.map((one) => one.toFixed(6))).toEqual(expected.map((one) => one.toFixed(6)));
    expect(page.pageState).toBeUndefined();
    const few = await nearest(store, column, [1, 0], { limit: 2, pageBytes: 1 });
    expect(seqs(few)).toEqual([0, 1]);
    expect(few.similarities).toEqual(page.similarities?.slice(0, 2));
  });

  it("do not depend on the lengths of vectors where their angle counts", async () => {
    const store = await open([
      { seq: 1, angle: [1, 1], product: [1, 1] },
      { seq: 2, angle: [100, 0], product: [100, 0] },
      { seq: 3, angle: [0.1, 0.1], product: [0.1, 0.1] },
    ]);
    expect(seqs(await nearest(store, "angle", [2, 2]))).toEqual([1, 3, 2]);
    expect(seqs(await nearest(store, "product", [2, 2]))).toEqual([2, 1, 3]);
  });

  it("are not those without a vector, nor with one of zeros where the angle counts", async () => {
    const store = await open([
      { seq: 1, kind: "none" },
      { seq: 2, ...alike([0, 0]) },
      { seq: 3, ...alike([1, 0]) },
    ]);
    expect(seqs(await nearest(store, "angle", [1, 0]))).toEqual([3]);
    expect(seqs(await nearest(store, "product", [1, 0]))).toEqual([3, 2]);
    expect(seqs(await nearest(store, "distance", [0, 0]))).toEqual([2, 3]);
  });

  test.each<[string, Filter[], unknown[]]>([
    ["a partition", inDay, [0, 1, 2]],
    ["a part of a partition", [...inDay, { column: "seq", operator: "gt", value: 0 }], [1, 2, 3]],
    ["some rows of a partition", [...inDay, { column: "seq", operator: "in", value: [3, 1, 9] }], [1, 3]],
    ["one row", [...inDay, is("seq", 2)], [2]],
    ["an indexed value", [is("kind", "b")], [1, 3]],
    ["a range of an indexed value", [{ column: "size", operator: "gte", value: 2 }], [2, 3]],
    ["two indexed values", [is("kind", "b"), { column: "size", operator: "gt", value: 1 }], [3]],
    ["an item of an indexed collection", [{ column: "tags", operator: "contains", value: "x" }], [0, 2]],
    ["an indexed value within a partition", [...inDay, is("kind", "a")], [0, 2]],
    ["nothing", [is("tenant", "other"), is("day", 1)], []],
  ])("are among those of %s", async (_, filters, expected) => {
    const store = await open(
      vectors.map((angle, seq) => ({
        seq,
        angle,
        kind: seq % 2 ? "b" : "a",
        size: seq,
        tags: seq % 2 ? ["y"] : ["x"],
      })),
    );
    expect(seqs(await nearest(store, "angle", [1, 0], { filters }))).toEqual(expected);
  });

  it("are the same as by comparison of all", async () => {
    const number = fc.integer({ min: -3, max: 3 });
    const vector = fc.tuple(number, number);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ distance: vector, size: fc.integer({ min: 0, max: 2 }) }), { maxLength: 40 }),
        vector,
        fc.integer({ min: 1, max: 45 }),
        fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
        async (rows, to, limit, size) => {
          const store = await open(rows.map((row, seq) => ({ seq, ...row })));
          const filters = size === undefined ? [] : [is("size", size)];
          const page = await nearest(store, "distance", to, { filters, limit });
          const expected = rows
            .map((row, seq) => ({
              seq,
              size: row.size,
              squared: (row.distance[0] - to[0]) ** 2 + (row.distance[1] - to[1]) ** 2,
            }))
            .filter((row) => size === undefined || row.size === size)
            .sort((one, other) => one.squared - other.squared || one.seq - other.seq)
            .slice(0, limit);
          expect(seqs(page)).toEqual(expected.map(({ seq }) => seq));
          expect(page.similarities).toEqual(expected.map(({ squared }) => Math.fround(1 / (1 + squared))));
        },
      ),
    );
  });

  it("can be counted", async () => {
    const store = await open(vectors.map((angle, seq) => ({ seq, angle })));
    expect(await nearest(store, "angle", [1, 0], { countsOnly: true })).toEqual({ rows: [], count: 3 });
  });

  it("let others have their turns, and end with a signal", async () => {
    const store = await open([]);
    const row = (seq: number) => ({
      ...place,
      kind: "insert" as const,
      values: values({ tenant: "t", day: 1, seq, angle: [1, seq] }),
    });
    await store.batch(Array.from({ length: 2000 }, (_, seq) => row(seq)));
    let turns = 0;
    const reads = { ...createReads(), timeSlice: { yieldIfOver: () => void turns++, restart: () => undefined } };
    await nearest(store, "angle", [1, 0], { reads });
    expect(turns).toBeGreaterThanOrEqual(4);
    const controller = new AbortController();
    const ended = nearest(store, "angle", [1, 0], { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
  });

  it("cost as many entries as rows are compared, however long their vectors are", async () => {
    const wide = table("wide", { k: "int", v: "vector<float, 768>" }, ["k"], {}, { indexes: [sai("v")] });
    const store = await openMemoryStore();
    await store.createKeyspace("shop");
    await store.createTable("shop", wide);
    const vector = Array.from({ length: 768 }, (_, place) => place);
    for (let k = 0; k < 10; k++)
      await store.insert({ keyspace: "shop", table: "wide", values: values({ k, v: vector }) });
    const read = (entries: number) => {
      const reads = createReads({ entries, bytes: Infinity, combinations: Infinity });
      return nearest(store, "v", vector, { table: "wide", columns: ["k"], reads });
    };
    expect((await read(10)).similarities).toEqual([1, 1, 1]);
    await expect(read(9)).rejects.toThrow(StoreError);
  });

  it("need no entries on disk", async () => {
    const { store, directory } = await openStore([docs]);
    await store.insert({ ...place, values: values({ tenant: "t", day: 1, seq: 1, angle: [1, 0], size: 1 }) });
    await store.close();
    const level = keyValuesIn(directory);
    await level.open();
    expect(await level.keys({ gte: Buffer.of(2), lt: Buffer.of(3) }).all()).toHaveLength(1);
    await level.close();
  });

  const filtering =
    "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. " +
    "If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING";
  test.each<[string, string, Partial<Selection>]>([
    ["ANN ordering by vector requires the column to be indexed", "plain", {}],
    [
      "ANN ordering does not support any other ordering",
      "angle",
      { filters: inDay, orderBy: [{ column: "seq", order: "ASC" }] },
    ],
    ["Top-K queries do not support per-partition limits", "angle", { perPartitionLimit: 1 }],
    [
      "Top-K queries must have a limit specified and the limit must be less than the query page size",
      "angle",
      { limit: undefined },
    ],
    [
      "Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than 1000. LIMIT was 1001",
      "angle",
      { limit: 1001 },
    ],
    ["LIMIT must be strictly positive", "angle", { limit: 0 }],
    [
      "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
      "angle",
      { distinct: true, columns: ["day"] },
    ],
    [filtering, "angle", { filters: [is("seq", 1)] }],
    [
      "ANN ordering by vector requires all restricted column(s) to be indexed",
      "angle",
      { filters: [is("tenant", "t")] },
    ],
    [filtering, "angle", { filters: [is("old", 1)] }],
    [
      "Select on indexed columns and with IN clause for the PRIMARY KEY are not supported",
      "angle",
      { filters: [is("tenant", "t"), { column: "day", operator: "in", value: [1] }] },
    ],
    ["Undefined column name nope in table shop.docs", "nope", {}],
  ])("are refused: %s", async (message, column, more) => {
    const store = await open([]);
    expect(await refusalOf(nearest(store, column, [1, 0], more))).toBe(`invalid: ${message}`);
  });

  it("are refused for a vector that has another length, or no angle", async () => {
    const store = await open([]);
    expect(await refusalOf(nearest(store, "angle", [1, 2, 3]))).toMatch(/^invalid: Invalid value for "angle"/);
    expect(await refusalOf(nearest(store, "angle", [0, -0]))).toBe(
      "invalid: Zero vectors cannot be compared by their angle",
    );
    expect((await nearest(store, "distance", [0, 0])).rows).toEqual([]);
  });
});
