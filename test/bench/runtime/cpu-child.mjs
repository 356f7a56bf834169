/**
 * Makes calls to a service that answers at once, and prints how much CPU a call uses.
 *
 * `node cpu-child.mjs BUNDLE CASE WARM_UP CALLS`; run by `cpu.mjs`. The CPU time is that of the whole process, including the
 * collector and the compiler.
 */
import { pathToFileURL } from "node:url";
import { createRow, createSession, withBatching, withoutBatching } from "./clients.mjs";
import { createInstantTransport } from "./instant-transport.mjs";

const [bundle, name, ...counts] = process.argv.slice(2);
const [warmUp, calls] = counts.map(Number);
const runtime = await import(pathToFileURL(bundle).href);

const open = (options) => {
  return createSession(runtime, "http://127.0.0.1:9", { ...options, transport: createInstantTransport() });
};
const { bulk, getProducts, insertProducts } = runtime;
const single = open(withoutBatching(runtime));
const batching = open(withBatching(runtime));

/** Reused by every chunk. Never twice in flight: writes of one row wait for each other. */
const rows = Array.from({ length: 20_000 }, (_, number) => createRow(number));

/** How to make so many calls. */
const cases = {
  "insert, without batching": async (calls) => {
    for (const row of take(calls)) await insertProducts(single, row);
  },
  "insert, awaited": async (calls) => {
    for (const row of take(calls)) await insertProducts(batching, row);
  },
  "a row of a Promise.all of 1,000": (calls) => insertAll(calls, 1000),
  "a row of a Promise.all of 20,000": (calls) => insertAll(calls, 20_000),
  "a row of bulk": async (calls) => {
    const { applied } = await bulk(take(calls), (row) => insertProducts(batching, row));
    if (applied !== calls) throw new Error(`${applied} of ${calls} rows were applied`);
  },
  get: async (calls) => {
    for (const { id } of take(calls)) {
      if ((await getProducts(single, { id })) === undefined) throw new Error("no row was found");
    }
  },
};

// Long enough for the collector to run in each.
const chunk = name.endsWith("20,000") ? 20_000 : 4000;
const found = [];
for (let made = -warmUp; made < calls; made += chunk) {
  const cpu = process.cpuUsage();
  await cases[name](chunk);
  const { user, system } = process.cpuUsage(cpu);
  if (made >= 0) found.push((user + system) / chunk);
}
// The twentieth percentile: other processes that share the caches cost CPU too.
const cpuUs = found.sort((one, other) => one - other)[Math.floor(found.length / 5)];
process.stdout.write(JSON.stringify({ cpuUs }));
process.exit();

async function insertAll(calls, together) {
  for (let made = 0; made < calls; made += together) {
    const some = rows.slice(0, together);
    await Promise.all(some.map((row) => insertProducts(batching, row)));
  }
}

function take(calls) {
  return rows.slice(0, calls);
}
