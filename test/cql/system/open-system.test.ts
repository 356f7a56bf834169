/** The keyspaces of the system, read as tables, beside what Cassandra 5.0.9 has in them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSystem } from "../../../src/cql/system/index.ts";
import type { System } from "../../../src/cql/system/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore, Filter, Value } from "../../../src/store/index.ts";
import type { TableDefinition } from "../../../src/model/index.ts";
import { tableOf, userTypesOf } from "../../support/keyspaces.ts";

const recorded = readFileSync(join(import.meta.dirname, "../../fixtures/cql/system_columns.txt"), "utf8")
  .trim()
  .split("\n");

const orders: TableDefinition = {
  name: "orders",
  columnDefinitions: [
    { name: "customer", typeDefinition: "uuid" },
    { name: "placed", typeDefinition: "timestamp" },
    { name: "Tags", typeDefinition: "set<varchar>" },
    { name: "point", typeDefinition: "tuple<int, list<int>>" },
    { name: "note", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["customer"], clusteringKey: ["placed"] },
  tableOptions: { clusteringExpression: [{ column: "placed", order: "DESC" }] },
  indexes: [
    { column: "Tags", kind: "values" },
    { name: "by_note", column: "note", using: "sai", options: { case_sensitive: "false" } },
  ],
};

type Rows = readonly Readonly<Record<string, Value | null>>[];

async function rowsOf({ database }: System, name: string, where: Readonly<Record<string, Value>> = {}): Promise<Rows> {
  const [keyspace = "", table = ""] = name.split(".");
  const store = await database.storeOf(keyspace);
  const filters = Object.entries(where).map(([column, value]): Filter => ({ column, operator: "eq", value }));
  const page = await store.select({ keyspace, table, filters, pageSize: 10_000 });
  return page.rows.map((row) => Object.fromEntries(row));
}

let store: EmbeddedStore;
let system: System;

beforeAll(async () => {
  store = await openMemoryStore();
  await store.createKeyspace("before");
  system = await openSystem(store, { address: "127.0.0.1", port: 9042 });
});

afterAll(async () => {
  await system.close();
  await store.close();
});

it("has the columns of Cassandra's tables", async () => {
  const rows = [
    ...(await rowsOf(system, "system_schema.columns")),
    ...(await rowsOf(system, "system_virtual_schema.columns")),
  ];
  const lines = rows.map((row) =>
    [
      `${String(row["keyspace_name"])}.${String(row["table_name"])}`,
      ...["column_name", "type", "kind", "position", "clustering_order"].map((column) => String(row[column])),
    ].join(" | "),
  );
  const tables = new Set(lines.map((line) => line.split(" ")[0]));
  expect(tables.size).toBeGreaterThan(70);
  expect(lines.toSorted()).toEqual(recorded.filter((line) => tables.has(line.split(" ")[0])).toSorted());
});

it("describes the node of an empty store", async () => {
  const empty = await openMemoryStore();
  const alone = await openSystem(empty, { address: "127.0.0.1", port: 9042 });
  expect(await rowsOf(alone, "system.local")).toHaveLength(1);
  expect(await rowsOf(alone, "system_schema.keyspaces")).toHaveLength(5);
  expect(await rowsOf(alone, "system_virtual_schema.keyspaces")).toHaveLength(2);
  await alone.close();
  await empty.close();
});

it("describes the only node", async () => {
  expect(await rowsOf(system, "system.local")).toMatchObject([
    {
      key: "local",
      data_center: "datacenter1",
      rack: "rack1",
      rpc_address: "127.0.0.1",
      rpc_port: 9042,
      release_version: "5.0.9",
      cql_version: "3.4.7",
      tokens: ["-9223372036854775808"],
      schema_version: store.schemaVersion,
    },
  ]);
  expect(await rowsOf(system, "system.peers_v2")).toEqual([]);
});

it("has the ids that Cassandra gives the tables of the system", async () => {
  const [local] = await rowsOf(system, "system_schema.tables", { keyspace_name: "system", table_name: "local" });
  expect(local).toMatchObject({
    id: "7ad54392-bcdd-35a6-8417-4e047860b377",
    gc_grace_seconds: 0,
    memtable_flush_period_in_ms: 3_600_000,
    comment: "information about the local node",
  });
});

it("gives the main store for other keyspaces", async () => {
  expect(await system.database.storeOf("before")).toBe(store);
  expect(await system.database.storeOf("nothing")).toBe(store);
});

describe("after changes of definitions", () => {
  beforeAll(async () => {
    await store.createKeyspace(
      "shop",
      new Map([
        ["class", "org.apache.cassandra.locator.SimpleStrategy"],
        ["replication_factor", "3"],
      ]),
      false,
    );
    const address = userTypesOf([{ name: "address", fields: [{ name: "street", typeDefinition: "text" }] }]).get(
      "address",
    );
    if (address) await store.createUserType("shop", address);
    await store.createTable("shop", tableOf(orders), new Map([["gc_grace_seconds", "10"]]));
  });

  const ofShop = (table: string): Promise<Rows> => rowsOf(system, `system_schema.${table}`, { keyspace_name: "shop" });

  it("has the rows of a new keyspace with its tables and types", async () => {
    expect(await ofShop("keyspaces")).toEqual([
      {
        keyspace_name: "shop",
        durable_writes: false,
        replication: new Map([
          ["class", "org.apache.cassandra.locator.SimpleStrategy"],
          ["replication_factor", "3"],
        ]),
      },
    ]);
    expect(await ofShop("types")).toEqual([
      { keyspace_name: "shop", type_name: "address", field_names: ["street"], field_types: ["text"] },
    ]);
    expect(await ofShop("tables")).toMatchObject([
      {
        table_name: "orders",
        bloom_filter_fp_chance: 0.01,
        cdc: null,
        compression: new Map([
          ["chunk_length_in_kb", "16"],
          ["class", "org.apache.cassandra.io.compress.LZ4Compressor"],
        ]),
        flags: ["compound"],
        gc_grace_seconds: 10,
        id: store.details("shop")?.tables.get("orders")?.id,
      },
    ]);
    const columns = (await ofShop("columns")).map((row) =>
      ["column_name", "kind", "position", "type", "clustering_order"].map((name) => row[name]).join(" "),
    );
    expect(columns).toEqual([
      "Tags regular -1 set<text> none",
      "customer partition_key 0 uuid none",
      "note regular -1 text none",
      "placed clustering 0 timestamp desc",
      "point regular -1 frozen<tuple<int, frozen<list<int>>>> none",
    ]);
    expect(await ofShop("indexes")).toEqual([
      {
        keyspace_name: "shop",
        table_name: "orders",
        index_name: "by_note",
        kind: "CUSTOM",
        options: new Map([
          ["case_sensitive", "false"],
          ["class_name", "sai"],
          ["target", "note"],
        ]),
      },
      {
        keyspace_name: "shop",
        table_name: "orders",
        index_name: "orders_Tags_idx",
        kind: "COMPOSITES",
        options: new Map([["target", 'values("Tags")']]),
      },
    ]);
    expect(await rowsOf(system, "system.IndexInfo", { table_name: "shop" })).toHaveLength(2);
    expect(await rowsOf(system, "system_views.sai_column_indexes")).toMatchObject([
      { keyspace_name: "shop", index_name: "by_note", column_name: "note", is_queryable: true },
    ]);
  });

  it("follows each later change", async () => {
    await store.alterTable("shop", "orders", { kind: "drop-index", index: "by_note" });
    await store.alterTable("shop", "orders", { kind: "drop-column", column: "note" });
    expect((await ofShop("columns")).map((row) => row["column_name"])).toEqual(["Tags", "customer", "placed", "point"]);
    expect(await ofShop("indexes")).toHaveLength(1);
    expect(await rowsOf(system, "system.IndexInfo", { table_name: "shop" })).toHaveLength(1);
    expect(await rowsOf(system, "system_views.sai_column_indexes")).toEqual([]);
    expect(await ofShop("dropped_columns")).toEqual([
      {
        keyspace_name: "shop",
        table_name: "orders",
        column_name: "note",
        dropped_time: null,
        kind: "regular",
        type: "text",
      },
    ]);

    await store.alterTable("shop", "orders", { kind: "options", options: new Map([["gc_grace_seconds", "20"]]) });
    expect(await ofShop("tables")).toMatchObject([{ gc_grace_seconds: 20 }]);

    await store.alterKeyspace("shop", { durableWrites: true });
    expect(await ofShop("keyspaces")).toMatchObject([{ durable_writes: true }]);

    await store.dropUserType("shop", "address");
    expect(await ofShop("types")).toEqual([]);
    expect(await rowsOf(system, "system.local")).toMatchObject([{ schema_version: store.schemaVersion }]);

    await store.dropKeyspace("shop");
    for (const table of ["keyspaces", "tables", "columns", "indexes", "types"]) expect(await ofShop(table)).toEqual([]);
    expect(await rowsOf(system, "system.IndexInfo", { table_name: "shop" })).toEqual([]);
  });

  it("keeps the rows of other tables as they are", async () => {
    const tables = await system.database.storeOf("system");
    const definition = await tables.keyspace("system_schema");
    await store.createKeyspace("other");
    await store.createTable("other", tableOf(orders));
    await store.createTable("other", tableOf({ ...orders, name: "more" }));
    await system.database.storeOf("system");
    await store.dropTable("other", "more");
    expect(
      (await rowsOf(system, "system_schema.tables", { keyspace_name: "other" })).map((row) => row["table_name"]),
    ).toEqual(["orders"]);
    expect(await (await system.database.storeOf("system")).keyspace("system_schema")).toBe(definition);
  });
});
