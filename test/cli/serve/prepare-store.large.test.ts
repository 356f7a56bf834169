import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareStore, resetStore } from "../../../src/cli/serve/prepare-store.ts";
import type { Keyspace, TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { openEmbeddedStore } from "../../../src/store/index.ts";
import type { Store, Value } from "../../../src/store/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

const visitors: TableDefinition = {
  name: "visitors",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "who", typeDefinition: "person" },
    { name: "email", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"] },
  indexes: [{ column: "email" }],
};
const person: UserTypeDefinition = { name: "person", fields: [{ name: "home", typeDefinition: "frozen<Zone>" }] };
const zone: UserTypeDefinition = { name: "zone", fields: [{ name: "code", typeDefinition: "int" }] };

let store: Store;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "colonnade-prepare-"));
  store = await openEmbeddedStore({ directory });
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

/** Types in the order of their names, as a keyspace has them: what a type is made of may come after it. */
function defined(tables: readonly TableDefinition[], userTypes: readonly UserTypeDefinition[]): Keyspace {
  const keyspace = keyspaceOf("shop", tables, userTypes);
  return { ...keyspace, userTypes: keyspace.userTypes.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}

describe("what is defined and not there yet", () => {
  it("is created, what a user type is made of first", async () => {
    const shop = defined([visitors], [person, zone]);
    expect(shop.userTypes.map((type) => type.name)).toEqual(["person", "zone"]);
    expect(await prepareStore(store, [shop])).toEqual([
      "created the keyspace shop",
      "created the user type shop.zone",
      "created the user type shop.person",
      "created the table shop.visitors",
    ]);
    expect(await store.keyspace("shop")).toEqual(shop);
    expect(await prepareStore(store, [shop])).toEqual([]);
  });

  it("stays as it is where it is there, and is told of where it differs", async () => {
    await prepareStore(store, [defined([visitors], [person, zone])]);
    const { indexes: _, ...unindexed } = visitors;
    expect(await prepareStore(store, [defined([unindexed], [person, zone])])).toEqual([
      "unchanged: the index of shop.visitors.email is in the database but not in the definitions",
    ]);
  });

  it("is refused where rows would not fit, all of it before anything is created", async () => {
    await prepareStore(store, [defined([visitors], [person, zone])]);
    const renumbered = { ...zone, fields: [{ name: "code", typeDefinition: "text" }] };
    const columns = visitors.columnDefinitions.map((column) =>
      column.name === "email" ? { ...column, typeDefinition: "int" } : column,
    );
    const changed = { ...visitors, columnDefinitions: [...columns, { name: "more", typeDefinition: "int" }] };
    const before = await store.keyspace("shop");
    await expect(prepareStore(store, [defined([changed], [person, renumbered])])).rejects.toMatchObject({
      code: "cannot-keep-rows",
      message: expect.stringMatching(/^the definitions require 2 changes .*: shop\.visitors\.email: /s),
      next: "change the definitions, or delete all rows with serve --reset",
      problems: [
        { message: expect.stringMatching(/^shop\.visitors\.email: .*\(text → int\)$/) },
        { message: expect.stringMatching(/^shop\.zone\.code: .*\(int → text\)$/) },
      ],
    });
    expect(await store.keyspace("shop")).toBe(before);
  });
});

describe("a new field of a user type", () => {
  const longer = { ...zone, fields: [...zone.fields, { name: "name", typeDefinition: "text" }] };

  it("is added, and null in stored values", async () => {
    await prepareStore(store, [defined([visitors], [person, zone])]);
    const target = { keyspace: "shop", table: "visitors" };
    const owner = { home: { code: 7 } };
    await store.insert({
      ...target,
      values: new Map<string, Value>([
        ["id", 1],
        ["who", owner],
      ]),
    });
    expect(await prepareStore(store, [defined([visitors], [person, longer])])).toEqual([
      "created the field shop.zone.name",
    ]);
    const { rows } = await store.select({ ...target, filters: [], columns: ["who"], pageSize: 10 });
    expect(rows[0]?.get("who")).toEqual({ home: { code: 7, name: null } });
  });

  it("is refused with the reason of the store where it has one", async () => {
    const keyed: TableDefinition = {
      name: "keyed",
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "zone", typeDefinition: "frozen<zone>" },
      ],
      primaryKey: { partitionKey: ["id"], clusteringKey: ["zone"] },
    };
    await prepareStore(store, [defined([keyed], [zone])]);
    await expect(prepareStore(store, [defined([keyed], [longer])])).rejects.toMatchObject({
      code: "cannot-keep-rows",
      problems: [{ message: expect.stringMatching(/^the field shop\.zone\.name: ./) }],
    });
  });
});

describe("what is missing of a table with rows", () => {
  it("is added: columns and indexes", async () => {
    await prepareStore(store, [defined([visitors], [person, zone])]);
    const target = { keyspace: "shop", table: "visitors" };
    await store.insert({ ...target, values: new Map<string, Value>([["id", 1]]) });
    const more: TableDefinition = {
      ...visitors,
      columnDefinitions: [...visitors.columnDefinitions, { name: "age", typeDefinition: "int" }],
      indexes: [{ column: "email" }, { column: "age" }],
    };
    expect(await prepareStore(store, [defined([more], [person, zone])])).toEqual([
      "created the column shop.visitors.age",
      "created the index of shop.visitors.age",
    ]);
    const { rows } = await store.select({ ...target, filters: [], columns: ["id", "age"], pageSize: 10 });
    expect(rows).toEqual([
      new Map<string, Value | null>([
        ["id", 1],
        ["age", null],
      ]),
    ]);
    expect(await prepareStore(store, [defined([more], [person, zone])])).toEqual([]);
  });
});

describe("a reset", () => {
  it("deletes one keyspace, or all", async () => {
    for (const name of ["one", "two", "three"]) await store.createKeyspace(name);
    expect(await resetStore(store, "two")).toEqual(["deleted the keyspace two with all its rows"]);
    expect(await resetStore(store, "two")).toEqual([]);
    expect(await store.keyspaces()).toEqual(["one", "three"]);
    expect(await resetStore(store)).toHaveLength(2);
    expect(await store.keyspaces()).toEqual([]);
  });
});
