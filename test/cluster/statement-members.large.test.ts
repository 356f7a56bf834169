/** What a live cluster makes of each thing that a statement can say, as the engine prints it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCassandraStore } from "../../src/store/cassandra/cassandra-store.ts";
import { StoreError } from "../../src/store/index.ts";
import type { Change, Condition, Delete, Row, Selection, Store, Update, Value } from "../../src/store/index.ts";
import { wantedVersion } from "./cassandra-version.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const script = `
  CREATE KEYSPACE members WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
  CREATE TYPE members.place ("Street" text, zip int);
  CREATE TABLE members.rooms (house text, "Floor" int, seq int, owner text static, tags set<text>, log list<int>,
    "Settings" map<text, int>, place place, size int, seal frozen<set<text>>, PRIMARY KEY (house, "Floor", seq));
  CREATE TABLE members.hits (page text PRIMARY KEY, views counter);
  CREATE TABLE members.posts (tenant text, seq int, PRIMARY KEY (tenant, seq));
`;

const { hasVectors } = wantedVersion();
const vectors = `
  CREATE TABLE members.docs (tenant text, seq int, kind text, angle vector<float, 2>, product vector<float, 2>,
    distance vector<float, 2>, PRIMARY KEY (tenant, seq));
  CREATE INDEX ON members.docs (kind) USING 'sai';
  CREATE INDEX ON members.docs (angle) USING 'sai';
  CREATE INDEX ON members.docs (product) USING 'sai' WITH OPTIONS = {'similarity_function': 'DOT_PRODUCT'};
  CREATE INDEX ON members.docs (distance) USING 'sai' WITH OPTIONS = {'similarity_function': 'euclidean'};
`;

const shop = { keyspace: "members" };
const rooms = { ...shop, table: "rooms" };
const values = (columns: Record<string, Value | null>): Map<string, Value | null> => new Map(Object.entries(columns));
const keyOf = (seq: number): Record<string, Value> => ({ house: "h", Floor: 1, seq });

await describeOnCluster("a member of a statement", (cluster) => {
  let store: Store;

  beforeAll(async () => {
    await cluster().run(hasVectors ? script + vectors : script);
    store = await openCassandraStore(cluster());
  }, 60_000);

  afterAll(() => store.close());

  const select = async (more: Partial<Selection>): Promise<readonly Row[]> =>
    (await store.select({ ...rooms, filters: [], pageSize: 100, ...more })).rows;
  const inHouse = { filters: [{ column: "house", operator: "eq", value: "h" }] } as const;
  const update = (seq: number, more: Partial<Update>) =>
    store.update({ ...rooms, values: values(keyOf(seq)), ...more });
  const change = (seq: number, ...changes: Change[]) => update(seq, { changes });
  const rowAt = async (seq: number): Promise<Row | undefined> =>
    (await select(inHouse)).find((row) => row.get("seq") === seq);
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "nothing",
      (error: unknown) => (error instanceof StoreError ? `${error.code}: ${error.message}` : String(error)),
    );

  it("changes what is inside a column", async () => {
    await change(
      1,
      { column: "tags", kind: "add", value: ["a", "b", "c"] },
      { column: "tags", kind: "remove", value: ["b"] },
      { column: "log", kind: "append", value: [1, 2, 1] },
      {
        column: "Settings",
        kind: "add",
        value: new Map([
          ["a", 1],
          ["b", 2],
        ]),
      },
      { column: "place", kind: "field", field: "Street", value: "Rue" },
    );
    await change(
      1,
      { column: "log", kind: "prepend", value: [7, 8] },
      { column: "Settings", kind: "element", at: "c", value: 3 },
      { column: "Settings", kind: "element", at: "a", value: null },
      { column: "place", kind: "field", field: "zip", value: 5 },
    );
    const row = await rowAt(1);
    expect(row?.get("tags")).toEqual(["a", "c"]);
    expect(row?.get("log")).toEqual([7, 8, 1, 2, 1]);
    expect(row?.get("Settings")).toEqual(
      new Map([
        ["b", 2],
        ["c", 3],
      ]),
    );
    expect(row?.get("place")).toEqual({ Street: "Rue", zip: 5 });
    await change(1, { column: "log", kind: "element", at: 1, value: 9 });
    await change(1, { column: "log", kind: "element", at: 0, value: null });
    await change(1, { column: "log", kind: "remove", value: [1] });
    await change(1, { column: "Settings", kind: "remove", value: ["b", "x"] });
    expect((await rowAt(1))?.get("log")).toEqual([9, 2]);
    expect((await rowAt(1))?.get("Settings")).toEqual(new Map([["c", 3]]));
    await change(1, { column: "tags", kind: "add", value: [] }, { column: "Settings", kind: "remove", value: [] });
    expect((await rowAt(1))?.get("tags")).toEqual(["a", "c"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["frozen", () => change(1, { column: "seal", kind: "add", value: ["a"] })],
    [
      "attempted to set an element on a list|out of bound",
      () => change(1, { column: "log", kind: "element", at: 99, value: 1 }),
    ],
    ["Invalid operation \\(add\\)", () => change(1, { column: "size", kind: "add", value: 1 })],
    [
      "Multiple incompatible setting",
      () =>
        update(1, {
          values: values({ ...keyOf(1), tags: ["x"] }),
          changes: [{ column: "tags", kind: "add", value: ["y"] }],
        }),
    ],
    [
      "timestamp for conditional",
      () => update(1, { values: values({ ...keyOf(1), size: 1 }), ifExists: true, timestamp: 5n }),
    ],
    [
      "timestamp for counter",
      () => store.update({ ...shop, table: "hits", values: values({ page: "p", views: 1n }), timestamp: 5n }),
    ],
    ["DISTINCT", () => select({ distinct: true })],
    ["PER PARTITION LIMIT", () => select({ distinct: true, columns: ["house"], perPartitionLimit: 1 })],
    ["PRIMARY KEY part house", () => select({ writeTimes: ["house"] })],
  ])("is refused by the cluster: %s", async (message, work) => {
    expect(await refusal(work())).toMatch(new RegExp(`^invalid: .*(${message})`, "i"));
  });

  it("decides by a part of a column", async () => {
    await change(
      2,
      { column: "log", kind: "append", value: [4, 5] },
      { column: "Settings", kind: "add", value: new Map([["a", 1]]) },
      { column: "place", kind: "field", field: "Street", value: "Rue" },
    );
    const size = { values: values({ ...keyOf(2), size: 1 }) };
    const cases: [boolean, Condition][] = [
      [true, { column: "Settings", part: { at: "a" }, operator: "eq", value: 1 }],
      [false, { column: "Settings", part: { at: "b" }, operator: "gt", value: 1 }],
      [true, { column: "Settings", part: { at: "b" }, operator: "eq", value: null }],
      [true, { column: "log", part: { at: 1 }, operator: "gte", value: 5 }],
      [false, { column: "log", part: { at: 1 }, operator: "in", value: [1, 2] }],
      [true, { column: "place", part: { field: "Street" }, operator: "in", value: ["Rue", null] }],
      [true, { column: "place", part: { field: "zip" }, operator: "eq", value: null }],
    ];
    for (const [applied, condition] of cases) {
      expect((await update(2, { ...size, conditions: [condition] })).applied, JSON.stringify(condition)).toBe(applied);
    }
    const failed = await update(2, { ...size, conditions: [cases[1]![1]] });
    expect(failed).toEqual({ applied: false, current: values({ Settings: new Map([["a", 1]]) }) });
  });

  describe("deletes", () => {
    const left = async (more: Partial<Delete>): Promise<unknown[]> => {
      for (const seq of [1, 2, 3, 4, 5])
        await store.insert({ ...rooms, values: values({ ...keyOf(seq), house: "d" }) });
      await store.delete({ ...rooms, key: values({ house: "d" }), ...more });
      const rows = await select({ filters: [{ column: "house", operator: "eq", value: "d" }] });
      return rows.map((row) => row.get("seq"));
    };

    it("a range, a list, and a whole partition", async () => {
      const floor = { key: values({ house: "d", Floor: 1 }) };
      expect(
        await left({
          ...floor,
          filters: [
            { column: "seq", operator: "gte", value: 2 },
            { column: "seq", operator: "lt", value: 5 },
          ],
        }),
      ).toEqual([1, 5]);
      expect(await left({ ...floor, filters: [{ column: "seq", operator: "in", value: [1, 9, 3] }] })).toEqual([
        2, 4, 5,
      ]);
      expect(
        await left({
          filters: [
            { column: "Floor", operator: "in", value: [1] },
            { column: "seq", operator: "gt", value: 1 },
          ],
        }),
      ).toEqual([1]);
      expect(await left({})).toEqual([]);
    });
  });

  it("takes place at a time, which a read says", async () => {
    const at = async (seq: number): Promise<unknown[]> => {
      const row = (await select({ ...inHouse, writeTimes: ["size", "owner"] })).find((one) => one.get("seq") === seq);
      return [row?.get("size"), row?.writeTime?.("size"), row?.writeTime?.("owner")];
    };
    await store.insert({ ...rooms, values: values({ ...keyOf(7), size: 1 }), timestamp: 1000n });
    await update(7, { values: values({ ...keyOf(7), size: 2 }), timestamp: 999n });
    expect(await at(7)).toEqual([1, 1000n, null]);
    await update(7, { values: values({ ...keyOf(7), size: 3 }), timestamp: 1001n, ttlSeconds: 1000 });
    expect(await at(7)).toEqual([3, 1001n, null]);
    await store.delete({ ...rooms, key: values(keyOf(7)), timestamp: 1000n });
    expect(await at(7)).toEqual([3, 1001n, null]);
    await store.batch([{ ...rooms, kind: "delete", key: values(keyOf(7)), timestamp: 1001n }]);
    expect((await at(7))[0]).toBeUndefined();
    await store.batch([
      { ...rooms, kind: "insert", values: values({ ...keyOf(8), size: 1 }), timestamp: 2n ** 53n + 1n },
      { ...rooms, kind: "update", values: values({ ...keyOf(9), size: 1 }), timestamp: -5n },
    ]);
    expect(await at(8)).toEqual([1, 2n ** 53n + 1n, null]);
    expect(await at(9)).toEqual([1, -5n, null]);
  });

  it("reads partitions once, some rows of each, by their tokens, and counts them", async () => {
    const few = { ...shop, table: "posts" };
    const tenants = ["a", "b", "c", "d", "e"];
    for (const tenant of tenants) {
      for (const seq of [1, 2, 3]) await store.insert({ ...few, values: values({ tenant, seq }) });
    }
    const all = async (more: Partial<Selection>): Promise<(string | number)[]> => {
      const found: (string | number)[] = [];
      let pageState: string | undefined;
      do {
        const page = await store.select({ ...few, filters: [], columns: ["tenant"], pageSize: 2, ...more, pageState });
        found.push(...(page.count === undefined ? page.rows.map((row) => String(row.get("tenant"))) : [page.count]));
        pageState = page.pageState;
      } while (pageState !== undefined);
      return found;
    };
    expect((await all({ distinct: true })).sort()).toEqual(tenants);
    expect((await all({ perPartitionLimit: 1 })).sort()).toEqual(tenants);
    expect(await all({ perPartitionLimit: 2 })).toHaveLength(10);
    const low = await all({ tokens: { upTo: 0n } });
    expect([...low, ...(await all({ tokens: { after: 0n } }))]).toEqual(await all({}));
    expect(low.length).toBeGreaterThan(0);
    expect(await all({ countsOnly: true, pageSize: 10 })).toEqual([10, 5]);
    expect(
      await all({ countsOnly: true, filters: [{ column: "tenant", operator: "eq", value: "a" }], pageSize: 10 }),
    ).toEqual([3]);
  });

  it.runIf(hasVectors)("finds the nearest rows, each as near as the function of the index says", async () => {
    const vectors = [
      [1, 0],
      [0.6, 0.8],
      [0, 1],
      [-1, 0],
    ];
    for (const [seq, one] of vectors.entries()) {
      const row = { tenant: "n", seq, kind: seq < 2 ? "low" : "high", angle: one, product: one, distance: one };
      await store.insert({ ...shop, table: "docs", values: values(row) });
    }
    const tenant = { column: "tenant", operator: "eq", value: "n" } as const;
    const nearest = async (column: string, filters: Selection["filters"], limit = 3): Promise<unknown> => {
      const page = await store.select({
        ...shop,
        table: "docs",
        filters,
        columns: ["seq"],
        nearest: { column, to: [1, 0] },
        limit,
        pageSize: 100,
      });
      expect(page.pageState).toBeUndefined();
      return page.rows.map((row, index) => [row.get("seq"), page.similarities?.[index]?.toFixed(4)]);
    };
    expect(await nearest("angle", [tenant])).toEqual([
      [0, "1.0000"],
      [1, "0.8000"],
      [2, "0.5000"],
    ]);
    expect(await nearest("product", [])).toEqual([
      [0, "1.0000"],
      [1, "0.8000"],
      [2, "0.5000"],
    ]);
    expect(await nearest("distance", [tenant])).toEqual([
      [0, "1.0000"],
      [1, "0.5556"],
      [2, "0.3333"],
    ]);
    const high = { column: "kind", operator: "eq", value: "high" } as const;
    expect(await nearest("angle", [high], 10)).toEqual([
      [2, "0.5000"],
      [3, "0.0000"],
    ]);
  });
});
