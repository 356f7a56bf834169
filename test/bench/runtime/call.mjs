/** M2 and M3: what one call costs, one after the other and 50 at once, beside plain `fetch` in the same run. */
import { createOurs, createPeers, createRow, createTransports, loadRuntimes, withoutBatching } from "./clients.mjs";
import { keepInFlight } from "./keep-in-flight.mjs";
import { startServer } from "./start-server.mjs";

export const rounds = { quick: 2, full: 9, warmUp: true };

const measures = {
  latencyUs: { head: "µs a call", digits: 0 },
  cpuUs: { head: "CPU µs a call", digits: 0 },
  perSecond: { head: "calls a second, 50 in flight", digits: 0 },
};

const inFlight = 50;

export async function plan({ folder, quick, versions }) {
  const counts = quick ? { oneByOne: 200, atOnce: 500 } : { oneByOne: 1000, atOnce: 4000 };
  const { url, takeCount, close } = await startServer();
  const runtimes = await loadRuntimes(folder, versions);
  const { fetch, ...peers } = createPeers(url);
  const sessions = runtimes.map(({ runtime }) => createOurs(runtime, url, withoutBatching));
  const ours = Object.keys(sessions[0]).flatMap((name) =>
    sessions.map((own, index) => [name + runtimes[index].label, own[name]]),
  );
  const clients = { fetch, ...Object.fromEntries(ours), ...createTransports(runtimes[0].runtime, url), ...peers };
  await tryAll(clients, takeCount);
  const cases = Object.entries(clients).map(([name, insert]) => ({
    name,
    measure: () => measureCalls(insert, counts),
  }));
  return { groups: [{ title: "one call", measures, cases }], close };
}

/** @throws {Error} when one of them does not write a row with one call: it would time something else */
async function tryAll(clients, takeCount) {
  for (const [name, insert] of Object.entries(clients)) {
    await takeCount();
    await insert(createRow(0));
    const { documents, fields } = await takeCount();
    if (documents !== 1 || fields !== 1) throw new Error(`${name} sent ${documents} documents with ${fields} fields`);
  }
}

async function measureCalls(insert, { oneByOne, atOnce }) {
  let number = 0;
  const latencies = [];
  const cpu = process.cpuUsage();
  for (let left = oneByOne; left > 0; left--) {
    const row = createRow(number++);
    const begun = performance.now();
    await insert(row);
    latencies.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(cpu);
  const begun = performance.now();
  await keepInFlight(inFlight, atOnce, () => insert(createRow(number++)));
  return {
    // The twentieth percentile: what the machine can do when nobody else has it.
    latencyUs: 1000 * latencies.sort((one, other) => one - other)[Math.floor(oneByOne / 5)],
    cpuUs: (user + system) / oneByOne,
    perSecond: (1000 * atOnce) / (performance.now() - begun),
  };
}
