/** What `tableSizes` counts. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";
import { openStore, table, values } from "./temporary-store.ts";

const notes = table("notes", { id: "int", body: "text" }, ["id"]);
const others = table("others", { id: "int" }, ["id"]);

function insertNotes(store: EmbeddedStore, count: number, body: string): Promise<unknown> {
  const write = (id: number) => ({ keyspace: "shop", table: "notes", values: values({ id, body }) });
  return Promise.all(Array.from({ length: count }, (_, id) => store.insert(write(id))));
}

async function openShop(): Promise<EmbeddedStore> {
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  await store.createTable("shop", notes);
  return store;
}

describe("the sizes of tables", () => {
  it("are the bytes of their rows, also while these are only in the log of LevelDB", async () => {
    const { store } = await openStore([notes, others]);
    await insertNotes(store, 10, "x".repeat(1000));
    const sizes = await store.tableSizes("shop");
    expect(sizes.get("others")).toEqual({ bytes: 0, isLeast: false });
    const { bytes = 0 } = sizes.get("notes") ?? {};
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(11_000);
  });

  it("are LevelDB's estimate for a large table", async () => {
    const { store } = await openStore([notes]);
    // Letters that do not compress.
    const letters = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_011)));
    await insertNotes(store, 200, letters.join(""));
    const { bytes = 0, isLeast } = (await store.tableSizes("shop")).get("notes") ?? {};
    expect(bytes).toBeGreaterThan(4 * 2 ** 20);
    expect(isLeast).toBe(false);
  });

  it("are counted up to a limit in memory", async () => {
    const store = await openShop();
    await insertNotes(store, 10, "x".repeat(1000));
    const { bytes = 0 } = (await store.tableSizes("shop")).get("notes") ?? {};
    expect(bytes).toBeGreaterThan(10_000);
    await insertNotes(store, 100, "x".repeat(100_000));
    expect((await store.tableSizes("shop")).get("notes")).toEqual({ bytes: 4 * 2 ** 20, isLeast: true });
    await store.close();
  });

  it("of an unknown keyspace are refused", async () => {
    const store = await openShop();
    await expect(store.tableSizes("elsewhere")).rejects.toMatchObject({ code: "unknown-keyspace" });
    await store.close();
  });
});
