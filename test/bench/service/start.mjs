/**
 * From the start of `colonnade serve` to its first GraphQL answer, beside an empty Node process and beside the same packages
 * with nothing around (`bare.mjs`).
 *
 *     node test/bench/service/start.mjs [--rounds 15] [--rows 200000] [--bin FILE --bin FILE] [--node FILE]
 *         [--json FILE]
 *
 * Processes take turns. A client asks for a token and sends a query as soon as the address is printed. With `--rows` the
 * store holds as many when it starts. CPU is that of all threads (Linux).
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { definitions, keyspace, rowOf, user } from "./http-cases.mjs";

const root = join(import.meta.dirname, "../../..");
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    rows: { type: "string", default: "0" },
    json: { type: "string" },
    bin: { type: "string", multiple: true, default: [join(root, "dist/colonnade.cjs")] },
    node: { type: "string", default: process.execPath },
    disk: { type: "string", default: tmpdir() },
  },
});
const bins = options.bin.map((bin) => resolve(bin));
const folder = mkdtempSync(join(options.disk, "colonnade-start-"));
mkdirSync(join(folder, "definitions", keyspace), { recursive: true });
for (const definition of definitions) {
  writeFileSync(join(folder, "definitions", keyspace, `${definition.name}.json`), JSON.stringify(definition));
}
// Node reads the certificates of this variable before it does anything, which would make every process seem alike.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = { ...inherited, COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };
const bare = await bundleBare();
for (const bin of bins) await fill(bin);

const samples = new Map();
for (let round = -1; round < Number(options.rounds); round++) {
  await note(round, "empty node", startEmpty);
  await note(round, "bare packages", () => startService(() => start([bare, join(folder, "bare")])));
  for (const [index, bin] of bins.entries()) await note(round, `serve ${index}`, () => startService(() => serve(bin)));
}
const [empty] = samples.values();
const table = [...samples].map(([name, list]) => ({
  case: name,
  ms: Math.round(median(list, "ms")),
  "÷ empty": (median(list, "ms") / median(empty, "ms")).toFixed(2),
  "CPU ms": Math.round(median(list, "cpuMs")),
  "CPU ÷ empty": (median(list, "cpuMs") / median(empty, "cpuMs")).toFixed(2),
}));
console.table(table);
if (options.json) writeFileSync(options.json, JSON.stringify(table));
rmSync(folder, { recursive: true, force: true });

async function note(round, name, run) {
  const sample = await run();
  if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), sample]);
}

async function startEmpty() {
  const begun = performance.now();
  const child = start(["-e", "0"]);
  await new Promise((resolve) => child.once("exit", resolve));
  const ms = performance.now() - begun;
  // One that has ended has no CPU any more.
  const waiting = start(["-e", "setTimeout(() => {}, 1e6); process.stdout.write('\\n')"]);
  await firstLine(waiting);
  const cpuMs = cpuOf(waiting);
  await stop(waiting);
  return { ms, cpuMs };
}

async function startService(run) {
  const begun = performance.now();
  const child = run();
  const url = await firstLine(child);
  await query(url);
  const sample = { ms: performance.now() - begun, cpuMs: cpuOf(child) };
  await stop(child);
  return sample;
}

function serve(bin) {
  return start([bin, "serve", "--port", "0", "--definitions", "definitions", "--data", dataOf(bin)]);
}

function start(argv) {
  return spawn(options.node, argv, { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
}

/** Milliseconds of all its threads. */
function cpuOf({ pid }) {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** In one file, as the packages are in ours. */
async function bundleBare() {
  const leveldb = join(root, "node_modules/classic-level");
  const bundle = await rolldown({
    input: join(import.meta.dirname, "bare.mjs"),
    platform: "node",
    plugins: [
      {
        name: "binding",
        load: {
          filter: { id: /classic-level[\\/]binding\.js$/ },
          handler: () => `module.exports = require("node-gyp-build")(${JSON.stringify(leveldb)});`,
        },
      },
    ],
  });
  const file = join(folder, "bare-bundle.mjs");
  await bundle.write({ file, comments: false });
  await bundle.close();
  return file;
}

function dataOf(bin) {
  return join(folder, `data-${bins.indexOf(bin)}`);
}

function firstLine({ stdout }) {
  return new Promise((resolve) => createInterface(stdout).once("line", resolve));
}

function stop(child) {
  child.kill("SIGTERM");
  return new Promise((resolve) => child.once("exit", resolve));
}

async function query(url) {
  const post = (path, body, headers) =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const { authToken } = await (await post("/api/rest/v1/auth", user)).json();
  const answer = await post(
    `/api/graphql/${keyspace}`,
    { query: "{ products(options: {pageSize: 1}) { values { id } } }" },
    { "x-service-token": authToken },
  );
  const { data } = await answer.json();
  if (!data?.products) throw new Error("no answer");
}

/** Begins the store, and writes its rows through the library. */
async function fill(bin) {
  const child = serve(bin);
  await query(await firstLine(child));
  await stop(child);
  const { openEmbeddedStore } = await import(pathToFileURL(join(bin, "../index.js")).href);
  const store = await openEmbeddedStore({ directory: dataOf(bin) });
  const count = Number(options.rows);
  for (let first = 0; first < count; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => rowOf(first + index));
    await Promise.all(rows.map((values) => store.insert({ keyspace, table: "products", values })));
  }
  await store.close();
}

function median(list, name) {
  return list.map((sample) => sample[name]).sort((one, other) => one - other)[Math.floor(list.length / 2)];
}
