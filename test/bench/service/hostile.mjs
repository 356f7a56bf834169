/**
 * What it costs to refuse the documents of `test/fixtures/hostile/documents.jsonl`, and what ordinary ones pay for it.
 *
 *     node test/bench/service/hostile.mjs [--rounds 7] [--times 20] [--dist FILE] [--only PART-OF-A-NAME]
 *
 * CPU of the process per document, garbage collection included, in process and without HTTP: the mean of all rounds, and
 * the round that cost least. Of each the same request is subtracted with an `operationName` that is refused when only the
 * body was read, so what remains is GraphQL.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cases, definitions, keyspace, user } from "./http-cases.mjs";

const root = join(import.meta.dirname, "../../..");
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    times: { type: "string", default: "20" },
    dist: { type: "string", default: join(root, "dist/index.js") },
    only: { type: "string", default: "" },
  },
});
const { createService, openMemoryStore } = await import(pathToFileURL(options.dist).href);
const store = await openMemoryStore();
await store.createKeyspace(keyspace);
const service = createService({ store, user, keyspace });
let authToken;
({ authToken } = await (await post("/api/rest/v1/auth", user)).json());
for (const definition of definitions) await post(`/api/rest/v1/keyspaces/${keyspace}/tables`, definition);

const hostile = readFileSync(join(root, "test/fixtures/hostile/documents.jsonl"), "utf8").split("\n").filter(Boolean);
const documents = [
  ...hostile.map((line) => JSON.parse(line)).map(({ name, document }) => ({ name, queries: [textOf(document)] })),
  ...["insert, values in the text", "50 inserts in a document"].map((name) => ({
    name: `ordinary: ${name}`,
    queries: Array.from({ length: 50 }, (_, number) => cases[name](number).query),
  })),
].filter(({ name }) => name.includes(options.only));

const rows = [];
for (const { name, queries } of documents) {
  const bodies = queries.map((query) => JSON.stringify({ query }));
  const unread = queries.map((query) => JSON.stringify({ query, operationName: 0 }));
  const costs = [];
  await run(bodies);
  await run(unread);
  for (let round = 0; round < Number(options.rounds); round++) {
    costs.push({ all: await run(bodies), body: await run(unread) });
  }
  const graphql = costs.map(({ all, body }) => all - body);
  rows.push({
    document: name,
    kB: Math.round(bodies[0].length / 1000),
    "mean ms": mean(graphql).toFixed(2),
    "least ms": Math.min(...graphql).toFixed(2),
    "mean ms with the body": mean(costs.map(({ all }) => all)).toFixed(2),
  });
}
rows.sort((one, other) => other["mean ms"] - one["mean ms"]);
console.table(rows);

/** CPU ms per request. */
async function run(bodies) {
  const path = `/api/graphql/${keyspace}`;
  const begun = process.cpuUsage();
  for (let time = 0; time < Number(options.times); time++)
    await (await send(path, bodies[time % bodies.length])).text();
  const { user: own, system } = process.cpuUsage(begun);
  return (own + system) / 1000 / Number(options.times);
}

function post(path, json) {
  return send(path, JSON.stringify(json));
}

function send(path, body) {
  const headers = {
    "content-type": "application/json",
    ...(authToken !== undefined && { "x-service-token": authToken }),
  };
  return service(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
}

function textOf(document) {
  const repeat = ([text, times]) => Array.from({ length: times }, (_, index) => text.replaceAll("%", index)).join("");
  return document.map((part) => (typeof part === "string" ? part : repeat(part))).join("");
}

function mean(list) {
  return list.reduce((sum, one) => sum + one, 0) / list.length;
}
