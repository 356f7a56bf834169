/** Where the definitions of a cluster are read: the client is that of a driver whose nodes respond or do not. */
import { describe, expect, it } from "vitest";
import { printTableDefinition } from "../../../src/model/index.ts";
import { createSchemaReader } from "../../../src/store/cassandra/schema-reader.ts";
import type { SchemaClient } from "../../../src/store/cassandra/schema-reader.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { systemRowsOf } from "../../source/cql/system-rows.ts";

interface Node {
  readonly name: string;
  isUp: boolean;
  /** A node that is up for the driver may be stopped all the same. */
  responds: boolean;
}

function open(...nodes: Node[]) {
  const asked: string[] = [];
  const hosts = nodes.map((node) => ({ ...node, datacenter: "dc1", isUp: () => node.isUp, node }));
  const client = {
    getState: () => ({ getConnectedHosts: () => [] }),
    hosts: { values: () => hosts },
    execute: (_: string, __: unknown, { host }: { host: (typeof hosts)[0] }) => {
      asked.push(host.name);
      if (!host.node.responds) return Promise.reject(new Error("timed out"));
      return Promise.resolve({ rows: [{ schema_version: "v1", keyspace_name: "shop" }], pageState: null });
    },
  };
  return { reader: createSchemaReader(client as unknown as SchemaClient), asked };
}

const node = (name: string): Node => ({ name, isUp: true, responds: true });

describe("definitions are read", () => {
  it("from one node as long as it responds", async () => {
    const [one, two] = [node("one"), node("two")];
    const { reader, asked } = open(one, two);
    await reader.version();
    await reader.names();
    expect(asked).toEqual(["one", "one"]);
  });

  it("from another one when it does not, and from then on", async () => {
    const [one, two] = [node("one"), node("two")];
    const { reader, asked } = open(one, two);
    await reader.version();
    one.responds = false;
    expect(await reader.version()).toBe("v1");
    one.responds = true;
    await reader.version();
    expect(asked).toEqual(["one", "one", "two", "two"]);
  });

  it("first from those that are up", async () => {
    const [one, two] = [node("one"), node("two")];
    one.isUp = false;
    const { reader, asked } = open(one, two);
    await reader.version();
    expect(asked).toEqual(["two"]);
  });

  it("from three at most, and then they are unavailable", async () => {
    const nodes = ["one", "two", "three", "four"].map((name) => ({ ...node(name), responds: false }));
    const { reader, asked } = open(...nodes);
    await expect(reader.names()).rejects.toMatchObject({ code: "unavailable", applied: "no" });
    expect(asked).toEqual(["one", "two", "three"]);
  });

  it("from nodes that are connected, while the driver lists none", async () => {
    const host = { isUp: () => true };
    const rows = [{ keyspace_name: "shop" }];
    const client = { getState: () => ({ getConnectedHosts: () => [host] }), hosts: undefined };
    const execute = async (
      _: string,
      __: unknown,
      options: { readonly host: unknown; readonly readTimeout: number },
    ) => {
      expect(options).toEqual({ host, readTimeout: 3000 });
      return { rows };
    };
    const reader = createSchemaReader({ ...client, execute } as unknown as SchemaClient);
    expect(await reader.names()).toEqual(["shop"]);
  });

  it("only once the client is connected", async () => {
    const { reader } = open();
    await expect(reader.version()).rejects.toMatchObject({
      code: "unavailable",
      applied: "no",
      message: "the definitions of the cluster cannot be read: the client is not connected",
    });
  });
});

describe("a keyspace", () => {
  const shop = keyspaceOf("shop", [
    {
      name: "products",
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "name", typeDefinition: "text" },
      ],
      primaryKey: { partitionKey: ["id"] },
    },
  ]);

  /** A cluster whose system tables are those; null is a table that the node does not let the client read. */
  function openSystem(system: Readonly<Record<string, readonly object[] | null>>) {
    const host = { isUp: () => true };
    const client = {
      getState: () => ({ getConnectedHosts: () => [host] }),
      hosts: undefined,
      execute: async (cql: string) => {
        const rows = system[/FROM system_schema\.(\w+)/.exec(cql)?.[1] ?? ""];
        if (rows === null) throw Object.assign(new Error("no permission"), { code: 0x2100 });
        return { rows: rows ?? [], pageState: null };
      },
    };
    return createSchemaReader(client as unknown as SchemaClient);
  }

  it("has its tables, and the names of what no definition can express", async () => {
    const { tables = [], columns = [] } = systemRowsOf(shop);
    const view = [
      { table_name: "by_name", column_name: "name", kind: "partition_key", position: 0, type: "text" },
      {
        table_name: "by_name",
        column_name: "id",
        kind: "clustering",
        position: 0,
        clustering_order: "asc",
        type: "int",
      },
    ];
    const odd = { table_name: "odd", comment: "", default_time_to_live: 0, flags: ["compound"] };
    const oddKey = {
      table_name: "odd",
      column_name: "id",
      kind: "partition_key",
      position: 0,
      type: "'org.example.Odd'",
    };
    const oddOrder = { clustering_order: "none" };
    const reader = openSystem({
      tables: [...tables, odd],
      columns: [...columns, ...view.map((row) => ({ ...oddOrder, ...row })), { ...oddOrder, ...oddKey }],
    });
    const found = await reader.keyspace("shop");
    expect(found?.keyspace.name).toBe("shop");
    expect(found?.keyspace.tables.map(printTableDefinition)).toEqual(shop.tables.map(printTableDefinition));
    expect([...(found?.leftOut ?? [])].sort()).toEqual(["by_name", "odd"]);
  });

  it("without tables exists if it is listed", async () => {
    const reader = openSystem({ keyspaces: [{ keyspace_name: "shop" }] });
    expect(await reader.keyspace("shop")).toMatchObject({ keyspace: { name: "shop", tables: [] }, leftOut: [] });
    expect(await reader.keyspace("stock")).toBeUndefined();
  });

  it("that the client may not read is not one that does not exist", async () => {
    const reader = openSystem({ tables: null });
    await expect(reader.keyspace("shop")).rejects.toMatchObject({
      code: "unavailable",
      applied: "no",
      message: expect.stringContaining("the definitions of the cluster cannot be read: "),
    });
  });

  it("of the database itself is not listed, the others in the order of their code units", async () => {
    const names = ["system", "shop", "system_auth", "Shop", "system_shop", "systems"];
    const reader = openSystem({ keyspaces: names.map((keyspace_name) => ({ keyspace_name })) });
    expect(await reader.names()).toEqual(["Shop", "shop", "systems"]);
  });
});
