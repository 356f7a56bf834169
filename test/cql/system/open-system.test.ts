import { expect, it } from "vitest";
import { openSystem } from "../../../src/cql/system/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { tableOf } from "../../support/keyspaces.ts";

it("has the rows", async () => {
  const store = await openMemoryStore();
  const system = await openSystem(store, { address: "127.0.0.1", port: 9042 });
  await store.createKeyspace("shop");
  await store.createTable(
    "shop",
    tableOf({
      name: "t",
      columnDefinitions: [{ name: "a", typeDefinition: "int" }],
      primaryKey: { partitionKey: ["a"] },
    }),
  );
  const t = performance.now();
  const tables = await system.database.storeOf("system");
  console.log(performance.now() - t);
  for (const [keyspace, table] of [
    ["system", "local"],
    ["system_schema", "tables"],
  ] as const) {
    const page = await tables.select({ keyspace, table, filters: [], pageSize: 100 });
    console.log(page.rows.map((row) => [...row]).slice(-1));
  }
  expect(1).toBe(1);
  await system.close();
  await store.close();
});
