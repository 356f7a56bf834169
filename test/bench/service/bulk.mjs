/**
 * Rows a second that an app writes by `bulk` of the runtime, to the service on a store on disk.
 *
 *     node test/bench/service/bulk.mjs [--rows 10000] [--rounds 5] [--dist FILE --dist FILE]
 *
 * The service is a process of its own, this one is the app. Services take turns.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  batchWrites,
  bulk,
  createSession,
  insert,
  text,
  timestamp,
  decimal,
  uuid,
} from "../../../src/runtime/dist/index.js";
import { nodeTransport } from "../../../src/runtime/dist/node.js";
import { keyspace, rowOf, user } from "./http-cases.mjs";

const { values: options } = parseArgs({
  options: {
    rows: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    dist: { type: "string", multiple: true, default: [join(import.meta.dirname, "../../../dist/index.js")] },
    disk: { type: "string", default: tmpdir() },
  },
});
const table = {
  keyspace,
  name: "products",
  apiName: "Products",
  columns: { id: uuid, name: text, description: text, price: decimal, created: timestamp },
  partitionKey: ["id"],
};
const count = Number(options.rows);
const services = [];
for (const dist of options.dist) services.push(await start(dist));

const samples = services.map(() => []);
for (let round = -1; round < Number(options.rounds); round++) {
  for (const [index, { session, usage }] of services.entries()) {
    const rows = Array.from({ length: count }, (_, at) => Object.fromEntries(rowOf((round + 1) * count + at)));
    const before = await usage();
    const begun = performance.now();
    const { applied, failed } = await bulk(rows, (row) => insert(session, table, row));
    if (applied !== count) throw failed[0]?.error ?? new Error("rows were not written");
    const seconds = (performance.now() - begun) / 1000;
    const cpu = ((await usage()) - before) / count;
    if (round >= 0) samples[index].push({ perSecond: count / seconds, cpu });
  }
}
console.table(
  samples.map((list, index) => ({
    build: options.dist[index],
    "rows/s": Math.round(median(list, "perSecond")),
    "CPU µs a row, service": Math.round(median(list, "cpu")),
  })),
);
for (const { session, child, folder } of services) {
  await session.close();
  child.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

async function start(dist) {
  const folder = mkdtempSync(join(options.disk, "colonnade-bulk-"));
  const child = fork(join(import.meta.dirname, "http-server.mjs"), ["service", dist, folder]);
  const url = await new Promise((resolve) => child.on("message", (message) => message.url && resolve(message.url)));
  const usage = () => {
    child.send("usage");
    return new Promise((resolve) => child.once("message", ({ cpu }) => resolve(cpu.user + cpu.system)));
  };
  const session = createSession({ url, credentials: user, transport: nodeTransport(), batch: batchWrites() });
  return { folder, child, usage, session };
}

function median(list, name) {
  return [...list].sort((one, other) => one[name] - other[name])[Math.floor(list.length / 2)][name];
}
