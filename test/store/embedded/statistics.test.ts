/** What the engine tells whoever runs it. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { describe, expect, it, vi } from "vitest";
import type { Mock } from "vitest";
import { Histogram, openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";
import { items, openStore, table, values } from "./temporary-store.ts";

const item = (item_no: number, ttlSeconds = 0) => ({
  keyspace: "shop",
  table: "items",
  values: values({ order_id: 1, item_no, sku: "x" }),
  ttlSeconds,
});

/** Figures by name; of a histogram the number of its values. */
async function read(store: EmbeddedStore): Promise<Readonly<Record<string, number>>> {
  const figures = (await store.statistics()).map(({ name, value }) => [
    name,
    value instanceof Histogram ? (value.counts.at(-1) ?? NaN) : value,
  ]);
  return Object.fromEntries(figures) as Record<string, number>;
}

async function batchSum(store: EmbeddedStore): Promise<number> {
  const found = (await store.statistics()).find(({ name }) => name === "batch_writes");
  return (found?.value as Histogram).sum;
}

describe("statistics", () => {
  it("count batches and their writes, and no reads", async () => {
    const { store } = await openStore([items]);
    const [before, sumBefore] = [await read(store), await batchSum(store)];
    await Promise.all(Array.from({ length: 50 }, (_, no) => store.insert(item(no))));
    await store.insert(item(50));
    await store.select({ keyspace: "shop", table: "items", filters: [], pageSize: 10 });
    const after = await read(store);
    const batches = (after["batch_writes"] ?? 0) - (before["batch_writes"] ?? 0);
    expect(batches).toBeGreaterThanOrEqual(2);
    expect(batches).toBeLessThan(10);
    expect((await batchSum(store)) - sumBefore).toBe(51);
    expect(after["batch_duration_seconds"]).toBe(after["batch_writes"]);
    expect(after).toMatchObject({ failed_batches_total: 0, waiting_writes: 0, writable: 1 });
  });

  it("count writes that wait for the batch before", async () => {
    const { store } = await openStore([items]);
    const writes = Array.from({ length: 2500 }, (_, no) => store.insert(item(no)));
    // One batch has at most a thousand.
    expect((await read(store))["waiting_writes"]).toBeGreaterThanOrEqual(1500);
    await Promise.all(writes);
    expect((await read(store))["waiting_writes"]).toBe(0);
  });

  it("count rows that have expired", async () => {
    const { store, clock } = await openStore([items]);
    await Promise.all(Array.from({ length: 150 }, (_, no) => store.insert(item(no, 10))));
    await store.insert(item(1000));
    clock.now += 10_000;
    await store.settled();
    expect((await read(store))["expired_rows_total"]).toBe(150);
  });

  it("count compactions, but none of data for which they would take too long", async () => {
    const { store } = await openStore([items]);
    const size = vi.spyOn(ClassicLevel.prototype, "approximateSize") as unknown as Mock<() => Promise<number>>;
    size.mockResolvedValueOnce(2 ** 27).mockResolvedValue(2 ** 20);
    const counts: (number | undefined)[] = [];
    for (const no of [1, 2]) {
      const sku = "x".repeat(2 ** 20);
      await store.insert({ ...item(no), values: values({ order_id: 1, item_no: no, sku }) });
      await store.settled();
      counts.push((await read(store))["compactions_total"]);
    }
    size.mockRestore();
    expect(counts).toEqual([0, 1]);
  });

  it("tell how far an index is built", async () => {
    const { store } = await openStore([items]);
    await Promise.all(Array.from({ length: 600 }, (_, no) => store.insert(item(no))));
    const index = { kind: "create-index", index: { column: "sku", kind: "full" } } as const;
    await store.alterTable("shop", "items", index);
    expect((await read(store))["index_builds"]).toBe(1);
    const seen = new Set<number | undefined>();
    while (store.building("shop", "items").size > 0) {
      seen.add((await read(store))["index_build_rows"]);
      await new Promise((turn) => setImmediate(turn));
    }
    expect([...seen].some((rows = 0) => rows > 0 && rows < 600)).toBe(true);
    expect(await read(store)).toMatchObject({ index_builds: 0, index_build_rows: 0 });
  });

  it("tell of dropped tables whose rows are left to delete", async () => {
    const { store } = await openStore([items]);
    await Promise.all(Array.from({ length: 10 }, (_, no) => store.insert(item(no))));
    await store.dropTable("shop", "items");
    expect((await read(store))["pending_drops"]).toBe(1);
    await store.settled();
    expect((await read(store))["pending_drops"]).toBe(0);
  });

  it("have the size of the files and the free space of the disk, but not in memory", async () => {
    const { store, directory } = await openStore([items, table("t", { a: "int" }, ["a"])]);
    const { disk_used_bytes: used, disk_free_bytes: free } = await read(store);
    const size = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    expect(used).toBe(size);
    expect(free).toBeGreaterThan(0);
    const memory = await openMemoryStore();
    expect(Object.keys(await read(memory))).not.toContain("disk_used_bytes");
    await memory.close();
  });
});
