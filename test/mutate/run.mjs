// Mutation testing: changes the sources in small ways, one at a time, and reports the changes that no test notices.
//
//   npm run mutate -- src/store                     the files of a room
//   npm run mutate -- src/store --total 60          60 mutants of all its files together
//   npm run mutate -- src/runtime/session/retry.ts --most 50 --seed 3
//   npm run mutate -- src/runtime/batch/batch.ts --tests test/runtime/batch/batch.test.ts
//
// Works in a copy of the checkout, so that a run that is killed leaves no mutant behind. A survivor is a test that is
// missing, or a change that makes no difference; which of the two, a person decides.
import { fork } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { listMutants } from "./mutants.mjs";

const root = resolve(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string", default: "40" },
    total: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "string" },
    tests: { type: "string", multiple: true },
  },
});
if (positionals.length === 0) {
  process.stderr.write(
    "name a source file or folder: npm run mutate -- src/store [--most 40 per file | --total 60] [--seed 1] [--tests PATH] [--json FILE]\n",
  );
  process.exit(2);
}

/** How long the tests may take compared with a run without a mutant, and at least, before they count as endless. */
const patience = { factor: 5, leastMs: 20_000 };

const copied = [
  "src",
  "test",
  "examples",
  "schemas",
  "templates",
  "docs",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
  "README.md",
  "dist",
];
const copy = mkdtempSync(join(tmpdir(), "colonnade-mutate-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
for (const name of copied) {
  if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
}
linkPackages();

/** The packages as they are installed, but for the workspace's own, which is the copied one. */
function linkPackages() {
  mkdirSync(join(copy, "node_modules/@colonnade"), { recursive: true });
  symlinkSync(join(copy, "src/runtime"), join(copy, "node_modules/@colonnade/runtime"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@colonnade") symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
}

function listSources(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((name) => name.endsWith(".ts") && !/(?:^|\/)(?:dist|node_modules)\//.test(name))
    .sort();
}

/**
 * The tests that were asked for; otherwise those of its room, whose folders test one another, but for the command line, where
 * a folder is a command and tests its own.
 */
function findTests(file) {
  if (values.tests) return values.tests;
  const [, room = ""] = /^src\/((?:cli\/)?[^/]+)\//.exec(file) ?? [];
  return [existsSync(join(root, "test", room)) ? join("test", room) : "test"];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** As many as asked for, spread over the file by chance, in their order. */
function sample(mutants, most, random) {
  const ranked = mutants.map((mutant) => ({ mutant, rank: random() })).sort((one, other) => one.rank - other.rank);
  const chosen = new Set(ranked.slice(0, most).map(({ mutant }) => mutant));
  return mutants.filter((mutant) => chosen.has(mutant));
}

function startTester(file) {
  const child = fork(join(copy, "test/mutate/tester.mjs"), [file, ...findTests(file)], {
    cwd: copy,
    // A group of its own, to be ended with the process in which a mutant runs without end.
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...process.env, COLONNADE_CLUSTER: "off" },
  });
  const next = (limitMs) =>
    new Promise((done) => {
      const timer = limitMs === undefined ? undefined : setTimeout(() => done(undefined), limitMs);
      const finish = (message) => {
        clearTimeout(timer);
        child.off("exit", finish).off("message", finish);
        done(typeof message === "object" ? message : undefined);
      };
      child.once("message", finish).once("exit", finish);
    });
  return {
    ready: next(),
    /** Undefined when the tests did not end in time, or the process ended. */
    run: (limitMs) => {
      const answer = next(limitMs);
      child.send({});
      return answer;
    },
    stop: () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch (error) {
        if (error.code !== "ESRCH") throw error;
      }
    },
  };
}

/** The mutants to try by their files: so many of each file, or so many of all files together. */
function sampleFiles(files, random) {
  const listed = files.map((file) => ({ file, mutants: listMutants(readFileSync(join(root, file), "utf8"), file) }));
  if (values.total === undefined)
    return listed.map(({ file, mutants }) => ({ file, mutants: sample(mutants, Number(values.most), random) }));
  const all = listed.flatMap(({ mutants }) => mutants);
  const chosen = new Set(sample(all, Number(values.total), random));
  return listed.map(({ file, mutants }) => ({ file, mutants: mutants.filter((mutant) => chosen.has(mutant)) }));
}

async function testFile({ file, mutants }) {
  const text = readFileSync(join(root, file), "utf8");
  const result = { file, mutants: mutants.length, killed: 0, survivors: [] };
  if (mutants.length === 0) return result;
  let tester = startTester(file);
  try {
    const { tests = 0 } = (await tester.ready) ?? {};
    const begun = performance.now();
    if (tests === 0) return { ...result, problem: `no test in ${findTests(file).join(", ")} imports it` };
    if ((await tester.run())?.failed !== false) return { ...result, problem: "its tests fail without a mutant" };
    const limitMs = Math.max(patience.leastMs, (performance.now() - begun) * patience.factor);
    for (const { text: mutated, ...mutant } of mutants) {
      writeFileSync(join(copy, file), mutated);
      const answer = await tester.run(limitMs);
      if (answer?.failed === false) {
        result.survivors.push(mutant);
        process.stdout.write(`${file}:${mutant.line}  ${mutant.name}: ${mutant.from} → ${mutant.to}\n`);
      } else result.killed++;
      if (answer !== undefined) continue;
      tester.stop();
      tester = startTester(file);
      await tester.ready;
    }
    return result;
  } finally {
    tester.stop();
    writeFileSync(join(copy, file), text);
  }
}

const random = createRandom(Number(values.seed));
const results = [];
const files = positionals.flatMap((path) => listSources(relative(root, resolve(path))));
for (const sampled of sampleFiles(files, random)) {
  const result = await testFile(sampled);
  results.push(result);
  process.stdout.write(`${sampled.file}: ${result.problem ?? `${result.killed} of ${result.mutants} killed`}\n`);
}
const rooms = groupByFolder(results);
for (const [room, files] of rooms) {
  const tried = files.filter(({ problem }) => !problem);
  const [mutants, killed] = ["mutants", "killed"].map((name) => tried.reduce((sum, file) => sum + file[name], 0));
  if (mutants > 0)
    process.stdout.write(`${room}: ${killed} of ${mutants} killed, ${Math.round((100 * killed) / mutants)} %\n`);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);

function groupByFolder(files) {
  const groups = new Map();
  for (const one of files) groups.set(dirname(one.file), [...(groups.get(dirname(one.file)) ?? []), one]);
  return groups;
}
