/** What a real Cassandra answers to batches of every mix; `vitest run … --update` records it for `test/store/embedded/batch-matrix.test.ts`. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTimeoutMs } from "../conformance/in-every-session.ts";
import { openOnCluster } from "../conformance/open-store.ts";
import type { OpenedStore } from "../conformance/open-store.ts";
import { answerAll, matrixTables } from "../store/batch-matrix.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

await describeOnCluster("a batch", (cluster) => {
  const openStore = openOnCluster(cluster);
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await openStore("shop");
    for (const table of matrixTables) await opened.store.createTable("shop", table);
  }, openTimeoutMs);
  afterAll(() => opened.close());

  it("of every mix of deletes and writes is answered as recorded", { timeout: 120_000 }, async () => {
    const text = `${JSON.stringify(await answerAll(opened.store), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../fixtures/store/batches.json");
  });
});
