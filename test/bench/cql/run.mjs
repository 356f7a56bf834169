/**
 * `colonnade serve --cql` and a node of Apache Cassandra beside each other, asked by the Node driver. A third server answers at
 * once: nobody can be asked more often.
 *
 *     node test/bench/cql/run.mjs [--rounds 5] [--calls 20000] [--json FILE]
 *
 * Each server is a process of its own with its data on disk; they take turns. CPU and memory are the server's. Prints medians
 * of the rounds; the first round is not counted.
 */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createJiti } from "jiti";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    calls: { type: "string", default: "20000" },
    json: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const calls = Number(options.calls);

const jiti = createJiti(import.meta.url);
const { findTools } = await jiti.import("../../cluster/find-tools.ts");
const { startNodes } = await jiti.import("../../cluster/start-nodes.ts");
const { superuser } = await jiti.import("../../cluster/node-files.ts");
const tools = await findTools();
if ("reason" in tools) throw new Error(tools.reason);

const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
const ended = [];
try {
  const ours = await startOurs();
  const servers = [ours, await startTheirs(), await startStub(ours)];
  const cases = [
    { call: "insert", inFlight: 64, count: calls },
    { call: "read", inFlight: 64, count: calls },
    { call: "read", inFlight: 1, count: calls / 10 },
  ];
  const samples = new Map(servers.map(({ name }) => [name, cases.map(() => [])]));
  for (let round = -1; round < rounds; round++) {
    for (const [place, work] of cases.entries()) {
      for (const server of servers) {
        const before = server.cpu();
        const { seconds, p50 } = await server.client.run(work);
        const sample = { cpu: (server.cpu() - before) / work.count, perSecond: work.count / seconds, p50 };
        if (round >= 0) samples.get(server.name)[place].push(sample);
      }
    }
  }
  const table = servers.map(({ name, startSeconds, memory }) => {
    const [insert, read, lone] = samples.get(name);
    const of = (list, key) => Math.round(median(list.map((sample) => sample[key])));
    return {
      server: name,
      "start to first answer, s": startSeconds.toFixed(2),
      "memory, MB": Math.round(memory()),
      "inserts/s": of(insert, "perSecond"),
      "CPU µs an insert": of(insert, "cpu"),
      "reads/s": of(read, "perSecond"),
      "CPU µs a read": of(read, "cpu"),
      "p50 of a lone read, µs": of(lone, "p50"),
    };
  });
  console.table(table);
  if (options.json) writeFileSync(options.json, JSON.stringify(table));
} finally {
  for (const end of ended.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
}

async function startOurs() {
  const bin = join(import.meta.dirname, "../../../dist/colonnade.cjs");
  const credentials = { username: "bench", password: "bench" };
  const env = { ...process.env, COLONNADE_USERNAME: "bench", COLONNADE_PASSWORD: "bench" };
  const argv = [bin, "serve", "--port", "0", "--cql", "127.0.0.1:0", "--no-console", "--json"];
  const startedMs = performance.now();
  const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  ended.push(() => (child.kill("SIGTERM"), exit));
  child.stderr.resume();
  const contactPoint = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, cql] = /"cql": "([^"]+)"/.exec(line) ?? [];
      if (cql) resolve(cql);
    });
    void exit.then((code) => reject(new Error(`the service ended with ${code}`)));
  });
  return serverOf("colonnade serve --cql", [child.pid], { contactPoint, credentials }, startedMs);
}

async function startTheirs() {
  const before = new Set(cassandraProcesses());
  const startedMs = performance.now();
  const cluster = await startNodes(tools, 1);
  ended.push(() => cluster.stop());
  const pids = cassandraProcesses().filter((pid) => !before.has(pid));
  return serverOf("Cassandra", pids, { contactPoint: cluster.contactPoint, credentials: superuser }, startedMs);
}

async function startStub({ place }) {
  const [, port] = place.contactPoint.split(":");
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, "stub.mjs"), port], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  ended.push(() => (child.kill("SIGTERM"), exit));
  const own = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
  return serverOf("answers at once", [child.pid], { ...place, contactPoint: `127.0.0.1:${own}` }, startedMs);
}

async function serverOf(name, pids, place, startedMs) {
  const client = await startClient(JSON.stringify(place));
  const startSeconds = (performance.now() - startedMs) / 1000;
  await client.run({ call: "prepare" });
  const sum = (read) => pids.reduce((total, pid) => total + read(pid), 0);
  return { name, place, client, startSeconds, cpu: () => sum(cpuOf), memory: () => sum(memoryOf) };
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
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

async function startClient(place) {
  const child = fork(join(import.meta.dirname, "client.mjs"), [place]);
  const exit = new Promise((resolve) => child.once("exit", resolve));
  ended.push(() => {
    if (child.connected) child.disconnect();
    return exit;
  });
  const answer = () =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error("the client ended"));
      child.once("exit", fail).once("message", (message) => {
        child.off("exit", fail);
        resolve(message);
      });
    });
  await answer();
  const run = (work) => {
    child.send(work);
    return answer();
  };
  return { run };
}

function median(list) {
  return [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];
}
