import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { routes } from "@colonnade/runtime/protocol";
import { StoreError } from "../../src/store/index.ts";
import { openFixture, request } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const keyspaces = "/api/rest/v1/keyspaces";

describe("routes", () => {
  test.each([
    ["GET", "/"],
    ["GET", "/api"],
    ["GET", "/api/rest/v1/nope"],
    ["GET", "/api/rest/v1//keyspaces"],
    ["GET", `${keyspaces}/shop`],
    ["GET", `${keyspaces}//tables`],
    ["POST", "/api/graphql/shop/more"],
    ["GET", "/api/rest/v1/%6beyspaces"],
  ])("%s %s is nowhere, with or without a token", async (method, path) => {
    const json = { description: "HTTP 404 Not Found", code: 404 };
    expect(await fixture.send(method, path)).toMatchObject({ status: 404, json });
    expect(await request(fixture.service, method, path)).toMatchObject({ status: 404, json });
  });

  test.each([
    ["POST", "/v1/auth", "/api/rest/v1/auth"],
    ["POST", "/v1/auth/token/generate", "/api/rest/v1/auth"],
    ["GET", "/v1/keyspaces", "/api/rest/v1/keyspaces"],
    ["GET", "/v1/keyspaces/c4nary/tables/x/rows/1", "/api/rest/v1/keyspaces"],
    ["GET", "/v2/schemas/keyspaces/c4nary/tables", "/api/rest/v1/keyspaces/{keyspace}/tables"],
    ["GET", "/v2/keyspaces/c4nary/x/1", "/api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/{key}"],
    ["POST", "/graphql/c4nary", "/api/graphql/{keyspace}"],
    ["POST", "/graphqlv2/admin", "/api/graphql-schema"],
    ["POST", "/graphql-schema", "/api/graphql-schema"],
    ["GET", "/v2/namespaces/c4nary/collections", "there is no document API"],
  ])("%s %s of Stargate is a 404 that names what works here", async (method, path, next) => {
    const { status, json, text } = await request(fixture.service, method, path);
    expect(status).toBe(404);
    const { description } = json as { description: string };
    expect(description).toMatch(/^HTTP 404 Not Found: /);
    expect(description.endsWith(next)).toBe(true);
    expect(text).not.toContain("c4nary");
  });

  it("names the header of tokens to who sends Stargate's", async () => {
    const sent = { "x-cassandra-token": fixture.token };
    const description =
      "Role unauthorized for operation: Missing token; send it in the header x-service-token, not in x-cassandra-token";
    const answer = await request(fixture.service, "GET", keyspaces, undefined, sent);
    expect(answer).toMatchObject({ status: 401, json: { description, code: 401 } });
    expect(answer.text).not.toContain(fixture.token);
  });

  test.each([
    ["PUT", "/api/rest/v1/auth", "POST, OPTIONS"],
    ["PUT", keyspaces, "GET, HEAD, OPTIONS"],
    ["DELETE", `${keyspaces}/shop/tables`, "GET, HEAD, POST, OPTIONS"],
    ["PUT", `${keyspaces}/shop/tables/products`, "GET, HEAD, DELETE, OPTIONS"],
    ["PUT", `${keyspaces}/shop/tables/products/rows`, "GET, HEAD, POST, OPTIONS"],
    ["GET", `${keyspaces}/shop/tables/products/rows/query`, "POST, OPTIONS"],
    ["POST", `${keyspaces}/shop/tables/products/rows/1`, "GET, HEAD, PUT, DELETE, OPTIONS"],
    ["PUT", "/api/graphql", "GET, HEAD, POST, OPTIONS"],
    ["PUT", "/api/graphql/shop", "GET, HEAD, POST, OPTIONS"],
  ])("%s %s is not allowed, and it says what is", async (method, path, allow) => {
    const reply = await fixture.send(method, path);
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe(allow);
    const options = await request(fixture.service, "OPTIONS", path);
    expect(options).toMatchObject({ status: 204, json: undefined });
    expect(options.headers.get("allow")).toBe(allow);
    expect(options.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("answers at every route that the protocol knows", async () => {
    const paths = [
      routes.auth,
      routes.keyspaces,
      routes.tables("shop"),
      routes.table("shop", "products"),
      routes.rows("shop", "products"),
      routes.row("shop", "products", ["1"]),
      routes.rowsQuery("shop", "products"),
      routes.graphql(),
      routes.graphql("shop"),
    ];
    for (const path of paths) expect((await request(fixture.service, "OPTIONS", path)).status).toBe(204);
  });

  it("makes no difference of a slash at the end", async () => {
    expect((await fixture.send("GET", `${keyspaces}/`)).json).toEqual(["shop"]);
  });

  it("answers HEAD as GET, without the body", async () => {
    const get = await fixture.send("GET", keyspaces);
    const head = await fixture.send("HEAD", keyspaces);
    expect(head).toMatchObject({ status: 200, json: undefined });
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
  });

  test.each(["%2e%2e%2fshop", "shop%2Ftables", "shop%00", "shop%5c", "%ZZ", "%C3%28"])(
    "refuses the keyspace name %s",
    async (name) => {
      expect((await fixture.send("GET", `${keyspaces}/${name}/tables`)).status).toBe(400);
      expect((await fixture.send("POST", `/api/graphql/${name}`, { query: "{ __typename }" })).status).toBe(400);
    },
  );

  test.each(["constructor", "__proto__", "toString"])("knows no keyspace and no table %s", async (name) => {
    expect((await fixture.send("GET", `${keyspaces}/${name}/tables`)).status).toBe(404);
    expect((await fixture.send("GET", `${keyspaces}/shop/tables/${name}`)).status).toBe(404);
  });
});

describe("bodies", () => {
  const send = (body: string | Uint8Array, headers: Record<string, string>) =>
    fixture.send("POST", "/api/graphql", body, headers);
  const document = JSON.stringify({ query: "{ __typename }" });

  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ])("takes %s", async (type) => {
    expect((await send(document, { "content-type": type, accept: "text/html" })).status).toBe(200);
  });

  test.each([
    "text/plain",
    "application/jsonx",
    "application/json garbage",
    "application/json; charset=utf-16",
    "application/json, text/plain",
    "application/x-www-form-urlencoded",
    "application/graphql",
  ])("refuses %s", async (type) => {
    expect((await send(document, { "content-type": type })).status).toBe(415);
  });

  it("refuses a body without a type, and a compressed one", async () => {
    const bare = new Request("http://localhost/api/graphql", {
      method: "POST",
      headers: { "x-service-token": fixture.token },
      body: new Blob([document]),
    });
    expect((await fixture.service(bare)).status).toBe(415);
    expect((await send(document, { "content-encoding": "gzip" })).status).toBe(415);
  });

  it("refuses what is no JSON, or no UTF-8", async () => {
    for (const body of ["{", "{'query': 1}", Uint8Array.of(0x22, 0xe9, 0x22)]) {
      const reply = await send(body, {});
      expect(reply).toMatchObject({ status: 400, json: { errors: [{ message: "Unable to process JSON" }] } });
    }
  });

  it("refuses a body that is declared too large before it reads it", async () => {
    const reply = await send("{}", { "content-length": "1048577" });
    expect(reply.status).toBe(413);
  });

  it("counts while it reads, and stops", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const headers = { "x-service-token": fixture.token, "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const response = await fixture.service(new Request("http://localhost/api/graphql", init));
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(20);
  });

  it("takes 32 levels and 50,000 values, whatever is in texts", async () => {
    const filter = (value: string) =>
      fixture.send("POST", `${keyspaces}/shop/tables/products/rows/query`, `{"filters":${value}}`);
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    const message = async (value: string) => ((await filter(value)).json as { description: string }).description;
    // The body is a level and a value of its own; its member is another value, which the list begins.
    expect((await filter(nested(31))).status).toBe(400);
    expect(await message(`[{"columnName":"x","operator":"eq","value":${nested(29)}}]`)).toMatch(/Unknown field name/);
    expect(await message(`[{"columnName":"x","operator":"eq","value":${nested(30)}}]`)).toBe("Unable to process JSON");
    expect(await message(`["${"[{,".repeat(60_000)}\\\""]`)).toBe("Unable to process JSON");
    const many = (count: number) => `[${Array.from({ length: count }, () => "{}").join(",")}]`;
    expect((await filter(many(24_999))).status).toBe(400);
    expect(await filter(many(25_000))).toMatchObject({
      status: 413,
      json: { description: "HTTP 413 Content Too Large: a body has at most 50000 values", code: 413 },
    });
    const columns = [
      { name: "id", value: "00000000-0000-4000-8000-000000000009" },
      { name: "name", value: '[{,"'.repeat(60_000) },
    ];
    expect((await fixture.send("POST", `${keyspaces}/shop/tables/products/rows`, { columns })).status).toBe(201);
  });

  it("takes a body of exactly 1 MiB", async () => {
    const padded = document.padEnd(1024 * 1024, " ");
    expect((await send(padded, {})).status).toBe(200);
    expect((await send(`${padded} `, {})).status).toBe(413);
  });
});

describe("answers", () => {
  it("echo a well-formed request id, and make one up otherwise", async () => {
    const id = async (sent?: string) =>
      (
        await fixture.send("GET", keyspaces, undefined, sent === undefined ? {} : { "x-service-request-id": sent })
      ).headers.get("x-service-request-id");
    expect(await id("a.B-9_")).toBe("a.B-9_");
    expect(await id("x".repeat(128))).toBe("x".repeat(128));
    for (const bad of [undefined, "", "x".repeat(129), "a b", "a, b", "é"]) {
      expect(await id(bad)).toMatch(/^[0-9a-f]{8}-/);
    }
  });

  it("are JSON of a known length that nobody may keep, the refusals too", async () => {
    for (const path of [keyspaces, "/nope"]) {
      const { headers, json } = await fixture.send("GET", path);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-length": String(JSON.stringify(json).length),
      });
    }
  });

  const broken = async (error: Error): Promise<Fixture> =>
    openFixture([], {
      store: new Proxy(fixture.store, {
        get: (store, name) => (name === "keyspace" ? () => store.keyspace("shop") : () => Promise.reject(error)),
      }),
    });
  const named = { "x-service-request-id": "r-1" };

  it("hide an error that nobody expected behind the request id, and report it", async () => {
    const error = new Error("secret at /home/ann/store.ts:12");
    const service = await broken(error);
    expect(await service.send("GET", keyspaces, undefined, named)).toMatchObject({
      status: 500,
      json: { description: "Internal error (request r-1)", code: 500 },
    });
    const query = "{ products { pageState } }";
    expect((await service.send("POST", "/api/graphql", { query }, named)).json).toEqual({
      data: { products: null },
      errors: [
        {
          message: "Internal error (request r-1)",
          locations: [{ line: 1, column: 3 }],
          path: ["products"],
          extensions: { code: "internal" },
        },
      ],
    });
    expect(service.reported).toEqual([error, error]);
    await service.close();
  });

  it("say that the data is away, but not where it was", async () => {
    const error = new StoreError("unavailable", "the data in /home/ann is in use by another process");
    const service = await broken(error);
    const message = "The data is not available at the moment";
    expect(await service.send("GET", keyspaces)).toMatchObject({
      status: 503,
      json: { description: message, code: 503 },
    });
    expect((await service.send("POST", "/api/graphql", { query: "{ products { pageState } }" })).json).toMatchObject({
      errors: [{ message, extensions: { code: "unavailable" } }],
    });
    expect(service.reported).toEqual([error, error]);
    await service.close();
  });

  it("say that the disk is full, with 507, and rows can still be read", async () => {
    const error = new StoreError("full", "the disk is full: /home/ann/data");
    const service = await openFixture();
    vi.spyOn(service.store, "insert").mockRejectedValue(error);
    const message = "The disk is full: nothing can be written until there is room";
    const rows = `${keyspaces}/shop/tables/products/rows`;
    const id = "00000000-0000-4000-8000-000000000001";
    expect(await service.send("POST", rows, { columns: [{ name: "id", value: id }] })).toMatchObject({
      status: 507,
      json: { description: message, code: 507 },
    });
    const query = `mutation { insertProducts(value: { id: "${id}" }) { applied } }`;
    expect((await service.graphql(query)).errors).toMatchObject([{ message, extensions: { code: "full" } }]);
    expect(await service.graphql("{ products { values { id } } }")).toEqual({ data: { products: { values: [] } } });
    expect(service.reported).toEqual([error, error]);
    await service.close();
  });
});
