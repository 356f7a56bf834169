/**
 * Each client as an app would use it for the same write: an insert of five columns, and the answer read as JSON.
 *
 * All have their defaults, but for the token header that the service asks for. Ours checks the row, writes the document and
 * makes a request id besides; the others send a document that stands there, with the row as its variables.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client, fetchExchange } from "@urql/core";
import { GraphQLClient } from "graphql-request";
import ky from "ky";
import { ofetch } from "ofetch";
import { request } from "undici";
import { entryOf, writeBundle } from "./bundle.mjs";

const query = "mutation ($value: ProductsInput!) { result: insertProducts(value: $value) { applied } }";
const json = { accept: "application/json", "content-type": "application/json" };
const headers = {
  "x-service-token": "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10",
  "x-service-request-id": "0b0f7c1e-7a55-4a0e-8a39-6c2a0c5a7e11",
};

/** The runtime and the bindings of a table. */
export const runtimeProgram = (root) => `
export * from "@colonnade/runtime";
export { batchWrites } from "${entryOf("batch", root)}";
export { bulk } from "${entryOf("bulk", root)}";
export * from "@colonnade/runtime/node";
export { getProducts, insertProducts } from "../../../examples/shop/generated/products.ts";
`;

/** Bundles the runtime of a version from its sources. @returns the file */
export function writeRuntime(folder, { label, root }) {
  return writeBundle(runtimeProgram(root), join(folder, `runtime${label && "-before"}.mjs`), { root });
}

/** Versions of the runtime, bundled and loaded: `{ label, runtime }`. */
export function loadRuntimes(folder, versions) {
  return Promise.all(
    versions.map(async (version) => {
      const file = await writeRuntime(folder, version);
      return { label: version.label, runtime: await import(pathToFileURL(file).href) };
    }),
  );
}

/** Options of a session whose writes travel alone. Batching was a flag that was on, before it became an import. */
export function withoutBatching({ batchWrites }) {
  return batchWrites ? {} : { batch: false };
}

/** Options of a session whose writes travel together. */
export function withBatching({ batchWrites }) {
  return { batch: batchWrites ? batchWrites() : true };
}

/** As the bindings take it: a row of some 250 bytes. */
export function createRow(number) {
  return {
    id: `8f14e45f-ceea-467f-a9d7-${number.toString(16).padStart(12, "0")}`,
    name: "Robot arm",
    description: "Six joints, a reach of ninety centimeters and a load of five kilograms.",
    price: "4199.99",
    created: new Date(1_790_000_000_000 + number),
  };
}

/** Peers by name: a function that inserts one row, and gives the answer's data. `signal` is one that lives long. */
export function createPeers(url) {
  const address = `${url}/api/graphql`;
  const body = (row) => ({ query, variables: { value: row } });
  const posted = (row) => ({ method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body(row)) });
  const graphql = new GraphQLClient(address, { headers });
  const urql = new Client({
    url: address,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions: { headers },
  });
  return {
    fetch: async (row, signal) => (await fetch(address, { ...posted(row), signal })).json(),
    "undici.request": async (row, signal) => (await request(address, { ...posted(row), signal })).body.json(),
    ofetch: (row, signal) => ofetch(address, { method: "POST", headers, body: body(row), signal }),
    ky: (row, signal) => ky.post(address, { headers, json: body(row), signal }).json(),
    "graphql-request": (row, signal) => graphql.request({ document: query, variables: { value: row }, signal }),
    urql: async (row, signal) => {
      const context = signal ? { fetchOptions: { headers, signal } } : undefined;
      const { data, error } = await urql.mutation(query, { value: row }, context).toPromise();
      if (error) throw error;
      return data;
    },
  };
}

/** A session of our own. `options` as `createSession` takes them. */
export function createSession(runtime, url, options) {
  const credentials = { username: "a", password: "b" };
  return runtime.createSession({ url, credentials, keyspace: "shop", ...options });
}

/** The same as a function that inserts one row. */
export function openSession(runtime, url, options) {
  const session = createSession(runtime, url, options);
  return (row, signal) => runtime.insertProducts(session, row, signal && { signal });
}

/** The same over each transport. `optionsOf` gives options that no other session has. */
export function createOurs(runtime, url, optionsOf) {
  const open = (transport) => openSession(runtime, url, { ...optionsOf(runtime), transport });
  return {
    "session, fetchTransport": open(runtime.fetchTransport()),
    "session, nodeTransport": open(runtime.nodeTransport()),
  };
}

/** The transports without a session, sending what `fetch` does: what the session costs is the difference. */
export function createTransports(runtime, url) {
  const call = { url: `${url}/api/graphql`, method: "POST", headers: { ...json, ...headers }, timeoutMs: 10_000 };
  const bind = (transport) => async (row) => {
    const reply = await transport({ ...call, body: JSON.stringify({ query, variables: { value: row } }) });
    return JSON.parse(await reply.text());
  };
  return { fetchTransport: bind(runtime.fetchTransport()), nodeTransport: bind(runtime.nodeTransport()) };
}
