/** The Node driver of the database on an embedded store: what an app does, through a real port. */
import cassandra from "cassandra-driver";
import type { ClientOptions } from "cassandra-driver";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { listenCql } from "../../../src/cql/index.ts";
import type { ListenOptions } from "../../../src/cql/connection/listen-connections.ts";
import type { CqlListener, CqlServing } from "../../../src/cql/index.ts";
import type { Table } from "../../../src/model/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore } from "../../../src/store/index.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";

const { Client, auth, types } = cassandra;

const native = <Name extends string>(name: Name) => ({ kind: "native", name }) as const;
const products: Table = {
  name: "products",
  columns: [
    { name: "shelf", type: native("text"), kind: "partition" },
    { name: "id", type: native("int"), kind: "clustering" },
    { name: "title", type: native("text"), kind: "regular" },
    { name: "tags", type: { kind: "set", item: native("text"), frozen: false }, kind: "regular" },
  ],
  partitionKey: ["shelf"],
  clusteringKey: [{ name: "id", order: "ASC" }],
  defaultTimeToLive: 0,
  indexes: [],
};

const levels = [
  ...(["any", "one", "two", "three", "quorum", "all", "localQuorum", "eachQuorum"] as const),
  ...(["serial", "localSerial", "localOne"] as const),
];

interface Opened {
  readonly store: EmbeddedStore;
  readonly listener: CqlListener;
  readonly errors: unknown[];
}

async function open(options: Partial<ListenOptions> = {}, serving: Partial<CqlServing> = {}): Promise<Opened> {
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  await store.createTable("shop", products);
  const errors: unknown[] = [];
  const observer = { onError: (error: unknown) => void errors.push(error) };
  const listener = await listenCql({ port: 0, graceMs: 0, observer, ...options });
  await listener.open({ store, ...serving });
  return { store, listener, errors };
}

async function connect({ listener }: Opened, options: Partial<ClientOptions> = {}): Promise<cassandra.Client> {
  const client = new Client({
    contactPoints: [`127.0.0.1:${listener.port}`],
    localDataCenter: "datacenter1",
    keyspace: "shop",
    refreshSchemaDelay: 10,
    ...options,
  });
  onTestFinished(() => client.shutdown());
  await client.connect();
  return client;
}

async function close({ store, listener }: Opened): Promise<void> {
  await listener.close();
  await store.close();
}

let opened: Opened;
beforeAll(async () => {
  opened = await open();
});
afterAll(async () => {
  await close(opened);
  expect(opened.errors).toEqual([]);
});

