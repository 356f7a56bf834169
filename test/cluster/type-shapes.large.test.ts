/** What the types of reads and writes take, and what a live cluster executes, are the same. */
import { afterAll, beforeAll, it } from "vitest";
import { openCassandraStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { testIndexShapes } from "../emit/index-shapes.ts";
import { testWriteShapes } from "../emit/write-shapes.ts";
import { long } from "../support/long.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

/** The embedded store is asked everything, and answers as the cluster does. */
const step = long ? 1 : 7;

await describeOnCluster("the types of a table's functions", (cluster) => {
  let store: Store;
  let endTurn: () => void;

  beforeAll(async () => {
    const { contactPoints, credentials, takeTurn } = cluster();
    endTurn = await takeTurn();
    store = await openCassandraStore({ contactPoints, credentials, replication: 1 });
    await store.dropKeyspace("shop");
    await store.createKeyspace("shop");
  }, 60_000);

  afterAll(async () => {
    await store.close();
    endTurn();
  });

  it("take what the cluster answers, with indexes and neighbors", { timeout: 120_000 }, () =>
    testIndexShapes(store, step),
  );

  it("take the writes that the cluster executes", { timeout: 120_000 }, () => testWriteShapes(store, step));
});
