/** Definitions of a real cluster, changed through the store and by others. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Keyspace } from "../../src/model/index.ts";
import { openCassandraStore } from "../../src/store/index.ts";
import type { ChangedDefinitions, Store } from "../../src/store/index.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const name = "store_definitions";

const defined: Keyspace = keyspaceOf(
  name,
  [
    {
      name: "orders",
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "At", typeDefinition: "timestamp" },
        { name: "note", typeDefinition: "text" },
        { name: "to", typeDefinition: "frozen<address>" },
      ],
      primaryKey: { partitionKey: ["id"], clusteringKey: ["At"] },
      tableOptions: { defaultTimeToLive: 60, clusteringExpression: [{ column: "At", order: "DESC" }] },
      indexes: [{ name: "by_note", column: "note", using: "sai" }],
    },
  ],
  [{ name: "address", fields: [{ name: "street", typeDefinition: "text" }] }],
);
const [orders] = defined.tables as [Keyspace["tables"][0]];
const [address] = defined.userTypes as [Keyspace["userTypes"][0]];
const text = { kind: "native", name: "text" } as const;

await describeOnCluster("definitions of a cluster", (cluster) => {
  let store: Store;
  const announced: ChangedDefinitions[] = [];
  beforeAll(async () => {
    const { contactPoints, credentials } = cluster();
    store = await openCassandraStore({ contactPoints, credentials });
    // Other tests change keyspaces of their own on the same node.
    store.onChange((changed) => changed.keyspace === name && announced.push(changed));
    await store.dropKeyspace(name);
    await store.createKeyspace(name);
  }, 60_000);
  afterAll(async () => {
    await store?.close();
  }, 60_000);

  const tables = async (): Promise<readonly string[]> =>
    (await store.keyspace(name))?.tables.map((table) => table.name) ?? [];
  const table = async () => (await store.keyspace(name))?.tables.find((one) => one.name === "orders");

  it("are created once, and announced again as they were", async () => {
    expect(await store.createKeyspace(name)).toBe(false);
    expect(await store.createUserType(name, address)).toBe(true);
    expect(await store.createUserType(name, address)).toBe(false);
    expect(await store.createTable(name, orders)).toBe(true);
    expect(await store.createTable(name, orders)).toBe(false);
    expect(await table()).toEqual(orders);
    expect(await store.keyspaces()).toContain(name);
    expect(announced.some(({ tables }) => tables.includes("orders"))).toBe(true);
  });

  it("stay when the rows of a table are deleted", async () => {
    const values = new Map<string, number | Date>([
      ["id", 1],
      ["At", new Date(0)],
    ]);
    await store.insert({ keyspace: name, table: "orders", values });
    const before = await table();
    await store.truncateTable(name, "orders");
    const page = { keyspace: name, table: "orders", filters: [], pageSize: 10 };
    expect((await store.select(page)).rows).toEqual([]);
    expect(await table()).toBe(before);
    await expect(store.truncateTable(name, "nope")).rejects.toMatchObject({ code: "unknown-table" });
  }, 60_000);

  it("have as many replicas as the cluster has nodes", async () => {
    const { contactPoints, credentials } = cluster();
    const other = await openCassandraStore({ contactPoints, credentials, replication: 2 });
    try {
      await other.createKeyspace(`${name}_two`);
      const { loadDriver } = await import("../../src/source/cql/driver.ts");
      const { Client, policies } = loadDriver();
      const client = new Client({
        contactPoints,
        credentials,
        isMetadataSyncEnabled: false,
        policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy() },
        pooling: { warmup: false, heartBeatInterval: 0 },
        socketOptions: { connectTimeout: 5000, readTimeout: 5000 },
      });
      try {
        const cql = "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?";
        const replication = async (keyspace: string): Promise<unknown> =>
          (await client.execute(cql, [keyspace], {})).rows[0]?.["replication"];
        const strategy = { class: "org.apache.cassandra.locator.NetworkTopologyStrategy" };
        expect(await replication(name)).toEqual({ ...strategy, datacenter1: "1" });
        expect(await replication(`${name}_two`)).toEqual({ ...strategy, datacenter1: "2" });
        await other.createKeyspace(`${name}_three`, { datacenter1: 3 });
        expect(await replication(`${name}_three`)).toEqual({ ...strategy, datacenter1: "3" });
      } finally {
        await client.shutdown();
      }
    } finally {
      await other.dropKeyspace(`${name}_two`);
      await other.dropKeyspace(`${name}_three`);
      await other.close();
    }
  }, 60_000);

  it("change one by one", async () => {
    const alter = (change: Parameters<Store["alterTable"]>[2]): Promise<void> =>
      store.alterTable(name, "orders", change);
    await alter({ kind: "add-column", column: { name: "More", type: text, kind: "static" } });
    await alter({ kind: "create-index", index: { column: "More", kind: "full" } });
    await alter({ kind: "rename-column", column: "At", to: "at" });
    await alter({ kind: "time-to-live", seconds: 0 });
    await alter({ kind: "comment", text: "it's" });
    await alter({ kind: "drop-index", index: "by_note" });
    await alter({ kind: "drop-column", column: "note" });
    await store.alterUserType(name, "address", { kind: "add-field", field: { name: "zip", type: text } });
    await store.alterUserType(name, "address", { kind: "rename-field", field: "zip", to: "Zip" });
    const changed = await table();
    expect(changed).toMatchObject({ description: "it's", defaultTimeToLive: 0 });
    expect(changed?.columns.map((column) => column.name)).toEqual(["id", "at", "More", "to"]);
    expect(changed?.indexes).toMatchObject([{ column: "More", kind: "full" }]);
    expect((await store.keyspace(name))?.userTypes[0]?.fields.map((field) => field.name)).toEqual(["street", "Zip"]);
  }, 60_000);

  it("are refused in the words of the cluster, and then are as before", async () => {
    const before = await store.keyspace(name);
    const refusals: readonly (readonly [() => Promise<unknown>, string, RegExp])[] = [
      [() => store.createKeyspace("not a name"), "invalid", /alphanumeric/],
      [() => store.createKeyspace("system_own"), "invalid", /not user-modifiable/],
      [() => store.dropKeyspace("system_auth"), "invalid", /not user-modifiable/],
      [() => store.alterTable(name, "none", { kind: "comment", text: "" }), "unknown-table", /none/],
      [() => store.createTable("no_such", orders), "unknown-keyspace", /no_such/],
      [() => store.alterTable(name, "orders", { kind: "drop-column", column: "id" }), "invalid", /PRIMARY KEY/],
      [() => store.dropUserType(name, "address"), "invalid", /still used by/],
      // The table is there before its index is refused.
      [
        () => store.createTable(name, { ...orders, name: "late", indexes: [{ column: "id", kind: "full" }] }),
        "invalid",
        /./,
      ],
    ];
    for (const [call, code, message] of refusals) {
      const error: unknown = await call().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    }
    expect(await tables()).toEqual(["orders"]);
    expect((await store.keyspace(name))?.tables[0]).toBe(before?.tables[0]);
  }, 60_000);

  it("are seen when another client changes them: what is unknown at once, the rest within seconds", async () => {
    const before = await store.keyspace(name);
    await cluster().run(`CREATE TABLE ${name}.other (id int PRIMARY KEY);`);
    const place = { keyspace: name, table: "other" };
    expect(await store.insert({ ...place, values: new Map([["id", 1]]) })).toEqual({ applied: true });
    const after = await store.keyspace(name);
    expect(after?.tables.map((one) => one.name)).toEqual(["orders", "other"]);
    expect(after?.tables[0]).toBe(before?.tables[0]);
    announced.length = 0;
    await cluster().run(`ALTER TABLE ${name}.other ADD note text;`);
    await expect.poll(() => announced).toEqual([{ keyspace: name, tables: ["other"], userTypes: [] }]);
    await store.insert({
      ...place,
      values: new Map<string, string | number>([
        ["id", 2],
        ["note", "new"],
      ]),
    });
    expect((await store.select({ ...place, filters: [], pageSize: 10 })).rows).toHaveLength(2);
  }, 60_000);

  it("have views, and create no table with the name of one", async () => {
    await cluster().run(
      `CREATE MATERIALIZED VIEW ${name}.by_note AS SELECT id, note FROM ${name}.other
         WHERE id IS NOT NULL AND note IS NOT NULL PRIMARY KEY (note, id);`,
    );
    await expect(store.createTable(name, { ...orders, name: "by_note" })).rejects.toMatchObject({ code: "invalid" });
    expect(await tables()).toEqual(["by_note", "orders", "other"]);
    await cluster().run(`DROP MATERIALIZED VIEW ${name}.by_note;`);
  }, 60_000);

  it("go one after the other, also when many clients change them at once", async () => {
    const { contactPoints, credentials } = cluster();
    const other = await openCassandraStore({ contactPoints, credentials });
    try {
      const one = (count: number) => ({ ...orders, name: `t${count % 4}`, columns: orders.columns, indexes: [] });
      const calls = Array.from({ length: 8 }, (_, count) =>
        (count < 4 ? store : other).createTable(name, { ...one(count), columns: withoutNote() }),
      );
      const created = await Promise.all(calls);
      expect(created.filter(Boolean)).toHaveLength(4);
      for (const count of [0, 1, 2, 3]) expect(await other.dropTable(name, `t${count}`)).toBe(true);
      expect(await store.dropTable(name, "t0")).toBe(false);
    } finally {
      await other.close();
    }
  }, 60_000);

  const withoutNote = () => orders.columns.filter((column) => column.name !== "to");

  describe("of the database itself", () => {
    it("do not exist", async () => {
      expect((await store.keyspaces()).filter((one) => one.startsWith("system"))).toEqual([]);
      expect(await store.keyspace("system_auth")).toBeUndefined();
      const roles = { keyspace: "system_auth", table: "roles", filters: [], pageSize: 1 };
      await expect(store.select(roles)).rejects.toMatchObject({ code: "unknown-keyspace" });
    });
  });
});
