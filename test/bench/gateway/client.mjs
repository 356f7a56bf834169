/**
 * A client in a process of its own: `node client.mjs KIND PLACE`. Does what its messages say and answers with what it took.
 */
import { clients, rowOf } from "./clients.mjs";

const [kind, place] = process.argv.slice(2);
const calls = await clients[kind](JSON.parse(place));

process.on("message", (work) => {
  run(work).then(
    (taken) => process.send(taken),
    (error) => process.send({ error: String(error.stack ?? error) }),
  );
});
process.on("disconnect", async () => {
  await calls.close();
  process.exit();
});
process.send({ ready: true });

/** @returns CPU of this process a call in µs, median latency in µs, calls a second */
async function run({ call, count, inFlight, first, step = 1 }) {
  const latencies = [];
  const rows = call === "bulk" ? Array.from({ length: count }, (_, index) => rowOf(first + index)) : [];
  const before = process.cpuUsage();
  const begun = performance.now();
  if (call === "bulk") {
    const applied = await calls.bulk(rows);
    if (applied !== count) throw new Error(`${count - applied} rows were not written`);
  } else {
    let sent = 0;
    const worker = async () => {
      while (sent < count) {
        const begun = performance.now();
        const result = await calls[call](first + step * sent++);
        if (result === undefined) throw new Error(`${call} found nothing`);
        latencies.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
  }
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  latencies.sort((one, other) => one - other);
  return {
    calls: count,
    cpu: (user + system) / count,
    p50: (latencies[count >> 1] ?? 0) * 1000,
    perSecond: count / seconds,
  };
}
