/** So many tables → samples of all that is compared: first beside the driver, then step by step, then beside the peers. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { writeTables } from "../definitions.mjs";
import { measureProcess } from "../measure-process.mjs";
import { summarize } from "../results.mjs";
import { bin } from "../start.mjs";
import { lastWriteAt, names, planOurs, planPeers, sizeOf } from "./cases.mjs";
import { measureSteps } from "./measure-steps.mjs";
import { printSql } from "./print-sql.mjs";

/** How often, after a round that is not counted; at 1,000 tables two of the peers take so long that their first round counts. */
const rounds = {
  50: { driver: 2, steps: 2, peers: 1 },
  200: { driver: 9, steps: 9, peers: 5 },
  1000: { driver: 7, steps: 5, peers: 2, cold: true },
};

/** @returns how many rounds there were, and the cases of each group; `peers` is undefined without a database */
export async function measureSize(tables, { folder, cluster, database }) {
  const times = rounds[tables];
  const keyspace = `bench_${tables}`;
  const place = { folder: join(folder, keyspace), cluster, keyspace, tables };
  const created = writeTables(join(place.folder, "created", keyspace), tables);
  console.error(`${tables} tables are created`);
  await cluster.createTables(keyspace, created);
  // What is generated from is what introspection wrote, as a user has it.
  const definitions = join(place.folder, "found", keyspace);
  run("introspect", "--contact-points", cluster.contactPoint, "--keyspace", keyspace, "--output", definitions);
  run("diff", "--definitions", definitions, "--against", created);
  const cases = planOurs({ ...place, definitions, folder: join(place.folder, "beside-driver") });
  console.error(`beside the driver: ${cases.length} cases, ${times.driver} rounds`);
  const driver = summarize(runRounds(cases, times.driver, place));
  const steps = await measureSteps(times.steps, place);
  if (!database) return { rounds: times, driver, steps };
  const url = await database.createTables(keyspace, printSql(readTables(created)));
  const again = planOurs({ ...place, definitions, folder: join(place.folder, "beside-peers") });
  const compared = [...again.filter(({ name }) => names.compared.includes(name)), ...planPeers({ ...place, url })];
  console.error(`beside the peers: ${compared.length} cases, ${times.peers} rounds`);
  const samples = runRounds(compared, times.peers, { ...place, cold: times.cold });
  return { rounds: times, driver, steps, database: database.version, peers: summarize(withSum(samples)) };
}

function run(...argv) {
  execFileSync(process.execPath, [bin, ...argv, "--quiet"], { stdio: ["ignore", 2, 2] });
}

function readTables(definitions) {
  return readdirSync(definitions).map((file) => JSON.parse(readFileSync(join(definitions, file), "utf8")));
}

/** @returns case → its samples, in the order of the rounds */
function runRounds(cases, times, { folder, tables, cold = false }) {
  const samples = new Map(cases.map(({ name }) => [name, []]));
  for (let round = cold ? 1 : 0; round <= times; round++) {
    for (const { name, argv, output, kept } of cases) {
      const path = output?.(round);
      const before = kept && lastWriteAt(kept(round));
      if (path && existsSync(path)) throw new Error(`${name}: ${path} is there already`);
      const usage = measureProcess(argv(round, path), folder);
      if (kept && lastWriteAt(kept(round)) !== before) throw new Error(`${name}: something was written`);
      const sample = { ...usage, ...(path && { writtenBytes: sizeOf(path, tables) }) };
      if (round > 0) samples.get(name).push(sample);
      process.stderr.write(".");
    }
  }
  process.stderr.write("\n");
  return samples;
}

/** The two commands that a peer has one for, one after the other. */
function withSum(samples) {
  const [introspected, generated] = [names.introspect, names.generate].map((name) => samples.get(name));
  const sums = introspected.map((one, round) => {
    const other = generated[round];
    const sum = (key) => one[key] + other[key];
    return {
      ...{ wallMs: sum("wallMs"), cpuMs: sum("cpuMs"), writtenBytes: sum("writtenBytes") },
      peakBytes: Math.max(one.peakBytes, other.peakBytes),
    };
  });
  const [empty, ...others] = samples;
  return new Map([empty, [names.both, sums], ...others]);
}
