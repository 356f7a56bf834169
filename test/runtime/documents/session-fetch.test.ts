/** What a GraphQL client gets from `sessionFetch`: its documents arrive with the session's token. */
import { describe, expect, it } from "vitest";
import { createSession } from "@colonnade/runtime";
import type { Call, Reply } from "@colonnade/runtime";
import { sessionFetch } from "@colonnade/runtime/documents";

const query = "query Read($id: Uuid!) { products(value: { id: $id }) { values { name } } }";
const mutation = "mutation Insert { insertProducts(value: {}) { applied } }";
const endpoint = "http://localhost:8080/base/api/graphql/shop";

/** @param answers to the documents, in order; the others get `{ data: {} }` */
function open(...answers: readonly [status: number, body: object][]) {
  const calls: Call[] = [];
  const left = [...answers];
  let tokens = 0;
  const transport = async (call: Call): Promise<Reply> => {
    if (call.url.endsWith("/auth")) return reply(201, { authToken: `token-${++tokens}` });
    calls.push(call);
    return reply(...(left.shift() ?? [200, { data: {} }]));
  };
  const credentials = { username: "ann", password: "right" };
  const session = createSession({ url: "http://localhost:8080/base", credentials, transport, random: () => 0 });
  return { calls, fetch: sessionFetch(session) };
}

function reply(status: number, body: object): Reply {
  return { status, header: () => null, text: async () => JSON.stringify(body) };
}

const post = (document: object): RequestInit => ({ method: "POST", body: JSON.stringify(document) });

describe("a document that is sent through a session", () => {
  it("goes to its address with the token, and its data comes back", async () => {
    const { calls, fetch } = open([200, { data: { products: null } }]);
    const response = await fetch(endpoint, post({ query, variables: { id: "1" }, operationName: "Read" }));
    expect([response.status, await response.json()]).toEqual([200, { data: { products: null } }]);
    expect(calls).toMatchObject([{ url: endpoint, method: "POST", headers: { "x-service-token": "token-1" } }]);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ query, variables: { id: "1" }, operationName: "Read" });
  });

  it("is the same in the query of an address, where its values would be logged", async () => {
    const { calls, fetch } = open();
    const address = new URL(endpoint);
    address.search = String(new URLSearchParams({ query, variables: '{"id":"1"}', operationName: "Read" }));
    for (const input of [address.href, address, new Request(address)]) await fetch(input, { method: "GET" });
    expect(calls.map(({ url, method }) => `${method} ${url}`)).toEqual(calls.map(() => `POST ${endpoint}`));
    const sent = calls.map(({ body }) => JSON.parse(body ?? "") as object);
    expect(sent).toEqual(calls.map(() => ({ query, variables: { id: "1" }, operationName: "Read" })));
    expect(calls).toHaveLength(3);
  });

  it("gets a new token when the service refuses the old one", async () => {
    const { calls, fetch } = open([401, { description: "bad token" }]);
    expect((await fetch(endpoint, post({ query: mutation }))).status).toBe(200);
    expect(calls.map(({ headers }) => headers["x-service-token"])).toEqual(["token-1", "token-2"]);
  });

  it.each([
    ["a query", { query }, 2],
    ["a mutation", { query: mutation }, 1],
    ["a document that only the service knows", { extensions: {} }, 1],
    ["a list of documents", [{ query }], 1],
  ])("that is %s is sent again only if it cannot write", async (_, document, times) => {
    const { calls, fetch } = open([500, {}], [200, { data: {} }]);
    await fetch(endpoint, post(document)).catch(() => undefined);
    expect(calls).toHaveLength(times);
  });

  it("keeps its errors, which the client reads", async () => {
    const errors = [{ message: 'Cannot query field "nope" on type "Query".' }];
    const response = await open([200, { errors }]).fetch(endpoint, post({ query: "{ nope }" }));
    expect(await response.json()).toEqual({ errors });
  });

  it("fails as other calls of the session do", async () => {
    const { fetch } = open([403, { description: "read-only" }]);
    const failure = fetch(endpoint, post({ query: mutation, operationName: "Insert" }));
    await expect(failure).rejects.toThrow(/^document Insert failed: .*read-only/);
  });

  it("ends with the signal of the client", async () => {
    const reason = new Error("the page was left");
    const signal = AbortSignal.abort(reason);
    await expect(open().fetch(endpoint, { ...post({ query }), signal })).rejects.toBe(reason);
  });

  it.each(["https://other.example/api/graphql/shop", "http://localhost:8080/api/graphql/shop", "/base2/api/graphql"])(
    "never takes the token to %s",
    async (address) => {
      const { calls, fetch } = open();
      await expect(fetch(address, post({ query }))).rejects.toThrow("the address of the session");
      expect(calls).toEqual([]);
    },
  );

  it("cannot be a form with files", async () => {
    await expect(open().fetch(endpoint, { method: "POST", body: new FormData() })).rejects.toThrow("as JSON");
  });
});
