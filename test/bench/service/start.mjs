/**
 * From the start of `colonnade serve` to its first GraphQL answer, beside an empty Node process.
 *
 *     node test/bench/service/start.mjs [--rounds 9] [--rows 200000] [--bin FILE --bin FILE]
 *
 * Processes take turns. A client asks for a token and sends a query as soon as the address is printed. With `--rows` the
 * store holds as many when it starts.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { definitions, keyspace, rowOf, user } from "./http-cases.mjs";

const root = join(import.meta.dirname, "../../..");
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    rows: { type: "string", default: "0" },
    bin: { type: "string", multiple: true, default: [join(root, "dist/colonnade.js")] },
    disk: { type: "string", default: tmpdir() },
  },
});
const folder = mkdtempSync(join(options.disk, "colonnade-start-"));
mkdirSync(join(folder, "definitions", keyspace), { recursive: true });
for (const definition of definitions) {
  writeFileSync(join(folder, "definitions", keyspace, `${definition.name}.json`), JSON.stringify(definition));
}
const env = { ...process.env, COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };
for (const bin of options.bin) await fill(bin);

const samples = new Map();
for (let round = -1; round < Number(options.rounds); round++) {
  await note(round, "empty node", startEmpty);
  for (const [index, bin] of options.bin.entries()) await note(round, `serve ${index}`, () => startService(bin));
}
const empty = median(samples.get("empty node"));
console.table(
  [...samples].map(([name, list]) => ({
    case: name,
    ms: Math.round(median(list)),
    "÷ empty": (median(list) / empty).toFixed(2),
  })),
);
rmSync(folder, { recursive: true, force: true });

async function note(round, name, run) {
  const ms = await run();
  if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), ms]);
}

function startEmpty() {
  const begun = performance.now();
  return new Promise((resolve) =>
    spawn(process.execPath, ["-e", "0"]).once("exit", () => resolve(performance.now() - begun)),
  );
}

async function startService(bin) {
  const begun = performance.now();
  const child = serve(bin);
  const url = await firstLine(child);
  await query(url);
  const ms = performance.now() - begun;
  await stop(child);
  return ms;
}

function serve(bin) {
  const argv = [bin, "serve", "--port", "0", "--definitions", "definitions", "--data", dataOf(bin)];
  return spawn(process.execPath, argv, { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
}

function dataOf(bin) {
  return join(folder, `data-${options.bin.indexOf(bin)}`);
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

function median(list) {
  return [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];
}
