/** What has expired leaves the disk, and what was overwritten; nobody has to ask for it. */
import { createCipheriv } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keyValuesIn } from "../../../../src/store/embedded/storage/open-data.ts";
import { long } from "../../../support/long.ts";
import { items, openStore, plain, readings, scan, table, values } from "../temporary-store.ts";
import type { Columns, OpenStore } from "../temporary-store.ts";

const target = { keyspace: "shop", table: "items" };
const item = (item_no: number, sku = "x") => ({ ...target, values: values({ order_id: 1, item_no, sku }) });

afterEach(() => {
  vi.useRealTimers();
});

/** How many keys of rows and entries are on disk. */
async function countKeys(directory: string): Promise<number> {
  const level = keyValuesIn(directory);
  await level.open();
  const keys = await level.keys({ gte: Buffer.of(1), lt: Buffer.of(4) }).all();
  await level.close();
  return keys.length;
}

describe("what has expired", () => {
  it("leaves the disk at the next call, in a table of many rows too, and nothing else does", async () => {
    const { store, clock, directory } = await openStore([items]);
    await Promise.all(Array.from({ length: 700 }, (_, no) => store.insert({ ...item(no), ttlSeconds: 10 })));
    await store.insert(item(1000));
    await store.insert({ ...item(1001), ttlSeconds: 20 });
    // Written again, it lasts longer.
    await store.insert({ ...item(0), ttlSeconds: 20 });
    await store.insert(item(1));
    clock.now += 10_000;
    const left = [0, 1, 1000, 1001].map((item_no) => ({ order_id: 1, item_no, sku: "x" }));
    expect(await scan(store, "items")).toEqual(left);
    await store.settled();
    expect(await scan(store, "items")).toEqual(left);
    await store.close();
    // Two of them expire later.
    expect(await countKeys(directory)).toBe(6);
  });

  it("leaves the cells of its row that have not, static ones too", async () => {
    const { store, clock, directory } = await openStore([readings]);
    const at = new Date(0);
    const key = { sensor: "a", day: 1 };
    const write = (columns: Columns, ttlSeconds: number) =>
      store.update({ keyspace: "shop", table: "readings", values: values({ ...key, ...columns }), ttlSeconds });
    await write({ at, seq: 1, value: 1 }, 10);
    await write({ at, seq: 1, note: "stays" }, 100);
    await write({ owner: "goes" }, 10);
    await write({ at, seq: 2, value: 2 }, 10);
    clock.now += 50_000;
    await store.settled();
    expect(await scan(store, "readings")).toEqual([{ ...key, at, seq: 1, note: "stays" }]);
    await store.close();
    expect(await countKeys(directory)).toBe(2);
  });

  it("leaves the disk in time by itself, though nobody calls", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { store, clock, directory } = await openStore([items]);
    await store.insert({ ...item(1), ttlSeconds: 5 });
    clock.now += 5000;
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    expect(await countKeys(directory)).toBe(0);
  });

  it("is expected by a timer only while there is something to expire, which keeps no process alive", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const { store, clock } = await openStore([items]);
    await store.insert(item(1));
    await store.settled();
    expect(set).not.toHaveBeenCalled();
    await store.insert({ ...item(1), ttlSeconds: 5 });
    expect(set).toHaveBeenCalledTimes(1);
    expect((set.mock.results[0]?.value as NodeJS.Timeout).hasRef()).toBe(false);
    clock.now += 5000;
    await store.settled();
    set.mockClear();
    await store.insert(item(2));
    expect(set).not.toHaveBeenCalled();
    set.mockRestore();
  });

  it("is found after the store was closed and opened", async () => {
    const { store, clock, directory } = await openStore([items]);
    await store.insert({ ...item(1), ttlSeconds: 5 });
    await store.close();
    const again = await openStore([], directory);
    again.clock.now = clock.now + 5000;
    await again.store.settled();
    await again.store.close();
    expect(await countKeys(directory)).toBe(0);
  });
});

describe("the disk", () => {
  it("holds less than three times the rows after many overwrites", { timeout: long ? 900_000 : 60_000 }, async () => {
    const overwrites = long ? 1_000_000 : 20_000;
    const blobs = table("blobs", { k: "int", content: "blob" }, ["k"]);
    const { store, directory }: OpenStore = await openStore([blobs]);
    // Its bytes are such that nothing makes them smaller.
    const noise = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
    for (let from = 0; from < overwrites; from += 1000) {
      const inserts = Array.from({ length: 1000 }, (_, k) => {
        const bytes = new Uint8Array(noise.update(Buffer.alloc(1000)));
        return store.insert({ keyspace: "shop", table: "blobs", values: values({ k, content: bytes }) });
      });
      await Promise.all(inserts);
    }
    await store.settled();
    const sizes = await Promise.all(
      (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).size),
    );
    expect(
      plain((await store.select({ keyspace: "shop", table: "blobs", filters: [], pageSize: 5000 })).rows),
    ).toHaveLength(1000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 1000 * 1000);
  });
});
