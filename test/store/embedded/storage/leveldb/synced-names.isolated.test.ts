/** The steps of `recorded-writes.large.test.ts` are recorded ones: this holds the store to them, since a write waits for its names. */
import { readdirSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";
import { items, openStore, temporaryDirectory, values } from "../../temporary-store.ts";

const synced = vi.hoisted(() => ({ directory: "", names: new Set<string>() }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const open = async (path: string, ...options: readonly string[]): Promise<object> => {
    const file = await real.open(path, ...options);
    const sync = file.sync.bind(file);
    return Object.assign(file, {
      sync: async () => {
        const names = readdirSync(path);
        await sync();
        if (path === synced.directory) synced.names = new Set(names);
      },
    });
  };
  return { ...real, open };
});

beforeEach(() => synced.names.clear());

it("acknowledges no write before the name of its log is synced", async () => {
  synced.directory = await temporaryDirectory();
  const { store } = await openStore([items], synced.directory);
  const logs = (): readonly string[] => readdirSync(synced.directory).filter((name) => name.endsWith(".log"));
  const seen = new Set<string>();
  expect(synced.names).toContain("CURRENT");
  for (let item_no = 0; item_no < 8; item_no++) {
    const row = values({ order_id: 1, item_no, sku: "x".repeat(900_000) });
    await store.insert({ keyspace: "shop", table: "items", values: row });
    for (const name of logs()) {
      seen.add(name);
      expect(synced.names).toContain(name);
    }
  }
  expect(seen.size).toBeGreaterThan(1);
});
