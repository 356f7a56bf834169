/**
 * Clients of one node of Cassandra beside each other: the driver, its Mapper, the straight session, and a session on a gateway.
 *
 *     node test/bench/gateway/run.mjs [--rounds 9] [--block 8000] [--rows 20000] [--client driver --client straight …]
 *         [--json FILE]
 *
 * Each client is a process of its own; they take turns, and each second round has them in reverse order, since the node gets
 * slower while its tables grow. CPU is that of the client, beside it that of the gateway. Prints medians of the rounds, and of
 * the quotients of each round: other work disturbs the clients of one round alike. A block is long enough for a dozen garbage
 * collections, each of which takes as long as a hundred calls.
 */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createJiti } from "jiti";
import { connect, createTable, keyspace, localDataCenter, shelfRows, user } from "./clients.mjs";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    block: { type: "string", default: "8000" },
    rows: { type: "string", default: "20000" },
    json: { type: "string" },
    client: { type: "string", multiple: true, default: ["driver", "straight", "mapper", "gateway"] },
  },
});
const rounds = Number(options.rounds);
const block = Number(options.block);
const pages = block / 16;
const uncounted = 4;

/** One in flight shows how long a call takes, many show how much CPU it costs. */
const cases = [
  { call: "insert", inFlight: 1, count: block / 16 },
  { call: "insert", inFlight: 32, count: block },
  { call: "get", inFlight: 1, count: block / 16 },
  { call: "get", inFlight: 32, count: block },
  { call: "page", inFlight: 1, count: block / 64 },
  { call: "page", inFlight: 8, count: pages },
];

const jiti = createJiti(import.meta.url);
const { findTools } = await jiti.import("../../cluster/find-tools.ts");
const { startNodes } = await jiti.import("../../cluster/start-nodes.ts");
const { superuser: credentials } = await jiti.import("../../cluster/node-files.ts");
const tools = await findTools();
if ("reason" in tools) throw new Error(tools.reason);

const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
const cluster = await startNodes(tools, 1);
const ended = [];
try {
  const { contactPoint } = cluster;
  await prepare();
  const gateway = options.client.includes("gateway") ? await startGateway() : undefined;
  const place = JSON.stringify({ contactPoint, credentials, url: gateway?.url });
  const clients = [];
  for (const kind of options.client) clients.push({ kind, ...(await startClient(kind, place)) });
  // What is read lies below what is written.
  let next = pages * shelfRows;
  await fill(place);
  const table = [];
  for (const { call, inFlight, count } of cases) {
    const samples = await takeTurns(clients, gateway, (client) => {
      const first = call === "insert" ? next : 0;
      if (call === "insert") next += count;
      const step = call === "page" ? shelfRows : 1;
      return client.run({ call, count, inFlight, first, step });
    });
    table.push(...compare(`${call}, ${inFlight} in flight`, samples));
  }
  if (Number(options.rows) > 0) {
    const writers = clients.filter(({ kind }) => kind !== "mapper" && kind !== "gateway");
    const count = Number(options.rows);
    const samples = await takeTurns(writers, gateway, (client) => {
      const first = next;
      next += count;
      return client.run({ call: "bulk", count, first });
    });
    table.push(...compare(`bulk of ${count} rows`, samples));
  }
  console.table(table);
  if (options.json) writeFileSync(options.json, JSON.stringify(table));
} finally {
  for (const end of ended.reverse()) await end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function prepare() {
  const client = await connect({ contactPoint: cluster.contactPoint, credentials });
  await client.execute(
    `CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'NetworkTopologyStrategy', '${localDataCenter}': 1}`,
  );
  await client.execute(createTable);
  await client.shutdown();
}

/** The rows that are read, by a client that is not measured: its code would be compiled before that of the others. */
async function fill(place) {
  const client = await startClient("driver", place);
  await client.run({ call: "insert", count: pages * shelfRows, inFlight: 64, first: 0 });
}

async function startGateway() {
  const cwd = folder;
  const env = {
    ...process.env,
    COLONNADE_USERNAME: user.username,
    COLONNADE_PASSWORD: user.password,
    CASSANDRA_USERNAME: credentials.username,
    CASSANDRA_PASSWORD: credentials.password,
  };
  const bin = join(import.meta.dirname, "../../../dist/colonnade.cjs");
  const store = ["--store", "cassandra", "--contact-points", cluster.contactPoint, "--local-dc", localDataCenter];
  const argv = [bin, "serve", "--port", "0", "--keyspace", keyspace, ...store];
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  ended.push(() => (child.kill("SIGTERM"), exit));
  const url = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once("line", resolve);
    void exit.then((code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  return { url, cpu: () => cpuOf(child.pid) };
}

/** CPU of another process in µs, in steps of 10 ms. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function startClient(kind, place) {
  const child = fork(join(import.meta.dirname, "client.mjs"), [kind, place]);
  const exit = new Promise((resolve) => child.once("exit", resolve));
  ended.push(() => {
    if (child.connected) child.disconnect();
    return exit;
  });
  const answer = () =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`the client "${kind}" ended`));
      child.once("exit", fail).once("message", (message) => {
        child.off("exit", fail);
        if (message.error) reject(new Error(message.error));
        else resolve(message);
      });
    });
  await answer();
  const run = (work) => {
    child.send(work);
    return answer();
  };
  return { run };
}

/** @returns by client, what each round took; the first ones are not counted, until most of the code is compiled */
async function takeTurns(clients, gateway, run) {
  const samples = new Map(clients.map(({ kind }) => [kind, []]));
  for (let round = -uncounted; round < rounds; round++) {
    for (const client of round % 2 === 0 ? clients : clients.toReversed()) {
      const before = gateway?.cpu() ?? 0;
      const { calls, ...sample } = await run(client);
      const gatewayCpu = client.kind === "gateway" ? (gateway.cpu() - before) / calls : 0;
      if (round >= 0) samples.get(client.kind).push({ ...sample, gatewayCpu });
    }
  }
  return samples;
}

function compare(name, samples) {
  const base = samples.get("driver");
  return [...samples].map(([client, list]) => {
    const quotient = (key) =>
      base === undefined || base[0][key] === 0
        ? ""
        : median(list.map((sample, round) => sample[key] / base[round][key])).toFixed(2);
    const of = (key) => Math.round(median(list.map((sample) => sample[key])));
    const gatewayQuotient = base && median(list.map((sample, round) => sample.gatewayCpu / base[round].cpu)).toFixed(2);
    return {
      case: name,
      client,
      "CPU µs": of("cpu"),
      "÷ driver": quotient("cpu"),
      "p50 µs": of("p50"),
      "p50 ÷ driver": quotient("p50"),
      "calls/s": of("perSecond"),
      "calls/s ÷ driver": quotient("perSecond"),
      ...(client === "gateway" && { "gateway's CPU µs": of("gatewayCpu"), "it ÷ driver": gatewayQuotient }),
    };
  });
}

function median(list) {
  return [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];
}
