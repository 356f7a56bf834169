/** What the engine sends to change definitions, and what it makes of refusals: the cluster is a list of keyspaces. */
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { Keyspace } from "../../../src/model/index.ts";
import { Catalog } from "../../../src/store/cassandra/catalog.ts";
import { Definitions } from "../../../src/store/cassandra/definitions.ts";
import type { SchemaReader } from "../../../src/store/cassandra/schema-reader.ts";
import { StoreError } from "../../../src/store/index.ts";
import { keyspaceOf, tableOf, userTypesOf } from "../../support/keyspaces.ts";

const key = { columnDefinitions: [{ name: "id", typeDefinition: "int" }], primaryKey: { partitionKey: ["id"] } };
const products = { name: "products", ...key };
const place = { name: "place", fields: [{ name: "city", typeDefinition: "text" }] };
const shop = keyspaceOf("shop", [products], [place]);
const orders = tableOf({
  name: "orders",
  columnDefinitions: [...key.columnDefinitions, { name: "state", typeDefinition: "text" }],
  primaryKey: key.primaryKey,
  indexes: [{ name: "by_state", column: "state" }],
});
const createOrders = "CREATE TABLE shop.orders (id int, state text, PRIMARY KEY ((id)))";
const street = userTypesOf([{ name: "street", fields: place.fields }]).get("street") ?? expect.unreachable();

/** A cluster that keeps what it is sent, and does what the test says. */
async function open(react: (cql: string, cluster: { keyspaces: Keyspace[]; isAway: boolean }) => unknown = () => {}) {
  const sent: string[] = [];
  const cluster = { keyspaces: [shop], isAway: false, changes: 0 };
  let version = 0;
  const reader: SchemaReader = {
    version: async () => {
      if (cluster.isAway) throw new StoreError("unavailable", "away");
      return String(cluster.changes > 0 ? version++ : version);
    },
    names: async () => cluster.keyspaces.map(({ name }) => name),
    keyspace: async (name) => {
      const keyspace = cluster.keyspaces.find((one) => one.name === name);
      if (cluster.changes === 0) return keyspace && { keyspace, leftOut: ["view"] };
      // Another client changes the keyspace while it is read, and is done in the end.
      if (--cluster.changes === 0) cluster.keyspaces = [{ ...shop, tables: [...shop.tables, orders] }];
      return keyspace && { keyspace, leftOut: ["orders"] };
    },
  };
  const catalog = await Catalog.open(reader);
  onTestFinished(() => catalog.close());
  const definitions = new Definitions({
    catalog,
    execute: async (cql) => {
      sent.push(cql.replace(/\s+/g, " ").replace(/(?<=\() | (?=\)$)/g, ""));
      version++;
      await react(cql, cluster);
    },
    replication: (wanted) => (typeof wanted === "object" ? wanted : { here: wanted ?? 3 }),
  });
  return { definitions, catalog, sent, cluster };
}

const refused = new StoreError("invalid", "the cluster's reason");
const refuse = (): never => {
  throw refused;
};

it("waits for a table that another client is making, whose columns are not all there when it is read", async () => {
  const { definitions, cluster, sent } = await open();
  cluster.changes = 7;
  expect(await definitions.createTable("shop", orders)).toBe(false);
  expect(sent).toEqual([]);
});

