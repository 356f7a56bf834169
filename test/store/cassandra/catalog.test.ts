/** What a catalog makes of a cluster that changes: the cluster is a table of keyspaces with a version. */
import { afterEach, describe, expect, it } from "vitest";
import type { Table } from "../../../src/model/index.ts";
import { Catalog } from "../../../src/store/cassandra/catalog.ts";
import type { ReadKeyspace, SchemaReader } from "../../../src/store/cassandra/schema-reader.ts";
import { StoreError } from "../../../src/store/index.ts";
import type { ChangedDefinitions } from "../../../src/store/index.ts";

/** Each read gives new objects, as a cluster does. */
class Cluster implements SchemaReader {
  tables: Readonly<Record<string, readonly string[]>> = { shop: ["orders", "products"], store: [] };
  version_ = 1;
  reads = 0;
  isAway = false;
  /** Runs before a keyspace is read. */
  meanwhile: (() => void) | undefined;

  change(tables: Readonly<Record<string, readonly string[]>>): void {
    this.tables = tables;
    this.version_++;
  }

  version(): Promise<string> {
    return this.isAway ? Promise.reject(new StoreError("unavailable", "away")) : Promise.resolve(String(this.version_));
  }

  names(): Promise<readonly string[]> {
    return Promise.resolve(Object.keys(this.tables));
  }

  keyspace(name: string): Promise<ReadKeyspace | undefined> {
    this.reads++;
    const tables = this.tables[name]?.map(tableNamed);
    this.meanwhile?.();
    this.meanwhile = undefined;
    return Promise.resolve(tables && { keyspace: { name, tables, userTypes: [] }, leftOut: [] });
  }
}

/** `orders+note` is orders with another column. */
function tableNamed(text: string): Table {
  const [name = "", ...more] = text.split("+");
  const columns = ["id", ...more].map((column, place) => ({
    name: column,
    type: { kind: "native" as const, name: "int" as const },
    kind: place === 0 ? ("partition" as const) : ("regular" as const),
  }));
  return { name, columns, partitionKey: ["id"], clusteringKey: [], defaultTimeToLive: 0, indexes: [] };
}

const opened: Catalog[] = [];

async function open(): Promise<{ cluster: Cluster; catalog: Catalog; told: ChangedDefinitions[] }> {
  const cluster = new Cluster();
  const catalog = await Catalog.open(cluster);
  opened.push(catalog);
  const told: ChangedDefinitions[] = [];
  catalog.onChange((changed) => told.push(changed));
  return { cluster, catalog, told };
}

afterEach(() => opened.splice(0).forEach((catalog) => catalog.close()));

describe("a keyspace", () => {
  it("is read once, and is the same object until the version changes", async () => {
    const { cluster, catalog } = await open();
    const [one, other] = await Promise.all([catalog.keyspace("shop"), catalog.keyspace("shop")]);
    expect(one?.tables.map(({ name }) => name)).toEqual(["orders", "products"]);
    expect(other).toBe(one);
    await catalog.refresh();
    expect(await catalog.keyspace("shop")).toBe(one);
    expect(cluster.reads).toBe(1);
  });

  it("keeps the tables that a change leaves alone", async () => {
    const { cluster, catalog, told } = await open();
    const before = await catalog.keyspace("shop");
    cluster.change({ shop: ["orders+note", "products", "stock"], store: [] });
    await catalog.refresh();
    const after = await catalog.keyspace("shop");
    expect(after).not.toBe(before);
    expect(after?.tables[0]).not.toBe(before?.tables[0]);
    expect(after?.tables[1]).toBe(before?.tables[1]);
    expect(told).toEqual([{ keyspace: "shop", tables: ["orders", "stock"], userTypes: [] }]);
  });

  it("stays the same object when another one changes", async () => {
    const { cluster, catalog, told } = await open();
    const before = await catalog.keyspace("shop");
    cluster.change({ shop: ["orders", "products"], store: ["rooms"] });
    await catalog.refresh();
    expect(await catalog.keyspace("shop")).toBe(before);
    expect(told).toEqual([]);
  });

  it("of the database itself does not exist", async () => {
    const { cluster, catalog } = await open();
    cluster.change({ system_auth: ["roles"] });
    expect(await catalog.keyspace("system_auth")).toBeUndefined();
    await expect(catalog.find({ keyspace: "system_auth", table: "roles" })).rejects.toThrow(/does not exist/);
  });
});

describe("what is unknown", () => {
  it("is looked for in the cluster at once: a keyspace", async () => {
    const { cluster, catalog, told } = await open();
    expect(await catalog.keyspace("later")).toBeUndefined();
    cluster.change({ ...cluster.tables, later: ["rooms"] });
    expect(await catalog.keyspace("later")).toMatchObject({ name: "later" });
    expect(told).toEqual([{ keyspace: "later", tables: ["rooms"], userTypes: [] }]);
  });

  it("is looked for in the cluster at once: a table", async () => {
    const { cluster, catalog } = await open();
    await expect(catalog.find({ keyspace: "shop", table: "later" })).rejects.toMatchObject({ code: "unknown-table" });
    cluster.change({ shop: ["later"] });
    expect(await catalog.find({ keyspace: "shop", table: "later" })).toMatchObject({ name: "later" });
    await expect(catalog.find({ keyspace: "store", table: "later" })).rejects.toMatchObject({
      code: "unknown-keyspace",
    });
  });
});

describe("a change by another client", () => {
  it("is seen without anybody asking", async () => {
    const { cluster, catalog, told } = await open();
    await catalog.keyspace("shop");
    cluster.change({ shop: ["orders"], store: [] });
    await expect.poll(() => told).toEqual([{ keyspace: "shop", tables: ["products"], userTypes: [] }]);
  });

  it("is seen once the cluster responds again", async () => {
    const { cluster, catalog, told } = await open();
    const before = await catalog.keyspace("shop");
    cluster.isAway = true;
    cluster.change({ shop: ["orders"], store: [] });
    await expect(catalog.keyspaces()).rejects.toMatchObject({ code: "unavailable" });
    expect(await catalog.keyspace("shop")).toBe(before);
    cluster.isAway = false;
    await expect.poll(() => told).toHaveLength(1);
  });

  it("that comes while keyspaces are read is in what is shown", async () => {
    const { cluster, catalog } = await open();
    cluster.meanwhile = () => cluster.change({ shop: ["orders+late"], store: [] });
    const { tables = [] } = (await catalog.keyspace("shop")) ?? {};
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(["id", "late"]);
  });

  it("creates or drops a keyspace that nobody asked for, and is told all the same", async () => {
    const { cluster, catalog, told } = await open();
    cluster.change({ shop: [], fresh: [] });
    expect(await catalog.keyspaces()).toEqual(["shop", "fresh"]);
    expect(told).toEqual([
      { keyspace: "store", tables: [], userTypes: [] },
      { keyspace: "fresh", tables: [], userTypes: [] },
    ]);
  });
});
