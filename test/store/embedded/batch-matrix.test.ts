/** Batches of the embedded store against the recorded answers of a real Cassandra: `test/cluster/batch-matrix.large.test.ts` records. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { openMemoryStore } from "../../../src/store/index.ts";
import { answerAll, matrixTables } from "../batch-matrix.ts";

it("of every mix of deletes and writes is applied as in the database", async () => {
  const recorded = await readFile(new URL("../../fixtures/store/batches.json", import.meta.url), "utf8");
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  for (const table of matrixTables) await store.createTable("shop", table);
  try {
    expect(await answerAll(store)).toEqual(JSON.parse(recorded));
  } finally {
    await store.close();
  }
});