describe("a change", () => {
  test.each<[what: string, call: (definitions: Definitions) => Promise<unknown>, sent: readonly string[]]>([
    [
      "creates a keyspace with as many replicas as the store has for new ones",
      (definitions) => definitions.createKeyspace("new"),
      ["CREATE KEYSPACE new WITH replication = {'class': 'NetworkTopologyStrategy', 'here': 3}"],
    ],
    [
      "creates a keyspace with the replicas that are asked for",
      (definitions) => definitions.createKeyspace("new", { there: 2 }),
      ["CREATE KEYSPACE new WITH replication = {'class': 'NetworkTopologyStrategy', 'there': 2}"],
    ],
    [
      "creates a table, then its indexes",
      (definitions) => definitions.createTable("shop", orders),
      [createOrders, "CREATE INDEX IF NOT EXISTS by_state ON shop.orders (state)"],
    ],
    [
      "creates a user type",
      (definitions) => definitions.createUserType("shop", street),
      ["CREATE TYPE shop.street (city text)"],
    ],
    [
      "adds a field to a user type",
      (definitions) =>
        definitions.alterUserType("shop", "place", {
          kind: "add-field",
          field: { name: "zip", type: { kind: "native", name: "int" } },
        }),
      ["ALTER TYPE shop.place ADD zip int"],
    ],
    [
      "renames a field of a user type",
      (definitions) => definitions.alterUserType("shop", "place", { kind: "rename-field", field: "city", to: "town" }),
      ["ALTER TYPE shop.place RENAME city TO town"],
    ],
    [
      "changes a table",
      (definitions) => definitions.alterTable("shop", "products", { kind: "comment", text: "it's" }),
      ["ALTER TABLE shop.products WITH comment = 'it''s'"],
    ],
    [
      "truncates a table",
      (definitions) => definitions.truncateTable("shop", "products"),
      ["TRUNCATE TABLE shop.products"],
    ],
    ["drops a table", (definitions) => definitions.dropTable("shop", "products"), ["DROP TABLE shop.products"]],
    ["drops a user type", (definitions) => definitions.dropUserType("shop", "place"), ["DROP TYPE shop.place"]],
    ["drops a keyspace", (definitions) => definitions.dropKeyspace("shop"), ["DROP KEYSPACE shop"]],
  ])("%s", async (_, call, statements) => {
    const { definitions, sent } = await open();
    expect([true, undefined]).toContain(await call(definitions));
    expect(sent).toEqual(statements);
  });

  test.each<[string, (definitions: Definitions) => Promise<boolean>]>([
    ["a keyspace that exists", (definitions) => definitions.createKeyspace("shop")],
    ["a table that exists", (definitions) => definitions.createTable("shop", { ...orders, name: "products" })],
    ["a user type that exists", (definitions) => definitions.createUserType("shop", { ...street, name: "place" })],
    ["to drop a keyspace that does not", (definitions) => definitions.dropKeyspace("new")],
    ["to drop a table that does not", (definitions) => definitions.dropTable("shop", "orders")],
    ["to drop a user type that does not", (definitions) => definitions.dropUserType("shop", "street")],
  ])("sends nothing for %s, and says so", async (_, call) => {
    const { definitions, sent } = await open();
    expect(await call(definitions)).toBe(false);
    expect(sent).toEqual([]);
  });

  test.each<[string, string, (definitions: Definitions) => Promise<unknown>]>([
    ["invalid", "System keyspace 'system' is not", (definitions) => definitions.createKeyspace("system")],
    ["invalid", "System keyspace 'system_auth' is not", (definitions) => definitions.dropKeyspace("system_auth")],
    ["unknown-keyspace", "keyspace new does not exist", (definitions) => definitions.createTable("new", orders)],
    ["unknown-keyspace", "keyspace new does not exist", (definitions) => definitions.dropUserType("new", "place")],
    ["unknown-table", "table orders does not exist", (definitions) => definitions.truncateTable("shop", "orders")],
    [
      "unknown-table",
      "table orders does not exist",
      (definitions) => definitions.alterTable("shop", "orders", { kind: "comment", text: "" }),
    ],
    [
      "invalid",
      "Unknown type shop.street",
      (definitions) => definitions.alterUserType("shop", "street", { kind: "rename-field", field: "a", to: "b" }),
    ],
    [
      "invalid",
      "view exists already, and is not a table that can be served",
      (definitions) => definitions.createTable("shop", { ...orders, name: "view" }),
    ],
    [
      "invalid",
      "orders is a materialized view: create it with CQL",
      (definitions) => definitions.createTable("shop", { ...orders, viewOf: "products" }),
    ],
  ])("is refused before anything is sent, as %s: %s", async (code, message, call) => {
    const { definitions, sent } = await open();
    await expect(call(definitions)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(sent).toEqual([]);
  });

  it("waits for the one before, which may fail", async () => {
    let release = (): void => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const { definitions, sent } = await open((cql) => (cql.includes("TYPE") ? isReleased.then(refuse) : undefined));
    const first = definitions.dropUserType("shop", "place");
    const second = definitions.dropTable("shop", "products");
    await expect.poll(() => sent).toEqual(["DROP TYPE shop.place"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toHaveLength(1);
    release();
    await expect(first).rejects.toBe(refused);
    expect(await second).toBe(true);
  });

  it("is seen by the time it is done", async () => {
    const { definitions, catalog } = await open((_, cluster) => (cluster.keyspaces = [shop, keyspaceOf("new", [])]));
    expect(await catalog.keyspace("new")).toBeUndefined();
    await definitions.createKeyspace("new");
    expect(await catalog.keyspace("new")).toMatchObject({ name: "new" });
  });

  it("has an unknown outcome when the cluster cannot be read after it", async () => {
    const { definitions } = await open((_, cluster) => (cluster.isAway = true));
    await expect(definitions.dropTable("shop", "products")).rejects.toMatchObject({
      code: "unavailable",
      applied: "unknown",
      message: "the changed definitions cannot be read",
    });
  });
});

describe("a statement that the cluster refuses", () => {
  it("ends the change with its reason", async () => {
    const { definitions } = await open(refuse);
    await expect(definitions.dropTable("shop", "products")).rejects.toBe(refused);
    await expect(definitions.createTable("shop", orders)).rejects.toBe(refused);
  });

  it("is not a failure if another client did the same first", async () => {
    const creates = await open((_, cluster) => {
      cluster.keyspaces = [{ ...shop, tables: [...shop.tables, orders] }];
      refuse();
    });
    expect(await creates.definitions.createTable("shop", orders)).toBe(false);
    // Its indexes are the other client's too.
    expect(creates.sent).toEqual([createOrders]);
    const drops = await open((_, cluster) => {
      cluster.keyspaces = [];
      refuse();
    });
    expect(await drops.definitions.dropKeyspace("shop")).toBe(false);
  });

  it("is a failure if it is not known whether it was refused, though it is done now", async () => {
    const late = new StoreError("timeout", "late");
    const { definitions } = await open((_, cluster) => {
      cluster.keyspaces = [];
      throw late;
    });
    await expect(definitions.dropKeyspace("shop")).rejects.toBe(late);
  });

  it("keeps its own reason when the cluster is away after it", async () => {
    const { definitions } = await open((_, cluster) => {
      cluster.isAway = true;
      throw new StoreError("timeout", "late");
    });
    await expect(definitions.dropTable("shop", "products")).rejects.toMatchObject({ code: "timeout" });
  });

  it("of an index takes its new table away again, and keeps the reason when that fails too", async () => {
    for (const answerToDrop of [() => undefined, () => Promise.reject(new Error("away"))]) {
      const { definitions, sent } = await open((cql) =>
        cql.startsWith("DROP") ? answerToDrop() : cql.includes("INDEX") && refuse(),
      );
      await expect(definitions.createTable("shop", orders)).rejects.toBe(refused);
      expect(sent.map((cql) => cql.split(" ", 2).join(" "))).toEqual(["CREATE TABLE", "CREATE INDEX", "DROP TABLE"]);
    }
  });
});
