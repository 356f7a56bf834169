import { expect, it } from "vitest";
import { createReads, openMemoryStore } from "../../../../src/store/index.ts";
import type { Selection } from "../../../../src/store/index.ts";
import { table, values } from "../temporary-store.ts";

const log = table("log", { k: "int", a: "int", s: "int static" }, ["k"], { a: "ASC" });
const place = { keyspace: "shop", table: "log" };

it.each<[string, Partial<Selection>]>([
  ["distinct partitions", { distinct: true, columns: ["k"] }],
  ["the first rows of each partition", { perPartitionLimit: 1 }],
])("%s are found without reading the other rows of large partitions", async (_, more) => {
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  await store.createTable("shop", log);
  const partitions = 20;
  for (let k = 0; k < partitions; k++) {
    const row = (a: number) => ({ ...place, kind: "insert" as const, values: values({ k, a, s: k }) });
    await store.batch(Array.from({ length: 500 }, (_, a) => row(a)));
  }
  for (const countsOnly of [false, true]) {
    let entries = 0;
    const reads = {
      ...createReads(),
      spend: (kind: string, count: number) => void (kind === "entries" && (entries += count)),
    };
    const page = await store.select({ ...place, filters: [], pageSize: 1000, reads, countsOnly, ...more });
    expect(page.count ?? page.rows.length).toBe(partitions);
    expect(entries).toBeLessThan(10 * partitions);
  }
});
