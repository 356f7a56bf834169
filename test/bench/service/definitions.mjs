/**
 * The first requests after a change of definitions, in a keyspace of many tables: in process, without HTTP.
 *
 *     node test/bench/service/definitions.mjs [--tables 1000] [--rounds 15] [--dist FILE]
 *
 * Each round adds a column to another table. Prints medians in milliseconds.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { definitions, keyspace, user } from "./http-cases.mjs";

const { values: options } = parseArgs({
  options: {
    tables: { type: "string", default: "1000" },
    rounds: { type: "string", default: "15" },
    dist: { type: "string", default: join(import.meta.dirname, "../../../dist/index.js") },
  },
});
const { createService, openMemoryStore } = await import(pathToFileURL(options.dist).href);
const { getIntrospectionQuery } = await import("graphql");

let token;
const store = await openMemoryStore();
const service = createService({ store, user, keyspace });
await store.createKeyspace(keyspace);
token = (await call("/api/rest/v1/auth", user)).authToken;
const names = Array.from({ length: Number(options.tables) }, (_, index) => `table_${index}`);
for (const name of names) await call(`/api/rest/v1/keyspaces/${keyspace}/tables`, { ...definitions[0], name });

const row = { query: `{ table0(value: { id: "65cad0df-4fc8-42df-90e5-000000000000" }) { values { id name price } } }` };
const introspection = { query: getIntrospectionQuery() };
const cases = {
  "a row of an unchanged table": row,
  "a row of the changed table": {
    query: row.query.replace("table0", "table1").replace("price", "price added"),
  },
  "introspection of all tables": introspection,
  "introspection again, nothing changed": introspection,
};
const taken = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (const body of Object.values(cases)) await graphql({ ...body, query: body.query.replace(" added", "") });
for (let round = 0; round < Number(options.rounds); round++) {
  await call(`/api/rest/v1/keyspaces/${keyspace}/tables/table_1/columns`, { name: "added", typeDefinition: "text" });
  for (const [name, body] of Object.entries(cases)) {
    const begun = performance.now();
    await graphql(body);
    taken[name].push(performance.now() - begun);
  }
  await call(`/api/rest/v1/keyspaces/${keyspace}/tables/table_1/columns/added`, undefined, "DELETE");
}
console.table(
  Object.entries(taken).map(([name, times]) => ({
    case: name,
    ms: times.sort((a, b) => a - b)[times.length >> 1].toFixed(1),
  })),
);

async function graphql(body) {
  const text = await send(`/api/graphql/${keyspace}`, body);
  if (!text.startsWith('{"data"')) throw new Error(text.slice(0, 500));
}

async function call(...request) {
  const text = await send(...request);
  return text === "" ? {} : JSON.parse(text);
}

async function send(path, body, method = "POST") {
  const response = await service(
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { "x-service-token": token }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
