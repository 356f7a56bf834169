/**
 * A process that makes calls which share a signal that lives long, and tells what is left of them in memory.
 *
 * `node --expose-gc retained.mjs BUNDLE URL NAME CALLS`; run by `memory.mjs`.
 */
import { getEventListeners } from "node:events";
import { pathToFileURL } from "node:url";
import { createOurs, createPeers, createRow, openSession, withBatching, withoutBatching } from "./clients.mjs";
import { keepInFlight } from "./keep-in-flight.mjs";
import { median } from "./results.mjs";

const [bundle, url, name, count] = process.argv.slice(2);
const calls = Number(count);
const steps = 5;
const runtime = await import(pathToFileURL(bundle).href);

const reply = (json) => ({ status: 200, header: () => null, text: async () => JSON.stringify(json) });

/** Answers before anything is sent: what stays in memory then is the session's own. */
async function answerInProcess({ url, body }) {
  if (url.endsWith("/auth")) return reply({ authToken: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" });
  const names = [...JSON.parse(body).query.matchAll(/(\w+): insertProducts/g)].map(([, name]) => name);
  return reply({ data: Object.fromEntries(names.map((name) => [name, { applied: true }])) });
}

const peers = createPeers(url);
const clients = {
  ...peers,
  "fetch, AbortSignal.any": (row, signal) => peers.fetch(row, AbortSignal.any([signal, AbortSignal.timeout(10_000)])),
  // As an app has it: writes of a moment travel together. Over the network each is a call, as those of the others are.
  "session in process": openSession(runtime, url, { ...withBatching(runtime), transport: answerInProcess }),
  ...createOurs(runtime, url, withoutBatching),
};

const { signal } = new AbortController();
let number = 0;
const insert = () => clients[name](createRow(number++), signal);

// In the first step code gets compiled, connections opened and caches filled: what grows from then on is what calls leave.
const heap = [];
for (let step = 0; step <= steps; step++) {
  await keepInFlight(20, Math.ceil(calls / steps), insert);
  heap.push(await heapAfterCollection());
}
const grown = heap.slice(1).map((bytes, step) => (bytes - heap[step]) / Math.ceil(calls / steps));
process.stdout.write(
  JSON.stringify({ retainedBytes: median(grown), listeners: getEventListeners(signal, "abort").length }),
);
process.exit();

async function heapAfterCollection() {
  // What finalizers let go is collected by the next round.
  for (let left = 3; left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
