/**
 * Writes rows, and prints how many a second it wrote and how much CPU each used.
 *
 * `node rows-child.mjs BUNDLE URL WAY WARM_UP COUNT SLICE`; run by `rows.mjs`.
 */
import { pathToFileURL } from "node:url";
import { createRow, openSession, withBatching } from "./clients.mjs";
import { keepInFlight } from "./keep-in-flight.mjs";
import { printDocuments } from "./print-documents.mjs";

const [bundle, url, way, ...numbers] = process.argv.slice(2);
const [warmUp, count, sliceLength] = numbers.map(Number);
const runtime = await import(pathToFileURL(bundle).href);
const transport = runtime.nodeTransport();
const insert = openSession(runtime, url, { ...withBatching(runtime), transport });

const ways = {
  "Promise.all": (rows) => Promise.all(rows.map((row) => insert(row))),
  slices: async (rows) => {
    for (let from = 0; from < rows.length; from += sliceLength) {
      await Promise.all(rows.slice(from, from + sliceLength).map((row) => insert(row)));
    }
  },
  bulk: (rows) => runtime.bulk(rows, (row) => insert(row)),
  "by hand": async (rows) => {
    const bodies = printDocuments(rows);
    const headers = { accept: "application/json", "content-type": "application/json" };
    const call = { url: `${url}/api/graphql`, method: "POST", headers, timeoutMs: 10_000 };
    await keepInFlight(4, bodies.length, async () => {
      const reply = await transport({ ...call, body: bodies.pop() });
      const { data } = JSON.parse(await reply.text());
      if (!data.r0.applied) throw new Error("a row was not applied");
    });
  },
};

const createRows = (from, length) => Array.from({ length }, (_, index) => createRow(from + index));
const write = ways[way];
// In slices: a large warm-up would grow the heap before the measured rows do.
for (let from = 0; from < warmUp; from += sliceLength) {
  await write(createRows(from, Math.min(sliceLength, warmUp - from)));
}

const rows = createRows(warmUp, count);
const cpu = process.cpuUsage();
const begun = performance.now();
await write(rows);
const perSecond = (1000 * count) / (performance.now() - begun);
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(JSON.stringify({ perSecond, cpuUs: (user + system) / count }));
process.exit();
