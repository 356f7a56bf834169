/**
 * What three nodes of Apache Cassandra pay for the writes and reads of a token: the costs of a replica in `simulate.mjs`.
 *
 *     node test/bench/scale/measure-nodes.mjs [--rounds 5] [--calls 4000]
 *
 * All nodes run on this machine with a replica of each row. A plain write and a read at LOCAL_QUORUM take turns with a
 * conditional write. Prints medians of CPU, the first round is not counted. Needs what `test/cluster` needs.
 */
import { readFileSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import cassandra from "cassandra-driver";
import { createJiti } from "jiti";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, calls: { type: "string", default: "4000" } },
});
const [rounds, calls] = [Number(options.rounds), Number(options.calls)];
const [nodes, inFlight, rows] = [3, 16, 1000];

const jiti = createJiti(import.meta.url);
const { findTools } = await jiti.import("../../cluster/find-tools.ts");
const { startNodes } = await jiti.import("../../cluster/start-nodes.ts");
const { superuser } = await jiti.import("../../cluster/node-files.ts");
const tools = await findTools();
if ("reason" in tools) throw new Error(tools.reason);

const before = new Set(cassandraProcesses());
const cluster = await startNodes(tools, nodes);
const pids = cassandraProcesses().filter((pid) => !before.has(pid));
const client = new cassandra.Client({
  contactPoints: [cluster.contactPoint],
  localDataCenter: "datacenter1",
  credentials: superuser,
  queryOptions: { prepare: true, consistency: cassandra.types.consistencies.localQuorum },
});
try {
  await client.connect();
  await client.execute(
    "CREATE KEYSPACE scale WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}",
    [],
    { prepare: false },
  );
  const create = "CREATE TABLE scale.tokens (hash text PRIMARY KEY, username text, used timestamp)";
  await client.execute(create, [], { prepare: false });
  // Of the conditional writes alone: what one of them writes, no plain write may touch.
  await client.execute(create.replace("tokens", "guarded"), [], { prepare: false });
  const hash = (call) => `token ${call % rows}`;
  const used = new Map();
  const next = (call) => {
    const last = used.get(call % rows) ?? null;
    used.set(call % rows, new Date((last?.getTime() ?? 0) + 1));
    return [used.get(call % rows), hash(call), last];
  };
  const cases = {
    write: (call) => client.execute("UPDATE scale.tokens SET used = ? WHERE hash = ?", [new Date(call), hash(call)]),
    read: (call) => client.execute("SELECT * FROM scale.tokens WHERE hash = ?", [hash(call)]),
    "conditional write": async (call) => {
      const result = await client.execute("UPDATE scale.guarded SET used = ? WHERE hash = ? IF used = ?", next(call));
      if (!result.wasApplied()) throw new Error("a conditional write was not applied");
    },
  };
  const samples = new Map(Object.keys(cases).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, call] of Object.entries(cases)) {
      const start = cpuOfAll();
      await run(call);
      if (round >= 0) samples.get(name).push((cpuOfAll() - start) / calls);
    }
  }
  console.table(
    [...samples].map(([name, list]) => {
      const cpu = [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];
      return { call: name, "CPU µs of all nodes": Math.round(cpu), "of a replica": Math.round(cpu / nodes) };
    }),
  );
} finally {
  await client.shutdown();
  await cluster.stop();
}

async function run(call) {
  let begun = 0;
  const work = async () => {
    while (begun < calls) await call(begun++);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

function cassandraProcesses() {
  const isOne = (pid) => {
    try {
      return /java\0.*CassandraDaemon/s.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOne(name));
}

/** In µs, in steps of 10 ms. */
function cpuOfAll() {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) * 10_000;
  }, 0);
}