describe("the Node driver", () => {
  it("writes and reads, with values by place and by name, prepared and not", async () => {
    const client = await connect(opened);
    const insert = "INSERT INTO products (shelf, id, title, tags) VALUES (?, ?, ?, ?)";
    await client.execute(insert, ["a", 1, "one", ["x", "y"]], { prepare: true });
    await client.execute(insert, ["a", 2, "two", null], { hints: ["text", "int", "text", "set<text>"] });
    await client.execute(
      "INSERT INTO products (shelf, id, title) VALUES (:shelf, :id, :title)",
      { shelf: "a", id: 3, title: "three" },
      { prepare: true },
    );
    const { rows } = await client.execute("SELECT id, title, tags FROM products WHERE shelf = ?", ["a"], {
      prepare: true,
    });
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: 1, title: "one", tags: ["x", "y"] },
      { id: 2, title: "two", tags: null },
      { id: 3, title: "three", tags: null },
    ]);
  });

  test.each(levels)("works at consistency %s", async (name) => {
    const consistency = types.consistencies[name];
    const client = await connect(opened);
    const write = client.execute("INSERT INTO products (shelf, id) VALUES ('levels', ?)", [consistency], {
      prepare: true,
      consistency,
    });
    if (name.endsWith("erial")) await expect(write).rejects.toThrow("You must use conditional updates");
    else await write;
    const read = client.execute("SELECT id FROM products WHERE shelf = 'levels'", [], { prepare: true, consistency });
    // This driver takes ANY for none, since its number is zero.
    await read;
  });

  it("writes with conditions", async () => {
    const client = await connect(opened);
    const insert = "INSERT INTO products (shelf, id, title) VALUES ('if', 1, ?) IF NOT EXISTS";
    const options = { prepare: true, serialConsistency: types.consistencies.localSerial };
    expect((await client.execute(insert, ["first"], options)).wasApplied()).toBe(true);
    const second = await client.execute(insert, ["second"], options);
    expect(second.wasApplied()).toBe(false);
    expect(second.first()["title"]).toBe("first");
  });

  it("writes batches", async () => {
    const client = await connect(opened);
    const query = "INSERT INTO products (shelf, id, title) VALUES (?, ?, ?)";
    const entries = [1, 2, 3].map((id) => ({ query, params: ["batch", id, `title ${id}`] }));
    await client.batch(entries, { prepare: true, logged: true });
    await client.batch(["DELETE FROM products WHERE shelf = 'batch' AND id = 2"], { logged: false });
    const { rows } = await client.execute("SELECT id FROM products WHERE shelf = 'batch'");
    expect(rows.map((row) => Number(row["id"]))).toEqual([1, 3]);
    const read = { query: "SELECT * FROM products WHERE shelf = ?", params: ["batch"] };
    await expect(client.batch([read], { prepare: true })).rejects.toThrow("Invalid statement in batch");
  });

  it("reads page by page", async () => {
    const client = await connect(opened);
    const query = "INSERT INTO products (shelf, id) VALUES ('pages', ?)";
    await Promise.all(Array.from({ length: 250 }, (_, id) => client.execute(query, [id], { prepare: true })));
    const select = "SELECT id FROM products WHERE shelf = 'pages'";
    const first = await client.execute(select, [], { prepare: true, fetchSize: 100 });
    expect(first.rows).toHaveLength(100);
    const ids: number[] = [];
    const streamed = client.stream(select, [], { prepare: true, fetchSize: 60, autoPage: true });
    for await (const row of streamed as unknown as AsyncIterable<cassandra.types.Row>) {
      ids.push(Number(row["id"]));
    }
    expect(ids).toEqual(Array.from({ length: 250 }, (_, id) => id));
    const strange = client.execute(select, [], { prepare: true, fetchSize: 100, pageState: "beef" });
    await expect(strange).rejects.toMatchObject({ code: types.responseErrorCodes.protocolError });
  });

  it("has hundreds of requests under way", async () => {
    const client = await connect(opened);
    const query = "INSERT INTO products (shelf, id, title) VALUES (?, ?, ?)";
    const ids = Array.from({ length: 400 }, (_, id) => id);
    await Promise.all(ids.map((id) => client.execute(query, [`many ${id % 7}`, id, `title ${id}`], { prepare: true })));
    const select = "SELECT title FROM products WHERE shelf = ? AND id = ?";
    const results = await Promise.all(
      ids.map((id) => client.execute(select, [`many ${id % 7}`, id], { prepare: true })),
    );
    expect(results.map((result) => result.first()["title"] as string)).toEqual(ids.map((id) => `title ${id}`));
  });

  it("gets the database's words and codes", async () => {
    const client = await connect(opened);
    const { syntaxError, invalid } = types.responseErrorCodes;
    await expect(client.execute("SELEC 1")).rejects.toMatchObject({ code: syntaxError });
    await expect(client.execute("SELECT * FROM nowhere")).rejects.toMatchObject({
      code: invalid,
      message: "table nowhere does not exist",
    });
    await expect(client.execute("INSERT INTO products (shelf) VALUES ('a')")).rejects.toMatchObject({ code: invalid });
    const one = "SELECT * FROM products WHERE shelf = ?";
    await expect(client.execute(one, [])).rejects.toMatchObject({
      code: invalid,
      message: "Invalid amount of bind variables",
    });
    await expect(client.execute(one, [], { prepare: true })).rejects.toMatchObject({
      code: invalid,
      message: "there were 1 markers(?) in CQL but 0 bound variables",
    });
  });

  it("asks for a trace, and is told that there is none", async () => {
    const client = await connect(opened);
    const { info, rows } = await client.execute("SELECT * FROM products WHERE shelf = 'none'", [], {
      traceQuery: true,
    });
    expect(rows).toEqual([]);
    expect(info.warnings).toEqual(["Tracing is not supported: the request was executed without it"]);
  });
});

