/** GraphQL over HTTP: methods, media types and statuses, by the specification of that name and its audits. */
import { auditServer } from "graphql-http";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import { listen } from "../../../src/service/index.ts";
import { openFixture, uuid } from "../service-fixture.ts";
import type { Fixture, Reply } from "../service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  await fixture.graphql(`mutation { insertProducts(value: {id: "${uuid(1)}", name: "lamp"}) { applied } }`);
});
afterAll(() => fixture.close());

const path = "/api/graphql";
const graphqlType = "application/graphql-response+json";
const get = (parameters: Record<string, string>, headers?: Record<string, string>, at = path): Promise<Reply> =>
  fixture.send("GET", `${at}?${new URLSearchParams(parameters)}`, undefined, headers);

const byId = "query One($id: Uuid!) { products(value: {id: $id}) { values { name } } }";
const found = { data: { products: { values: [{ name: "lamp" }] } } };

describe.each([
  ["/api/graphql", "{ products { values { name } } }", found],
  ["/api/graphql/shop", "{ products { values { name } } }", found],
  ["/api/graphql-schema", "{ keyspaces { name } }", { data: { keyspaces: [{ name: "shop" }] } }],
])("%s", (at, query, json) => {
  it("passes every audit, the recommended ones too", async () => {
    const listener = await listen(fixture.service, { port: 0 });
    try {
      const fetchFn: typeof fetch = (url, init) =>
        fetch(url, { ...init, headers: { ...init?.headers, "x-service-token": fixture.token } });
      const results = await auditServer({ url: listener.url + at, fetchFn });
      const failed = results.flatMap((result) => (result.status === "ok" ? [] : [`${result.name}: ${result.reason}`]));
      expect(failed).toEqual([]);
      expect(results.length).toBeGreaterThan(60);
    } finally {
      await listener.close();
    }
  });

  it("answers a query by GET", async () => {
    expect(await get({ query }, {}, at)).toMatchObject({ status: 200, json });
  });
});

describe("a GET", () => {
  it("takes variables and the name of an operation", async () => {
    const query = `${byId} query Other { __typename }`;
    const variables = JSON.stringify({ id: uuid(1) });
    expect(await get({ query, variables, operationName: "One" })).toMatchObject({ status: 200, json: found });
    expect((await get({ query, operationName: "Other" })).json).toEqual({ data: { __typename: "Query" } });
  });

  it("needs no type of a body, but a token", async () => {
    const response = await fixture.service(new Request(`http://localhost${path}?query={__typename}`));
    expect(response.status).toBe(401);
  });

  it("is answered to HEAD without a body", async () => {
    const reply = await fixture.send("HEAD", `${path}?query={__typename}`);
    expect(reply).toMatchObject({ status: 200, json: undefined });
    expect(reply.headers.get("content-length")).toBe(String('{"data":{"__typename":"Query"}}'.length));
  });

  test.each<[what: string, query: string, operationName?: string]>([
    ["a mutation", `mutation { insertProducts(value: {id: "${uuid(2)}"}) { applied } }`],
    ["a mutation that is not valid", "mutation { nope }"],
    [
      "the mutation of two operations",
      `query Q { __typename } mutation M { insertProducts(value: {id: "${uuid(2)}"}) { applied } }`,
      "M",
    ],
    ["a subscription", "subscription { products { pageState } }"],
  ])("does not run %s", async (_, query, operationName) => {
    for (const accept of ["application/json", graphqlType]) {
      const reply = await get({ query, ...(operationName && { operationName }) }, { accept });
      expect(reply).toMatchObject({ status: 405, json: { errors: [{ extensions: { code: "method-not-allowed" } }] } });
      expect(reply.headers.get("allow")).toBe("POST");
    }
    expect((await fixture.graphql(`{ products(value: {id: "${uuid(2)}"}) { values { id } } }`)).data).toEqual({
      products: { values: [] },
    });
  });

  it("runs the query of a document that has a mutation too", async () => {
    const query = `query Q { __typename } mutation M { insertProducts(value: {id: "${uuid(2)}"}) { applied } }`;
    expect((await get({ query, operationName: "Q" })).json).toEqual({ data: { __typename: "Query" } });
    const unnamed = await get({ query });
    expect(unnamed).toMatchObject({
      status: 200,
      json: { errors: [{ message: expect.stringMatching(/operation name/) as unknown }] },
    });
  });

  const none = "You must provide a GraphQL query as a URL parameter";
  test.each<[what: string, parameters: Record<string, string>, message: string]>([
    ["no query", {}, none],
    ["an empty query", { query: "" }, none],
    ["variables that are not JSON", { query: byId, variables: "{" }, "Could not parse variables: they must be JSON"],
    ["variables too deep", { query: byId, variables: "[".repeat(40) + "]".repeat(40) }, "Could not parse variables"],
    ["a list of variables", { query: byId, variables: "[1]" }, "Could not parse variables: they must be an object"],
    ["extensions that are no object", { query: byId, extensions: "1" }, "extensions must be an object"],
  ])("with %s is a 400", async (_, parameters, message) => {
    const reply = await get(parameters);
    expect(reply).toMatchObject({ status: 400, json: { errors: [{ extensions: { code: "bad-request" } }] } });
    expect((reply.json as GraphQLAnswer).errors?.[0]?.message).toContain(message);
  });

  it("is for the keyspace that it names", async () => {
    const reply = await get({ query: "{ __typename }" }, { "x-service-keyspace": "other" });
    expect(reply.status).toBe(400);
    expect((await get({ query: "{ __typename }" }, {}, "/api/graphql/nope")).status).toBe(404);
  });
});

describe(`a response of the type ${graphqlType}`, () => {
  const post = (body: unknown, accept: string): Promise<Reply> => fixture.send("POST", path, body, { accept });

  test.each<[what: string, body: { query: string; variables?: unknown; operationName?: string }]>([
    ["a text that does not parse", { query: "{" }],
    ["a field that does not exist", { query: "{ nope }" }],
    ["a variable that is missing", { query: byId }],
    ["a variable of the wrong type", { query: byId, variables: { id: "1" } }],
    ["an operation that does not exist", { query: "{ __typename }", operationName: "Nope" }],
    ["a document beyond a limit", { query: `{ ${"__typename @skip(if: false) ".repeat(51)} }` }],
  ])("has status 400 for %s, and no data", async (_, body) => {
    const reply = await post(body, graphqlType);
    expect(reply.status).toBe(400);
    expect(reply.headers.get("content-type")).toBe(`${graphqlType}; charset=utf-8`);
    expect(reply.json).toEqual({ errors: expect.any(Array) as unknown });
    const plain = await post(body, "application/json");
    expect(plain).toMatchObject({ status: 200, json: reply.json });
    expect(plain.headers.get("content-type")).toBe("application/json");
  });

  it("has status 200 when the document was run, also where a field failed", async () => {
    const query = "{ products(options: {limit: 0}) { pageState } }";
    const reply = await post({ query }, `${graphqlType}, application/json;q=0.9`);
    expect(reply).toMatchObject({ status: 200, json: { data: { products: null }, errors: [{ path: ["products"] }] } });
    expect(reply.headers.get("content-type")).toBe(`${graphqlType}; charset=utf-8`);
  });

  it("is not used for what is refused before it is a document", async () => {
    const headers = { accept: graphqlType, "x-service-token": "none" };
    const reply = await fixture.send("POST", path, { query: "{ __typename }" }, headers);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([401, "application/json"]);
  });
});
