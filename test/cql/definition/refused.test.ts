/** Statements that are refused as a whole, with what they answer. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import type { Caller } from "../../../src/cql/statement/prepared.ts";
import { openSystem } from "../../../src/cql/system/index.ts";
import type { System } from "../../../src/cql/system/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";
import { tableOf } from "../../support/keyspaces.ts";

const views = "Materialized views are disabled. Enable in cassandra.yaml to use.";
const functions =
  "User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable";
const users = "The users are those of the service, in its file of users";
const writer: Caller = { keyspace: "shop", readOnly: false };

const refused: readonly (readonly [cql: string, code: string, message: string])[] = [
  [
    "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE b IS NOT NULL AND a IS NOT NULL PRIMARY KEY (b, a)",
    "invalid",
    views,
  ],
  ["DROP MATERIALIZED VIEW v", "invalid", "Materialized view 'shop.v' doesn't exist"],
  ["ALTER MATERIALIZED VIEW v WITH comment = 'x'", "invalid", views],
  [
    "CREATE FUNCTION f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'",
    "invalid",
    functions,
  ],
  ["DROP AGGREGATE g", "invalid", functions],
  ["CREATE TRIGGER x ON t USING 'y'", "invalid", "Triggers run classes of the server, and this one has none"],
  [
    "CREATE CUSTOM INDEX ON t (b) USING 'org.apache.cassandra.index.sai.storageattachedindex'",
    "config",
    "Unable to find custom indexer class 'org.apache.cassandra.index.sai.storageattachedindex'",
  ],
  ["CREATE ROLE r", "invalid", users],
  ["LIST ROLES", "invalid", users],
  ["GRANT SELECT ON KEYSPACE shop TO r", "invalid", "GRANT operation is not supported by AllowAllAuthorizer"],
  ["LIST ALL PERMISSIONS", "invalid", users],
  ["CREATE TABLE system.t (a int PRIMARY KEY)", "unauthorized", "system keyspace is not user-modifiable."],
  ["TRUNCATE system_schema.tables", "unauthorized", "system_schema keyspace is not user-modifiable."],
];

let store: EmbeddedStore;
let system: System;

beforeAll(async () => {
  store = await openMemoryStore();
  await store.createKeyspace("shop");
  const columnDefinitions = ["a", "b"].map((name) => ({ name, typeDefinition: "int" }));
  await store.createTable("shop", tableOf({ name: "t", columnDefinitions, primaryKey: { partitionKey: ["a"] } }));
  system = await openSystem(store, { address: "127.0.0.1", port: 9042 });
});

afterAll(async () => {
  await system.close();
  await store.close();
});

async function execute(cql: string, caller: Caller): Promise<unknown> {
  const prepared = await prepare(cql, system.database, caller);
  return prepared.execute({ values: [], nowMs: Date.now() });
}

it.each(refused)("%s", async (cql, code, message) => {
  await expect(execute(cql, writer)).rejects.toMatchObject({ code, message });
});

it("changes nothing for those who may only read", async () => {
  const reader: Caller = { keyspace: "shop", readOnly: true };
  await expect(execute("DROP TABLE t", reader)).rejects.toMatchObject({ code: "unauthorized" });
  await expect(execute("DESCRIBE TABLE t", reader)).resolves.toMatchObject({ kind: "rows" });
});