describe("definitions", () => {
  it("are read by the driver, and followed", async () => {
    const own = await open();
    onTestFinished(() => close(own));
    const client = await connect(own);
    const table = await client.metadata.getTable("shop", "products");
    expect(table.partitionKeys.map(({ name }) => name)).toEqual(["shelf"]);
    expect(table.clusteringKeys.map(({ name }) => name)).toEqual(["id"]);
    expect(table.columns.map(({ name }) => name).sort()).toEqual(["id", "shelf", "tags", "title"]);
    expect(Object.keys(client.metadata.keyspaces)).toContain("shop");
    await own.store.createKeyspace("new");
    await expect.poll(() => Object.keys(client.metadata.keyspaces), { timeout: 5000 }).toContain("new");
    await own.store.dropKeyspace("new");
    await expect.poll(() => Object.keys(client.metadata.keyspaces), { timeout: 5000 }).not.toContain("new");
  });

  it("may change under prepared statements", async () => {
    const own = await open();
    onTestFinished(() => close(own));
    const client = await connect(own);
    const select = "SELECT * FROM products WHERE shelf = ?";
    await client.execute("INSERT INTO products (shelf, id, title) VALUES ('a', 1, 'one')");
    const read = async () => ({ ...(await client.execute(select, ["a"], { prepare: true })).first() });
    expect(await read()).toEqual({ shelf: "a", id: 1, tags: null, title: "one" });
    await own.store.alterTable("shop", "products", {
      kind: "add-column",
      column: { name: "price", type: native("int"), kind: "regular" },
    });
    expect(await read()).toEqual({ shelf: "a", id: 1, price: null, tags: null, title: "one" });
    await client.execute("UPDATE products SET price = ? WHERE shelf = ? AND id = ?", [9, "a", 1], { prepare: true });
    await own.store.alterTable("shop", "products", { kind: "drop-column", column: "title" });
    expect(await read()).toEqual({ shelf: "a", id: 1, price: 9, tags: null });
    await own.store.dropTable("shop", "products");
    await expect(read()).rejects.toThrow("table products does not exist");
    await own.store.createTable("shop", products);
    expect(await read()).toEqual({});
  });
});

describe("users", () => {
  const users = new Map([
    ["ann", { name: "ann", readOnly: false, isCurrent: () => true }],
    ["report", { name: "report", readOnly: true, isCurrent: () => true }],
  ]);
  const login: CqlServing["login"] = (name, password) =>
    Promise.resolve((password === "secret" && users.get(name)) || "wrong");
  const as = (name: string, password: string) => ({ authProvider: new auth.PlainTextAuthProvider(name, password) });

  it("log in with their password", async () => {
    const own = await open({}, { login });
    onTestFinished(() => close(own));
    const client = await connect(own, as("ann", "secret"));
    await client.execute("INSERT INTO products (shelf, id) VALUES ('a', 1)");
    const wrong = connect(own, as("ann", "guess")).catch((error: unknown) => error);
    const { innerErrors } = (await wrong) as cassandra.errors.NoHostAvailableError;
    expect(Object.values(innerErrors)).toEqual([
      expect.objectContaining({ message: "Provided username ann and/or password are incorrect" }),
    ]);
    await expect(connect(own)).rejects.toThrow();
  });

  it("who may only read change nothing, prepared or not, not even what others have prepared", async () => {
    const own = await open({}, { login });
    onTestFinished(() => close(own));
    const [ann, report] = [await connect(own, as("ann", "secret")), await connect(own, as("report", "secret"))];
    const insert = "INSERT INTO products (shelf, id) VALUES (?, ?)";
    await ann.execute(insert, ["a", 1], { prepare: true });
    const refused = {
      code: types.responseErrorCodes.unauthorized,
      message: "User report has no MODIFY permission on <table shop.products> or any of its parents",
    };
    await expect(report.execute(insert, ["a", 2], { prepare: true })).rejects.toMatchObject(refused);
    await expect(report.execute("DELETE FROM products WHERE shelf = 'a'")).rejects.toMatchObject(refused);
    await expect(report.batch([{ query: insert, params: ["a", 2] }], { prepare: true })).rejects.toMatchObject(refused);
    expect((await report.execute("SELECT * FROM products")).rowLength).toBe(1);
    await expect(report.execute("DROP TABLE products")).rejects.toMatchObject({ code: refused.code });
    await ann.execute(insert, ["a", 3], { prepare: true });
  });
});

it("speaks TLS", async () => {
  const own = await open({ tls: { cert: certificate, key: certificateKey } });
  onTestFinished(() => close(own));
  const client = await connect(own, { sslOptions: { ca: [certificate], host: "localhost", rejectUnauthorized: true } });
  expect((await client.execute("SELECT * FROM products")).rows).toEqual([]);
});
