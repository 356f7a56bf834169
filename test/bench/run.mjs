/**
 * Runs one benchmark by its name and prints a table of medians; `README.md` tells what each one asks and what was found.
 *
 * The cases of a benchmark take turns, round by round, beside an empty process: a machine that is busy for a while slows
 * them all, and what is compared is their ratio. Runs `dist/`, never the sources, and is no part of the tests.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { planGenerate } from "./generate.mjs";
import { measureProcess } from "./measure-process.mjs";
import { renderTable, summarize } from "./results.mjs";
import { build, findCommit, takeVersions } from "./runtime/versions.mjs";
import { planStart } from "./start.mjs";

/** Name → a function that gives the benchmark's groups of cases, for a folder to work in. */
const benchmarks = { generate: planGenerate, start: planStart };

const { name, quick, save, before, sizes, peers, rounds = quick ? 2 : 7, json } = parseCommandLine();
if (name === "all") {
  await (await import("./all.mjs")).printGoals({ save });
  process.exit();
}
// The first Ctrl-C ends the measured process, and that failure clears up here; a second one ends us at once.
process.once("SIGINT", () => {});
// In memory where there is such a file system: a disk that is busy would be measured with us.
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "colonnade-bench-"));
try {
  const versions = takeVersions(folder, before);
  versions.forEach(build);
  const planned = await benchmarks[name](folder, { quick, versions, sizes, peers });
  const groups = planned.map(({ title, cases }) => {
    console.error(`${title}: ${cases.length} cases, ${rounds} rounds after one that is not counted`);
    return { title, cases: summarize(runRounds(cases, rounds)) };
  });
  process.stdout.write(await formatted(renderTable(groups), "markdown"));
  if (json) writeFileSync(json, JSON.stringify(groups));
  if (save) await saveResults(name, { ...describeMachine(), rounds, groups });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function parseCommandLine() {
  const flag = { type: "boolean", default: false };
  try {
    const text = { type: "string" };
    // The last four are for `all`.
    const options = { quick: flag, save: flag, before: text, sizes: text, peers: text, rounds: text, json: text };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = ""] = positionals;
    if ((name === "all" || Object.hasOwn(benchmarks, name)) && positionals.length === 1) {
      return {
        ...values,
        name,
        before: values.before && findCommit(values.before),
        sizes: values.sizes?.split(",").map(Number),
        ...(values.rounds && { rounds: Number(values.rounds) }),
      };
    }
  } catch {
    // The usage tells what would have been right.
  }
  console.error(`npm run bench -- all|${Object.keys(benchmarks).join("|")} [--quick] [--save] [--before COMMIT]`);
  process.exit(2);
}

/** @returns case → its samples, in the order of the rounds */
function runRounds(cases, rounds) {
  const samples = new Map(cases.map(({ name }) => [name, []]));
  // Round 0 finds cold file caches, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const { name, argv, before, after } of cases) {
      before?.(round);
      const sample = { ...measureProcess(argv(round), folder), ...after?.(round) };
      if (round > 0) samples.get(name).push(sample);
    }
  }
  return samples;
}

/** What the numbers depend on, without a word of whose machine it is. */
function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
  };
}

async function saveResults(name, results) {
  const directory = join(import.meta.dirname, "results");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.json`), await formatted(JSON.stringify(results), "json"));
}

/** Imported after all is measured, and as the repository's own files are formatted. */
async function formatted(text, parser) {
  const prettier = await import("prettier");
  return prettier.format(text, { parser, ...(await prettier.resolveConfig(import.meta.filename)) });
}
