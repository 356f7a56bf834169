import { describe, expect, it, vi } from "vitest";
import { openMemoryStore } from "../../../src/store/index.ts";
import { items, refusalOf, scan, values } from "./temporary-store.ts";

const row = { order_id: 1, item_no: 2, sku: "x" };
const write = { keyspace: "shop", table: "items", values: values(row) };

describe("a store in memory", () => {
  it("is empty when it opens, and shares nothing with another", async () => {
    const stores = [await openMemoryStore(), await openMemoryStore()] as const;
    for (const store of stores) {
      expect(await store.keyspaces()).toEqual([]);
      await store.createKeyspace("shop");
      await store.createTable("shop", items);
    }
    const [one, other] = stores;
    await one.insert(write);
    expect([await scan(one, "items"), await scan(other, "items")]).toEqual([[row], []]);
    await one.close();
    expect(await scan(other, "items")).toEqual([]);
    await other.close();
  });

  it("is closed for good", async () => {
    const store = await openMemoryStore();
    await store.close();
    expect(await refusalOf(store.keyspaces())).toBe("unavailable: the store is closed");
  });

  it("leaves no timer when it closes before a write has had its turn", async () => {
    const store = await openMemoryStore();
    await store.createKeyspace("shop");
    await store.createTable("shop", items);
    await store.settled();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await Promise.all([store.insert({ ...write, ttlSeconds: 1 }), store.close()]);
    const timers = vi.getTimerCount();
    vi.useRealTimers();
    expect(timers).toBe(0);
  });

  it("measures times to live by the given clock", async () => {
    let now = 0;
    const store = await openMemoryStore({ now: () => now });
    await store.createKeyspace("shop");
    await store.createTable("shop", items);
    await store.insert({ ...write, ttlSeconds: 1 });
    now = 999;
    expect(await scan(store, "items")).toEqual([row]);
    now = 1000;
    expect(await scan(store, "items")).toEqual([]);
    await store.close();
  });
});
