/** What a user who may only read can do, and what becomes of the tokens of a user who is removed. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createService } from "../../src/service/index.ts";
import type { Service, User } from "../../src/service/index.ts";
import { hashPassword } from "../../src/service/passwords.ts";
import { listUsers } from "../../src/service/users.ts";
import { openFixture, products, request, user, uuid } from "./service-fixture.ts";
import type { Fixture, Reply } from "./service-fixture.ts";

const passwordHash = await hashPassword("secret", { n: 2, p: 1 });
const reader: User = { id: "r1", name: "reader", passwordHash, readOnly: true };
const writer: User = { id: "w1", name: "writer", passwordHash, readOnly: false };

let fixture: Fixture;
let users: readonly User[];
let service: Service;
beforeAll(async () => {
  fixture = await openFixture();
  users = [reader, writer];
  const current = (): ReturnType<typeof listUsers> => listUsers(users);
  service = createService({
    store: fixture.store,
    user,
    users: { find: (name) => current().find(name) },
    keyspace: "shop",
  });
  await fixture.send("POST", rows, { columns: [{ name: "id", value: uuid(1) }] });
});
afterAll(() => fixture.close());

const tables = "/api/rest/v1/keyspaces/shop/tables";
const rows = `${tables}/products/rows`;

async function login(name: string, password = "secret"): Promise<string> {
  const { json } = await request(service, "POST", "/api/rest/v1/auth", { username: name, password });
  return (json as { authToken: string }).authToken;
}

const send = (token: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  request(service, method, path, body, { "x-service-token": token });

const columns = [{ name: "id", value: uuid(2) }];
const insert = `mutation { insertProducts(value: { id: "${uuid(2)}" }) { applied } }`;

describe("a user who may only read", () => {
  test.each([
    ["GET", "/api/rest/v1/keyspaces", undefined],
    ["GET", tables, undefined],
    ["GET", `${tables}/products`, undefined],
    ["GET", `${tables}/products/columns`, undefined],
    ["GET", `${rows}/${uuid(1)}`, undefined],
    ["POST", "/api/graphql", { query: "{ products { values { id } } }" }],
    [
      "POST",
      "/api/graphql/shop",
      { query: `${insert.replace("mutation", "mutation A")} query B { __typename }`, operationName: "B" },
    ],
    ["GET", "/api/graphql?query={__typename}", undefined],
    ["POST", "/api/graphql-schema", { query: "{ keyspaces { name } }" }],
    ["POST", rows, { query: "{ products { values { id } } }" }],
    ["POST", "/api/graphql", { query: "{ products(options: {part: {number: 1, of: 2}}) { count } }" }],
  ])("may %s %s", async (method, path, body) => {
    const reply = await send(await login("reader"), method, path, body);
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain("errors");
  });

  const description = "Role unauthorized for operation: User reader may only read";
  test.each([
    ["POST", tables, { ...products, name: "others" }],
    ["DELETE", `${tables}/products`, undefined],
    ["POST", `${tables}/products/columns`, { name: "color", typeDefinition: "text" }],
    ["PUT", `${tables}/products/columns/id`, { newName: "key" }],
    ["DELETE", `${tables}/products/columns/name`, undefined],
    ["POST", rows, { columns }],
    ["POST", rows, { query: insert }],
    ["POST", rows, { query: `mutation { deleteProducts(filter: {id: {in: ["${uuid(1)}"]}}) { applied } }` }],
  ])("is refused %s %s", async (method, path, body) => {
    const reply = await send(await login("reader"), method, path, body);
    expect(reply).toMatchObject({ status: 403, json: { description, code: 403 } });
  });

  it("is refused a mutation in GraphQL's words, before any part of the document runs", async () => {
    for (const path of ["/api/graphql", "/api/graphql/shop"]) {
      const reply = await send(await login("reader"), "POST", path, { query: insert });
      const errors = [{ message: description, extensions: { code: "forbidden" } }];
      expect(reply).toMatchObject({ status: 403, json: { errors } });
    }
  });

  it("has changed nothing by all of this", async () => {
    const { json } = await fixture.send("GET", "/api/rest/v1/keyspaces/shop/tables/products/columns");
    expect(json).toHaveLength(products.columnDefinitions.length);
    expect((await fixture.send("GET", tables)).json).toEqual(["products"]);
    expect((await fixture.send("GET", `${rows}/${uuid(2)}`)).json).toMatchObject({ count: 0 });
  });
});

describe("several users", () => {
  it("may write, unless it is said otherwise, and so may the given one", async () => {
    for (const token of [await login("writer"), await login(user.username, user.password)]) {
      expect(await send(token, "POST", rows, { columns })).toMatchObject({ status: 201 });
    }
  });

  it("lose their tokens when they are removed, or get another password or right", async () => {
    const token = await login("writer");
    users = [reader, { ...writer, id: "w2" }];
    const refused = { status: 401, json: { description: "Role unauthorized for operation: authorization failed" } };
    expect(await send(token, "GET", tables)).toMatchObject(refused);
    expect(await send(await login("writer"), "GET", tables)).toMatchObject({ status: 200 });
    users = [reader];
    expect(await login("writer").catch(() => undefined)).toBeUndefined();
    expect(await send(await login("reader"), "GET", tables)).toMatchObject({ status: 200 });
  });

  it("are slowed down when their passwords are guessed, with the time to wait in the response", async () => {
    let reply: Reply | undefined;
    for (let count = 0; count < 12 && reply?.status !== 429; count++) {
      reply = await request(service, "POST", "/api/rest/v1/auth", { username: "reader", password: "wrong" });
    }
    expect(reply).toMatchObject({ status: 429, json: { description: "Too many tokens are being created", code: 429 } });
    expect(reply?.headers.get("retry-after")).toBe("1");
  });
});
