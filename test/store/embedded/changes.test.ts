import { expect, it, vi } from "vitest";
import type { ChangedDefinitions } from "../../../src/store/index.ts";
import { items, openStore, products, refusalOf } from "./temporary-store.ts";

it("listeners learn which definitions changed, and the others stay the same objects", async () => {
  const { store } = await openStore([products]);
  const told: ChangedDefinitions[] = [];
  const end = store.onChange((changed) => told.push(changed));
  const before = await store.keyspace("shop");
  await store.createTable("shop", items);
  const after = await store.keyspace("shop");
  expect(told).toEqual([{ keyspace: "shop", tables: ["items"], userTypes: [] }]);
  expect(after).not.toBe(before);
  expect(after?.tables.find(({ name }) => name === "products")).toBe(before?.tables[0]);

  await store.createTable("shop", items);
  expect(told).toHaveLength(1);
  await store.dropTable("shop", "items");
  await store.createKeyspace("other");
  expect(told.slice(1)).toEqual([
    { keyspace: "shop", tables: ["items"], userTypes: [] },
    { keyspace: "other", tables: [], userTypes: [] },
  ]);

  end();
  await store.createTable("shop", items);
  expect(told).toHaveLength(3);
});

it("a listener sees the change that it is told of", async () => {
  const { store } = await openStore();
  const seen: unknown[] = [];
  store.onChange(({ keyspace }) => seen.push(store.keyspace(keyspace)));
  await store.createTable("shop", items);
  expect(await Promise.all(seen)).toEqual([await store.keyspace("shop")]);
});

it("a listener that throws fails neither the change nor the other listeners", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  const { store } = await openStore();
  const error = new Error("a listener's own");
  const told: ChangedDefinitions[] = [];
  store.onChange(() => {
    throw error;
  });
  store.onChange((changed) => told.push(changed));
  expect(await store.createTable("shop", items)).toBe(true);
  expect(told).toHaveLength(1);
  expect(warn.mock.calls).toEqual([[error]]);
  warn.mockRestore();
});

it("a materialized view is refused", async () => {
  const { store } = await openStore([products]);
  const view = { ...products, name: "others", viewOf: "products" };
  expect(await refusalOf(store.createTable("shop", view))).toBe(
    "invalid: The embedded store has no materialized views: write a second table",
  );
});
