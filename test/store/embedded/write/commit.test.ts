/** What a write is told when its group fails: only "no" if nothing of it can be on disk. And what a refused write leaves. */
import { expect, it, onTestFinished, vi } from "vitest";
import { openMemoryStore, StoreError } from "../../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../../src/store/index.ts";
import { storeFailure } from "../../../../src/store/embedded/storage/level-error.ts";
import { MemoryBackend } from "../../../../src/store/embedded/storage/memory-storage.ts";
import { items, scan, values } from "../temporary-store.ts";

const shop = { keyspace: "shop" } as const;
const diskError = (): Error => Object.assign(new Error("IO error: 5.log"), { code: "LEVEL_IO_ERROR" });

async function openItems(): Promise<EmbeddedStore> {
  const store = await openMemoryStore();
  onTestFinished(() => store.close());
  await store.createKeyspace("shop");
  await store.createTable("shop", items);
  return store;
}

const item = (item_no: number) => ({ ...shop, table: "items", values: values({ order_id: 1, item_no }) });

async function failureOf(call: Promise<unknown>): Promise<Pick<StoreError, "code" | "applied">> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof StoreError)) throw new Error("not refused", { cause: error });
  return { code: error.code, applied: error.applied };
}

it("our own error keeps its outcome, although its cause is a damaged file", () => {
  const cause = Object.assign(new Error("Corruption: bad block"), { code: "LEVEL_CORRUPTION" });
  const refused = new StoreError("unavailable", "the data could not be written", cause, "no");
  expect(storeFailure(refused)).toBe(refused);
  expect(storeFailure(cause)).toMatchObject({ code: "damaged", applied: "unknown" });
});

it("a range whose keys cannot be read was not deleted, nor was its group written", async () => {
  const store = await openItems();
  await store.insert(item(1));
  const keys = vi.spyOn(MemoryBackend.prototype, "keys").mockImplementationOnce(() => {
    throw diskError();
  });
  const writes = [store.insert(item(2)), store.delete({ ...shop, table: "items", key: values({ order_id: 1 }) })];
  const failures = await Promise.all(writes.map(failureOf));
  keys.mockRestore();
  expect(failures).toEqual(writes.map(() => ({ code: "unavailable", applied: "no" })));
  expect(await scan(store, "items")).toHaveLength(1);
});

it("definitions that are on disk stay acknowledged when the rest of their group fails", async () => {
  const store = await openItems();
  const stored = store.createTable("shop", { ...items, name: "one" });
  const unstored = store.createTable("shop", { ...items, name: "two" });
  const row = store.insert(item(1));
  let batches = 0;
  const begin = MemoryBackend.prototype.batch;
  const batch = vi.spyOn(MemoryBackend.prototype, "batch").mockImplementation(function (this: MemoryBackend) {
    const begun = begin.call(this);
    return ++batches === 2 ? { ...begun, write: () => Promise.reject(diskError()) } : begun;
  });
  const failures = await Promise.all([unstored, row].map(failureOf));
  expect(await stored).toBe(true);
  batch.mockRestore();
  expect(failures).toEqual([
    { code: "unavailable", applied: "unknown" },
    { code: "unavailable", applied: "no" },
  ]);
  expect((await store.keyspace("shop"))?.tables.map(({ name }) => name)).toEqual(["items", "one"]);
});

it("a refused write leaves no time behind that later writes would have to be compared with", async () => {
  const store = await openItems();
  const far = { timestamp: BigInt(Date.now() + 1e9) * 1000n, ttlSeconds: 630_720_000 };
  expect(await failureOf(store.insert({ ...item(1), ...far }))).toMatchObject({ code: "invalid" });
  const stored = vi.spyOn(MemoryBackend.prototype, "getSync");
  await store.insert({ ...shop, table: "items", values: values({ order_id: 1, item_no: 2, sku: "a" }) });
  const reads = stored.mock.calls.length;
  stored.mockRestore();
  expect(reads).toBe(0);
});
