/** What a user who may only read can call, by the route table: a route that is added later is tested too. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService } from "../../src/service/index.ts";
import type { Service } from "../../src/service/index.ts";
import { hashPassword } from "../../src/service/passwords.ts";
import { routes } from "../../src/service/route.ts";
import { listUsers } from "../../src/service/users.ts";
import { openFixture, request, user, uuid } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

let fixture: Fixture;
let service: Service;
let token: string;
beforeAll(async () => {
  fixture = await openFixture();
  await fixture.graphql(`mutation { insertProducts(value: {id: "${uuid(1)}", name: "Arm"}) { applied } }`);
  const passwordHash = await hashPassword("secret", { n: 2, p: 1 });
  const users = listUsers([{ id: "r", name: "reader", passwordHash, readOnly: true }]);
  service = createService({ store: fixture.store, user, users, keyspace: "shop" });
  const credentials = { username: "reader", password: "secret" };
  const { json } = await request(service, "POST", "/api/rest/v1/auth", credentials);
  token = (json as { authToken: string }).authToken;
});
afterAll(() => fixture.close());

const names = { keyspace: "shop", table: "products", column: "name", key: uuid(1) };
const pathOf = (path: string): string =>
  Object.entries(names).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);

/** A body that would be carried out. */
const bodies: Readonly<Record<string, unknown>> = {
  "POST /api/rest/v1/keyspaces/{keyspace}/tables": {
    name: "more",
    columnDefinitions: [{ name: "a", typeDefinition: "int" }],
    primaryKey: { partitionKey: ["a"] },
  },
  "POST /api/rest/v1/keyspaces/{keyspace}/tables/{table}/columns": { name: "more", typeDefinition: "int" },
  "PUT /api/rest/v1/keyspaces/{keyspace}/tables/{table}/columns/{column}": { newName: "more" },
  "POST /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows": { columns: [{ name: "id", value: uuid(2) }] },
  "PUT /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/{key}": { changeset: [{ column: "name", value: "x" }] },
  "POST /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/query": {
    filters: [{ columnName: "id", operator: "eq", value: [uuid(1)] }],
  },
};
const documents = routes.filter(({ errorFormat }) => errorFormat === "graphql").map(({ path }) => path);
/** Read, or are for everybody. */
const allowed = new Set(["POST /api/rest/v1/auth", "POST /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/query"]);

const calls = routes.flatMap(({ path, methods }) => Object.keys(methods).map((method) => ({ method, path })));
test.each(calls.filter(({ path }) => !documents.includes(path)))("$method $path", async ({ method, path }) => {
  const reads = method === "GET" || allowed.has(`${method} ${path}`);
  const body = bodies[`${method} ${path}`];
  const reply = await request(service, method, pathOf(path), body, { "x-service-token": token });
  if (path.endsWith("/auth")) expect(reply.status).toBe(400);
  else if (reads) expect(reply.status).toBe(200);
  else {
    const description = "Role unauthorized for operation: User reader may only read";
    expect(reply).toMatchObject({ status: 403, json: { description, code: 403 } });
  }
});

test.each(documents)("GraphQL at %s", async (path) => {
  const send = (query: string) => request(service, "POST", pathOf(path), { query }, { "x-service-token": token });
  expect(await send("{ __typename }")).toMatchObject({ status: 200, json: { data: { __typename: "Query" } } });
  const mutations = path.includes("schema")
    ? ['dropKeyspace(name: "shop")', 'dropTable(keyspaceName: "shop", tableName: "products")']
    : ["insert", "update", "delete"].map((verb) => `${verb}Products(value: {id: "${uuid(1)}"}) { applied }`);
  for (const mutation of mutations) {
    const { status, text } = await send(`mutation { ${mutation} }`);
    expect({ status, text }).toMatchObject({ status: 403, text: expect.stringContaining("may only read") as unknown });
  }
});
