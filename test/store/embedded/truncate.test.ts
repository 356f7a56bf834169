/** A truncated table is empty at once, whatever it held, and is the same table for everybody. */
import { describe, expect, it } from "vitest";
import type { EmbeddedStore, Insert } from "../../../src/store/index.ts";
import { keyValuesIn } from "../../../src/store/embedded/storage/open-data.ts";
import { hits, openStore, plain, readings, refusalOf, scan, table, values } from "./temporary-store.ts";

const people = table("people", { id: "int", city: "text" }, ["id"], {}, { indexes: [{ column: "city" }] });
const notes = table("notes", { id: "int" }, ["id"]);
const shop = { keyspace: "shop" };

const person = (id: number, city = "Ulm", ttlSeconds = 0): Insert => ({
  ...shop,
  table: "people",
  values: values({ id, city }),
  ttlSeconds,
});
const inCity = async (store: EmbeddedStore, city: string) => {
  const filters = [{ column: "city", operator: "eq", value: city }] as const;
  return plain((await store.select({ ...shop, table: "people", filters, pageSize: 1000 })).rows);
};

describe("truncating a table", () => {
  it("leaves no row, no static value, no counter and no entry of an index, and other tables alone", async () => {
    const { store } = await openStore([people, readings, hits, notes]);
    await Promise.all(Array.from({ length: 300 }, (_, id) => store.insert(person(id))));
    const reading = { sensor: "a", day: 1, at: new Date(0), seq: 1, owner: "ann" };
    await store.insert({ ...shop, table: "readings", values: values(reading) });
    await store.update({ ...shop, table: "hits", values: values({ page: "a", day: 1, views: 5n }) });
    await store.insert({ ...shop, table: "notes", values: values({ id: 1 }) });
    for (const name of ["people", "readings", "hits"]) await store.truncateTable("shop", name);
    for (const name of ["people", "readings", "hits"]) expect(await scan(store, name)).toEqual([]);
    expect(await inCity(store, "Ulm")).toEqual([]);
    expect(await scan(store, "notes")).toHaveLength(1);
    await store.update({ ...shop, table: "hits", values: values({ page: "a", day: 1, views: 2n }) });
    expect(await scan(store, "hits")).toEqual([{ page: "a", day: 1, views: 2n }]);
    await store.insert(person(7));
    expect(await inCity(store, "Ulm")).toEqual([{ id: 7, city: "Ulm" }]);
  });

  it("is not a change of definitions", async () => {
    const { store } = await openStore([people]);
    const before = await store.keyspace("shop");
    const told: unknown[] = [];
    store.onChange((changed) => told.push(changed));
    await store.truncateTable("shop", "people");
    expect(await store.keyspace("shop")).toBe(before);
    expect(told).toEqual([]);
  });

  it("takes its turn among writes, none of which fails", async () => {
    const { store } = await openStore([people, notes]);
    const note = { kind: "insert", ...shop, table: "notes", values: values({ id: 1 }) } as const;
    await Promise.all([
      ...[1, 2, 3].map((id) => store.insert(person(id))),
      store.truncateTable("shop", "people"),
      store.insert(person(4)),
      store.update({ ...shop, table: "people", values: values({ id: 5, city: "Bonn" }) }),
      store.batch([{ kind: "insert", ...person(6) }, note]),
      store.delete({ ...shop, table: "people", key: values({ id: 4 }) }),
    ]);
    expect((await scan(store, "people")).map(({ id }) => id).sort()).toEqual([5, 6]);
    expect(await scan(store, "notes")).toHaveLength(1);
    expect(await inCity(store, "Bonn")).toEqual([{ id: 5, city: "Bonn" }]);
  });

  it("holds after a restart, and the rows leave the disk", async () => {
    const { store, directory } = await openStore([people]);
    await Promise.all(Array.from({ length: 2500 }, (_, id) => store.insert(person(id, "Ulm", 60))));
    await store.truncateTable("shop", "people");
    await store.insert(person(7));
    await store.close();
    const again = await openStore([], directory);
    expect(await scan(again.store, "people")).toEqual([{ id: 7, city: "Ulm" }]);
    again.clock.now += 60_000;
    await again.store.settled();
    await again.store.close();
    const level = keyValuesIn(directory);
    await level.open();
    // The row, and its entry in the index.
    expect(await level.keys({ gte: Buffer.of(1), lt: Buffer.of(4) }).all()).toHaveLength(2);
    await level.close();
  });

  it("ends the build of an index, which later rows need no more", async () => {
    const { store } = await openStore([people]);
    await Promise.all(Array.from({ length: 600 }, (_, id) => store.insert(person(id))));
    const index = { column: "id", kind: "full", name: "none" } as const;
    expect(await refusalOf(store.alterTable("shop", "people", { kind: "create-index", index }))).toContain("invalid");
    await store.alterTable("shop", "people", { kind: "drop-index", index: "people_city_idx" });
    await store.alterTable("shop", "people", { kind: "create-index", index: { column: "city", kind: "full" } });
    await store.truncateTable("shop", "people");
    await store.insert(person(1));
    expect(store.building("shop", "people").size).toBe(0);
    expect(await inCity(store, "Ulm")).toEqual([{ id: 1, city: "Ulm" }]);
    await store.settled();
    expect(await inCity(store, "Ulm")).toEqual([{ id: 1, city: "Ulm" }]);
  });

  it("leaves a copy of the rows that can be restored", async () => {
    const { store, clock } = await openStore([people, hits]);
    await store.insert(person(1));
    await store.insert(person(2, "Bonn", 60));
    await store.update({ ...shop, table: "hits", values: values({ page: "a", day: 1, views: 5n }) });
    const before = [await scan(store, "people"), await scan(store, "hits")];
    const copy = await store.copyRows();
    await store.truncateTable("shop", "people");
    await store.truncateTable("shop", "hits");
    await store.insert(person(3));
    await store.restoreRows(copy);
    expect([await scan(store, "people"), await scan(store, "hits")]).toEqual(before);
    expect(await inCity(store, "Ulm")).toEqual([{ id: 1, city: "Ulm" }]);
    clock.now += 60_000;
    expect(await store.expireRows()).toBe(1);
    expect(await scan(store, "people")).toEqual([{ id: 1, city: "Ulm" }]);
  });

  it("is refused where there is no such table", async () => {
    const { store } = await openStore([people]);
    expect(await refusalOf(store.truncateTable("shop", "nope"))).toBe("unknown-table: table nope does not exist");
    expect(await refusalOf(store.truncateTable("nope", "people"))).toContain("unknown-keyspace: ");
  });
});
