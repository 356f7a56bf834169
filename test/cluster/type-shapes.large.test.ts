/** What the types of reads and writes take, and what a live cluster executes, are the same. */
import { beforeAll, it } from "vitest";
import { openTimeoutMs } from "../conformance/in-every-session.ts";
import { openOnCluster } from "../conformance/open-store.ts";
import type { Store } from "../../src/store/index.ts";
import { testIndexShapes } from "../emit/index-shapes.ts";
import { testWriteShapes } from "../emit/write-shapes.ts";
import { long } from "../support/long.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

/** The embedded store is asked everything, and answers as the cluster does. */
const step = long ? 1 : 7;

await describeOnCluster("the types of a table's functions", (cluster) => {
  const openStore = openOnCluster(cluster);
  let store: Store;

  beforeAll(async () => {
    ({ store } = await openStore("shop"));
  }, openTimeoutMs);

  it("take what the cluster answers, with indexes and neighbors", { timeout: 120_000 }, () =>
    testIndexShapes(store, step),
  );

  it("take the writes that the cluster executes", { timeout: 120_000 }, () => testWriteShapes(store, step));
});
