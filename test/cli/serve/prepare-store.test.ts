import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareStore } from "../../../src/cli/serve/prepare-store.ts";
import type { Keyspace, TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { openEmbeddedStore } from "../../../src/store/index.ts";
import type { Store } from "../../../src/store/index.ts";
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
    const other = { ...zone, fields: [...zone.fields, { name: "name", typeDefinition: "text" }] };
    expect(await prepareStore(store, [defined([unindexed], [person, other])])).toEqual([
      "shop.zone stays unchanged: its fields are code int, not code int, name text; a definition cannot change an existing type",
      "shop.visitors stays unchanged: its indexes differ from its definition; a definition cannot change an existing table",
    ]);
  });

  it("is refused where a table needs a type that is there with other fields", async () => {
    await prepareStore(store, [defined([], [zone])]);
    const other = { ...zone, fields: [{ name: "code", typeDefinition: "text" }] };
    const table = { ...visitors, columnDefinitions: [{ name: "id", typeDefinition: "frozen<zone>" }], indexes: [] };
    await expect(prepareStore(store, [defined([table], [other])])).rejects.toMatchObject({
      code: "invalid",
      message: "The type shop.zone has other fields than here: code int",
    });
  });
});
