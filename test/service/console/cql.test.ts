/** Statements of CQL for the console: who may run which, and what comes back. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openTextRunner } from "../../../src/cql/index.ts";
import type { TextRunner } from "../../../src/cql/index.ts";
import { createService } from "../../../src/service/index.ts";
import type { CqlResult, Service, ServiceOptions } from "../../../src/service/index.ts";
import { hashPassword } from "../../../src/service/passwords.ts";
import { listUsers } from "../../../src/service/users.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { EmbeddedStore, Write } from "../../../src/store/index.ts";
import { request, user } from "../service-fixture.ts";

const console = { files: [], printModule: () => Promise.resolve("") };
let store: EmbeddedStore;
let runner: TextRunner;
let service: Service;
const reported: unknown[] = [];
const tokens = { writer: "", reader: "" };

async function open(options: Partial<ServiceOptions>): Promise<Service> {
  const passwordHash = await hashPassword("secret", { n: 2, p: 1 });
  const users = listUsers([{ id: "r", name: "reader", passwordHash, readOnly: true }]);
  return createService({ store, user, users, console, ...options });
}

async function tokenOf(of: Service, credentials: object): Promise<string> {
  const { json } = await request(of, "POST", "/api/rest/v1/auth", credentials);
  return (json as { authToken: string }).authToken;
}

beforeAll(async () => {
  store = await openMemoryStore();
  runner = await openTextRunner(store, { report: (error) => reported.push(error) });
  service = await open({ cql: runner.run });
  tokens.writer = await tokenOf(service, user);
  tokens.reader = await tokenOf(service, { username: "reader", password: "secret" });
  await run("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  await run("CREATE TABLE t (a int, b int, c text, PRIMARY KEY (a, b))");
});
afterAll(async () => {
  await runner.close();
  await store.close();
});

const send = (body: unknown, token: string) =>
  request(service, "POST", "/__local/cql", body, token === "" ? {} : { "x-service-token": token });

async function run(query: string, rest: object = {}, token = tokens.writer): Promise<CqlResult> {
  const { status, json } = await send({ query, keyspace: "shop", ...rest }, token);
  expect([status, json]).toEqual([200, json]);
  return json as CqlResult;
}

describe("a statement", () => {
  it("answers that it was carried out", async () => {
    expect(await run("INSERT INTO t (a, b, c) VALUES (1, 1, 'one')")).toEqual({ kind: "void" });
    expect(await run("USE shop")).toEqual({ kind: "set-keyspace", keyspace: "shop" });
    expect(await run("CREATE TABLE shop.u (a int PRIMARY KEY)", { keyspace: undefined })).toEqual({
      kind: "schema-change",
      change: "CREATED",
      target: "TABLE",
      keyspace: "shop",
      name: "u",
    });
  });

  it("answers rows page by page", async () => {
    for (let b = 1; b <= 5; b++) await run(`INSERT INTO t (a, b) VALUES (7, ${b})`);
    const pages: unknown[] = [];
    let pageState: string | undefined;
    do {
      const page = await run("SELECT b, c FROM t WHERE a = 7", { pageSize: 2, pageState });
      if (page.kind !== "rows") throw new Error(page.kind);
      pages.push(page.rows.flat());
      pageState = page.pageState;
    } while (pageState !== undefined);
    expect(pages).toEqual([
      ["1", null, "2", null],
      ["3", null, "4", null],
      ["5", null],
    ]);
  });

  it("gets 100 rows, and no more than 1,000 where it asks for more", async () => {
    const insert = (b: number): Write => {
      return {
        kind: "insert",
        keyspace: "shop",
        table: "t",
        values: new Map([
          ["a", 8],
          ["b", b],
        ]),
      };
    };
    await store.batch(Array.from({ length: 1100 }, (_, b) => insert(b)));
    expect(await run("SELECT b FROM t WHERE a = 8")).toMatchObject({ rows: { length: 100 } });
    expect(await run("SELECT b FROM t WHERE a = 8", { pageSize: 5000 })).toMatchObject({ rows: { length: 1000 } });
  });

  it("says whether its condition was met, and with which row it was not", async () => {
    await run("INSERT INTO t (a, b, c) VALUES (9, 1, 'x')");
    expect(await run("UPDATE t SET c = 'z' WHERE a = 9 AND b = 1 IF c = 'y'")).toEqual({
      kind: "rows",
      columns: [
        { name: "[applied]", type: "boolean" },
        { name: "c", type: "text" },
      ],
      rows: [["false", "x"]],
    });
  });

  it("warns as the database does", async () => {
    expect(await run("SELECT sum(a) FROM t")).toMatchObject({
      kind: "rows",
      warnings: [expect.stringContaining("without partition key")],
    });
  });

  it("reads the tables of the system", async () => {
    expect(await run("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'shop'")).toMatchObject({
      rows: [["t"], ["u"]],
    });
  });
});

describe("an error", () => {
  it("has the database's words, and its place where it is one of the language", async () => {
    expect(await run("SELECT a\nFORM t")).toEqual({
      kind: "error",
      code: "syntax",
      message: expect.stringMatching(/^line 2:0 /) as string,
      place: { start: 9, end: 13 },
    });
    expect(await run("SELECT x FROM t")).toEqual({
      kind: "error",
      code: "invalid",
      message: "Undefined column name x in table shop.t",
    });
    expect(await run("SELECT a FROM t WHERE a = ?")).toMatchObject({ kind: "error", code: "invalid" });
    expect(await run("SELECT a FROM t WHERE a = 7", { pageState: "AAAA" })).toMatchObject({ kind: "error" });
  });

  it("that is not for clients is reported, and has a request ID", async () => {
    const select = store.select.bind(store);
    store.select = () => Promise.reject(new Error("a secret"));
    const result = await run("SELECT a FROM t");
    store.select = select;
    expect(result).toMatchObject({
      kind: "error",
      code: "server",
      message: expect.stringMatching(/\(request [-\w]+\)$/),
    });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(reported).toHaveLength(1);
  });
});

describe("who may", () => {
  it("run statements needs a token", async () => {
    expect((await send({ query: "SELECT a FROM t" }, "")).status).toBe(401);
    expect((await send({ query: "SELECT a FROM t" }, "none")).status).toBe(401);
  });

  it("read alone is refused what changes anything", async () => {
    expect(await run("SELECT c FROM t WHERE a = 1", {}, tokens.reader)).toMatchObject({ rows: [["one"]] });
    for (const change of [
      "DELETE FROM t WHERE a = 1",
      "DROP TABLE t",
      "TRUNCATE t",
      "CREATE TABLE v (a int PRIMARY KEY)",
    ]) {
      expect(await run(change, {}, tokens.reader)).toMatchObject({
        kind: "error",
        code: "unauthorized",
        message: expect.stringMatching(/^User reader has no /) as string,
      });
    }
    expect(await run("SELECT c FROM t WHERE a = 1")).toMatchObject({ rows: [["one"]] });
  });
});

test.each([
  [undefined, "Unable to process JSON"],
  [[], "Unable to process JSON"],
  [{ query: 1 }, "Bad request: query must be a text"],
  [{ query: "USE shop", pageSize: 0 }, "Bad request: pageSize must be a whole number, 1 or more"],
  [
    { query: "USE shop", values: [] },
    "Bad request: unknown member values; known are query, keyspace, pageSize, pageState",
  ],
  [{}, "Bad request: query must be a text"],
])("the body %j is refused", async (body, description) => {
  expect(await send(body, tokens.writer)).toMatchObject({ status: 400, json: { description } });
});

test("without a store that it can run on there is none, and the console knows", async () => {
  const other = await open({});
  const token = await tokenOf(other, user);
  const ask = (method: string, path: string, body?: unknown) =>
    request(other, method, path, body, { "x-service-token": token });
  expect(await ask("POST", "/__local/cql", { query: "USE shop" })).toMatchObject({
    status: 404,
    json: { description: "Resource not found: this service runs no CQL; a cluster speaks it itself, at its own port" },
  });
  expect((await ask("GET", "/__local/state")).json).toMatchObject({ hasCql: false });
});
