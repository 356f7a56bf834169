import { describe, expect, it } from "vitest";
import { marks } from "../../../src/store/embedded/rows/key.ts";
import type { EmbeddedStore, Store } from "../../../src/store/index.ts";
import { openStore, plain, refusalOf, table, values } from "./temporary-store.ts";

const people = table("people", { id: "int", city: "text" }, ["id"], {}, { indexes: [{ column: "city" }] });
const notes = table("notes", { id: "int", text: "text" }, ["id"]);
const hits = table("hits", { page: "text", views: "counter" }, ["page"]);
const shop = { keyspace: "shop" };

const insert = (store: Store, id: number, city: string) =>
  store.insert({ ...shop, table: "people", values: values({ id, city }) });
const rowsOf = async (store: Store, name = "people") =>
  (await store.select({ ...shop, table: name, filters: [], pageSize: 10 })).rows.flatMap((row) => plain([row]));
const inCity = async (store: Store, city: string) => {
  const filters = [{ column: "city", operator: "eq", value: city }] as const;
  return (await store.select({ ...shop, table: "people", filters, pageSize: 10 })).rows.map((row) => row.get("id"));
};

/** How many rows there are, expired ones among them. */
const countRows = async (store: EmbeddedStore): Promise<number> =>
  (await store.copyRows()).rows.filter(({ mark }) => mark === marks.row).length;

describe("a copy of all rows", () => {
  it("brings back what was changed, deleted and written since, also for indexes and counters", async () => {
    const { store } = await openStore([people, hits]);
    const count = (views: string) =>
      store.update({ ...shop, table: "hits", values: values({ page: "home", views: BigInt(views) }) });
    await Promise.all([insert(store, 1, "Ulm"), insert(store, 2, "Ulm"), count("3")]);
    const before = [await rowsOf(store), await rowsOf(store, "hits")];
    const copy = await store.copyRows();

    await insert(store, 1, "Bonn");
    await insert(store, 3, "Ulm");
    await store.delete({ ...shop, table: "people", key: values({ id: 2 }) });
    await count("4");
    await store.restoreRows(copy);

    expect([await rowsOf(store), await rowsOf(store, "hits")]).toEqual(before);
    expect((await inCity(store, "Ulm")).toSorted()).toEqual([1, 2]);
    expect(await inCity(store, "Bonn")).toEqual([]);
  });

  it("keeps when rows expire, and they leave the disk then", async () => {
    const { store, clock } = await openStore([people, notes]);
    const note = { ...shop, table: "notes" };
    await store.insert({ ...note, values: values({ id: 1, text: "a" }), ttlSeconds: 60 });
    const copy = await store.copyRows();
    clock.now += 60_000;
    await store.settled();
    clock.now -= 60_000;
    await store.restoreRows(copy);
    expect(await rowsOf(store, "notes")).toHaveLength(1);
    clock.now += 60_000;
    expect(await rowsOf(store, "notes")).toEqual([]);
    await store.settled();
    // Of a row that is gone its times stay for ten days: an older write is without effect.
    clock.now += 10 * 86_400_000;
    await store.settled();
    expect((await store.copyRows()).rows).toEqual([]);
  });

  it("lets rows expire that come before those whose expiry is under way", async () => {
    const { store, clock } = await openStore([notes]);
    const write = (from: number, count: number, ttlSeconds: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          store.insert({ ...shop, table: "notes", values: values({ id: from + index, text: "a" }), ttlSeconds }),
        ),
      );
    await write(0, 1, 1);
    const copy = await store.copyRows();
    await store.restoreRows({ ...copy, rows: [] });
    await write(1, 1000, 60);
    clock.now += 60_000;
    const expired = store.expireRows();
    while ((await countRows(store)) === 1000) await new Promise(setImmediate);
    await store.restoreRows(copy);
    await expired;
    await store.settled();
    expect(await countRows(store)).toBe(0);
  });

  it("is refused when a definition has changed since", async () => {
    const { store } = await openStore([people]);
    const copy = await store.copyRows();
    await store.alterTable("shop", "people", { kind: "comment", text: "changed" });
    await insert(store, 1, "Ulm");
    expect(await refusalOf(store.restoreRows(copy))).toContain("definitions have changed since");
    expect(await rowsOf(store)).toHaveLength(1);
  });
});
