/**
 * Ten minutes of mixed traffic over HTTP on a durable store: no error, and memory stays flat.
 *
 *     node test/bench/service/soak.mjs [--minutes 10] [--clients 4] [--bin FILE]
 *
 * Inserts, updates with a time to live, deletes, reads by key, pages and REST queries, on a fixed number of rows; every
 * minute each client creates a new token. Prints a line of memory per half minute. Fails on a response that is not what the
 * request asks for, or if the median heap of the last fifth is more than a quarter above that of the second fifth.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cases, definitions, keyspace, user } from "./http-cases.mjs";

const root = join(import.meta.dirname, "../../..");
const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "4" },
    bin: { type: "string", default: join(root, "dist/colonnade.cjs") },
    disk: { type: "string", default: tmpdir() },
  },
});
const liveRows = 2000;
const minuteMs = 60_000;
const samples = 20;
const lastMs = Number(options.minutes) * minuteMs;

const folder = mkdtempSync(join(options.disk, "colonnade-soak-"));
mkdirSync(join(folder, "definitions", keyspace), { recursive: true });
for (const definition of definitions) {
  writeFileSync(join(folder, "definitions", keyspace, `${definition.name}.json`), JSON.stringify(definition));
}
const argv = [options.bin, "serve", "--port", "0", "--definitions", "definitions", "--data", "data"];
const env = { ...process.env, COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };
const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));

const table = `/api/rest/v1/keyspaces/${keyspace}/tables/products/rows`;
const graphql = (body) => ["POST", `/api/graphql/${keyspace}`, body];
const keyOf = (number) => cases["read by key"](number).variables.id;
const withTtl =
  'mutation ($id: Uuid!) { updateProducts(value: {id: $id, name: "short"}, options: {ttl: 20}) { applied } }';
const remove = "mutation ($id: Uuid!) { deleteProducts(value: {id: $id}) { applied } }";
const page = "{ products(options: {pageSize: 50}) { values { id name } pageState } }";

/** How often each comes in a hundred requests, and the request of a number. */
const mix = {
  insert: [35, (number) => graphql(cases.insert(number))],
  "read by key": [30, (number) => graphql(cases["read by key"](number))],
  "update with a time to live": [8, (number) => graphql({ query: withTtl, variables: { id: keyOf(number) } })],
  delete: [5, (number) => graphql({ query: remove, variables: { id: keyOf(number) } })],
  page: [4, () => graphql({ query: page })],
  "50 inserts in a document": [1, (number) => graphql(cases["50 inserts in a document"](number % (liveRows / 50)))],
  "row over REST": [10, (number) => ["GET", `${table}/${keyOf(number)}`]],
  "page over REST": [4, () => ["GET", `${table}?pageSize=50`]],
  "query over REST": [
    3,
    (number) => [
      "POST",
      `${table}/query`,
      { columnNames: ["id"], filters: [{ columnName: "id", operator: "eq", value: [keyOf(number)] }] },
    ],
  ],
};
const deck = Object.entries(mix).flatMap(([name, [share]]) => Array.from({ length: share }, () => name));

const counts = new Map();
const errors = [];
const memory = [];
const begun = performance.now();
let isOver = false;
const clients = Array.from({ length: Number(options.clients) }, (_, seed) => traffic(seed + 1));
for (let sample = 1; sample <= samples; sample++) {
  await sleep(lastMs / samples);
  memory.push(await measure());
  const { rss, heap } = memory.at(-1);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${seconds} s: ${total()} requests, ${errors.length} errors, rss ${rss} MB, heap ${heap} MB`);
}
isOver = true;
await Promise.all(clients);
child.kill("SIGTERM");
const exitCode = await new Promise((resolve) => child.once("exit", resolve));
rmSync(folder, { recursive: true, force: true });

const fifth = samples / 5;
const [early, late] = [memory.slice(fifth, 2 * fifth), memory.slice(-fifth)].map((part) =>
  median(part.map((one) => one.heap)),
);
console.table(Object.fromEntries(counts));
console.log(`heap: median ${early} MB in the second fifth, ${late} MB in the last; exit code ${exitCode}`);
for (const error of errors.slice(0, 10)) console.error(error);
if (errors.length > 0 || !(late <= early * 1.25) || exitCode !== 0) process.exitCode = 1;

async function traffic(seed) {
  const random = randomFrom(seed);
  let token;
  let renewAt = 0;
  while (!isOver) {
    try {
      if (performance.now() >= renewAt) {
        token = (await send("POST", "/api/rest/v1/auth", user)).authToken;
        renewAt = performance.now() + minuteMs;
      }
      const name = deck[Math.floor(random() * deck.length)];
      const [method, path, body] = mix[name][1](Math.floor(random() * liveRows));
      const { errors: failed } = await send(method, path, body, token);
      if (failed) throw new Error(`${name}: ${JSON.stringify(failed)}`);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } catch (error) {
      errors.push(error);
      await sleep(100);
    }
  }
}

async function send(method, path, body, token) {
  const headers = { "content-type": "application/json", ...(token && { "x-service-token": token }) };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** In megabytes, as the service itself reports it. */
async function measure() {
  const text = await (await fetch(`${url}/__local/metrics`)).text();
  const gauge = (name) => Math.round(Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / 1e6);
  return { rss: gauge("process_resident_memory_bytes"), heap: gauge("nodejs_heap_size_used_bytes") };
}

function total() {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function median(list) {
  return [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];
}

/** The generator mulberry32 of Tommy Ettinger, which is in the public domain. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
