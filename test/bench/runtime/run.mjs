/**
 * Runs the runtime's benchmarks and prints tables of medians; `../README.md` tells what each one asks and what was found.
 *
 * The cases of a group take turns, round by round: a machine that is busy for a while slows them all, and what is compared is
 * their ratio. The runtime is bundled from its sources each time; only `import` runs what is built. No test depends on this.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeReport } from "./report.mjs";
import { describeMachine, formatted, labelOfBefore, renderGroup, saveResults, summarize } from "./results.mjs";
import { targetBenchmarks, writeTargets } from "./targets.mjs";
import { findCommit, takeVersions } from "./versions.mjs";

const names = ["size", "cpu", "call", "rows", "batch", "memory", "import", "store", "validate"];

const { chosen, before, quick, save, node } = parseCommandLine();
if (node !== undefined) process.exit(runWith(node));
// The first Ctrl-C ends what is measured, and that failure clears up here; a second one ends us at once.
process.once("SIGINT", () => {});
install();
const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
try {
  const versions = takeVersions(folder, before);
  for (const benchmark of chosen) await run(benchmark, versions);
  if (save) {
    await writeReport();
    process.stdout.write(await writeTargets());
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function parseCommandLine() {
  const flag = { type: "boolean", default: false };
  try {
    const { values, positionals } = parseArgs({
      options: { quick: flag, save: flag, before: { type: "string" }, node: { type: "string" } },
      allowPositionals: true,
    });
    const chosen =
      positionals.length > 0 ? positionals.flatMap((name) => (name === "targets" ? targetBenchmarks : name)) : names;
    if (chosen.every((name) => names.includes(name))) {
      return { ...values, chosen, before: values.before && findCommit(values.before) };
    }
  } catch {
    // The usage tells what would have been right.
  }
  console.error(
    `node test/bench/runtime/run.mjs [targets|${names.join("|")} …] [--before COMMIT] [--quick] [--save] [--node PATH]`,
  );
  process.exit(2);
}

/** The same command line under another Node. */
function runWith(node) {
  const argv = [
    import.meta.filename,
    ...chosen,
    ...(before ? ["--before", before] : []),
    ...(quick ? ["--quick"] : []),
    ...(save ? ["--save"] : []),
  ];
  return spawnSync(node, argv, { stdio: "inherit" }).status ?? 1;
}

function install() {
  const lock = readFileSync(join(import.meta.dirname, "package-lock.json"), "utf8");
  const stamp = join(import.meta.dirname, "node_modules/.colonnade");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stderr.write("installing the peers …\n");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, lock);
}

async function run(benchmark, versions) {
  const machine = describeMachine();
  // Imported only now: the peers may not have been there before.
  const { plan, rounds } = await import(`./${benchmark}.mjs`);
  const times = quick ? rounds.quick : rounds.full;
  const { groups, close } = await plan({ folder, quick, versions });
  try {
    const found = [];
    for (const group of groups) {
      console.error(`${benchmark}, ${group.title}: ${group.cases.length} cases, ${times} rounds`);
      found.push(summarize(group, await runRounds(group.cases, times, rounds.warmUp)));
      process.stdout.write(`${await formatted(renderGroup(found.at(-1)), "markdown")}\n`);
    }
    if (save)
      await saveResults(benchmark, {
        ...machine,
        ...(comparesVersions(found) && { before }),
        rounds: times,
        groups: found,
      });
  } finally {
    await close?.();
  }
}

/** Some benchmarks measure the working tree alone. */
function comparesVersions(groups) {
  return groups.some(({ cases }) => cases.some(({ name }) => name.endsWith(labelOfBefore)));
}

/** @returns case → its samples, in the order of the rounds */
async function runRounds(cases, times, warmUp) {
  const samples = new Map(cases.map(({ name }) => [name, []]));
  // Round 0 finds cold code and cold file caches, and is not counted.
  for (let round = warmUp ? 0 : 1; round <= times; round++) {
    // Each begins one further on: what a case leaves to the collector is not always the same one's to pay.
    const first = round % cases.length;
    for (const { name, measure } of [...cases.slice(first), ...cases.slice(0, first)]) {
      const sample = await measure();
      if (round > 0) samples.get(name).push(sample);
    }
  }
  return samples;
}
