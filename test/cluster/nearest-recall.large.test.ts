/** How many of the rows that are really nearest the index of a live cluster finds. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCassandraStore } from "../../src/store/index.ts";
import type { Selection, Store } from "../../src/store/index.ts";
import { tableOf } from "../support/keyspaces.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const dimensions = 32;
const count = 1000;

let state = 7;
/** From -1 to 1, the same in each run. */
function random(): number {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return state / 2 ** 31 - 1;
}

/** Those of a uniform distribution are the hardest: none is much nearer than others. */
const randomVector = (): number[] => Array.from({ length: dimensions }, () => Math.fround(random()));

const docs = tableOf({
  name: "docs",
  columnDefinitions: [
    { name: "id", typeDefinition: "int", static: false },
    { name: "kind", typeDefinition: "text", static: false },
    { name: "embedding", typeDefinition: `vector<float, ${dimensions}>`, static: false },
  ],
  primaryKey: { partitionKey: ["id"] },
  indexes: [
    { column: "embedding", using: "sai", options: { similarity_function: "cosine" } },
    { column: "kind", using: "sai" },
  ],
});

const vectors = Array.from({ length: count }, () => randomVector());

await describeOnCluster("the nearest vectors of a cluster", (cluster) => {
  let store: Store;

  beforeAll(async () => {
    const { contactPoints, credentials } = cluster();
    store = await openCassandraStore({ contactPoints, credentials, replication: 1 });
    await store.dropKeyspace("recall");
    await store.createKeyspace("recall");
    await store.createTable("recall", docs);
    // One after the other: the node fails on many vectors at once.
    for (const [id, embedding] of vectors.entries()) {
      const values = new Map<string, string | number | number[]>([
        ["id", id],
        ["kind", id % 10 === 0 ? "rare" : "usual"],
        ["embedding", embedding],
      ]);
      await store.insert({ keyspace: "recall", table: "docs", values });
    }
  }, 120_000);

  afterAll(() => store.close());

  it.each([
    { limit: 10, kind: undefined },
    { limit: 1, kind: undefined },
    { limit: 100, kind: undefined },
    { limit: 10, kind: "rare" },
  ])("are nine of ten of the real ones: $limit of kind $kind", { timeout: 60_000 }, async ({ limit, kind }) => {
    let found = 0;
    let wanted = 0;
    for (let query = 0; query < 40; query++) {
      const to = randomVector();
      const candidates = vectors.map((vector, id) => ({ id, distance: farness(vector, to) }));
      const exact = candidates
        .filter(({ id }) => kind === undefined || id % 10 === 0)
        .toSorted((one, other) => one.distance - other.distance)
        .slice(0, limit)
        .map(({ id }) => id);
      const filters: Selection["filters"] = kind === undefined ? [] : [{ column: "kind", operator: "eq", value: kind }];
      const nearest = { column: "embedding", to };
      const { rows, similarities, pageState } = await store.select({
        ...{ keyspace: "recall", table: "docs", columns: ["id"], filters, nearest, limit, pageSize: limit },
      });
      const ids = rows.map((row) => row.get("id"));
      expect(ids).toHaveLength(limit);
      expect(similarities).toHaveLength(limit);
      expect(pageState).toBeUndefined();
      wanted += exact.length;
      found += exact.filter((id) => ids.includes(id)).length;
    }
    expect(found / wanted).toBeGreaterThanOrEqual(0.9);
  });
});

/** Greater for vectors that are further apart, as the cosine between them has it. */
function farness(one: readonly number[], other: readonly number[]): number {
  const dot = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return -dot / Math.hypot(...one) / Math.hypot(...other);
}
