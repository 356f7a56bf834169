/**
 * Compares our generator with its peers, and prints a table; `README.md` tells what was found.
 *
 * Installs the peers when the lock file here is another than the one installed. The cases take turns, round by round, and
 * what is compared is the ratio of their medians within one run.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureProcess } from "../measure-process.mjs";
import { summarize } from "../results.mjs";

const names = ["generate", "check", "import"];
const { name, tables, rounds, save } = parseCommandLine();
install();
execFileSync(process.execPath, [join(import.meta.dirname, "../../../.ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
// Imported only now: what it needs may not have been there before.
const { title, plan, columns = ["wallMs", "cpuMs", "peakBytes", "writtenBytes"] } = await import(`./${name}.mjs`);

const folder = mkdtempSync(join(tmpdir(), "colonnade-peers-"));
try {
  const cases = summarize(runRounds(await plan(folder, tables)));
  const heading = `${title}, ${tables.toLocaleString("en")} tables`;
  process.stdout.write(await formatted(`${heading}\n\n${renderTable(cases)}`, "markdown"));
  if (save) await saveResults({ ...describeMachine(), benchmark: heading, rounds, cases });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function parseCommandLine() {
  const options = {
    tables: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    save: { type: "boolean", default: false },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = ""] = positionals;
    if (names.includes(name) && positionals.length === 1) {
      return { name, tables: Number(values.tables), rounds: Number(values.rounds), save: values.save };
    }
  } catch {
    // The usage tells what would have been right.
  }
  console.error(`node test/bench/peers/run.mjs ${names.join("|")} [--tables N] [--rounds N] [--save]`);
  process.exit(2);
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

/** @returns case → its samples, in the order of the rounds */
function runRounds(cases) {
  const samples = new Map(cases.map(({ name }) => [name, []]));
  // Round 0 finds cold file caches, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const { name, argv, output } of cases) {
      const path = output?.(round);
      const usage = measureProcess(argv(round, path), folder);
      const sample = { ...usage, ...(path && { writtenBytes: sizeOf(path) }) };
      if (round > 0)
        samples
          .get(name)
          .push(
            Object.fromEntries(columns.filter((column) => column in sample).map((column) => [column, sample[column]])),
          );
      process.stderr.write(".");
    }
  }
  process.stderr.write("\n");
  return samples;
}

/** Bytes of a file, or of all files below a folder. @throws {Error} when there are none: it would time something else */
function sizeOf(path) {
  const paths = statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true }).map((name) => join(path, name));
  const files = paths.map((file) => statSync(file)).filter((found) => found.isFile());
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size === 0) throw new Error(`nothing was written to ${path}`);
  return size;
}

/** As Markdown; prettier aligns the columns. Beside our own case, the others get how much of theirs it takes. */
function renderTable(cases) {
  const ours = cases.find(({ name }) => name.includes("Colonnade"))?.medians;
  const all = [
    ["wall ms", "wallMs", ({ medians }) => medians.wallMs.toFixed(0)],
    ["× empty", "wallMs", ({ timesEmpty }) => timesEmpty.toFixed(2)],
    ["CPU ms", "cpuMs", ({ medians }) => medians.cpuMs.toFixed(0)],
    ["peak MB", "peakBytes", ({ medians }) => (medians.peakBytes / 1e6).toFixed(0)],
    [
      "written kB",
      "writtenBytes",
      ({ medians }) => (medians.writtenBytes ? (medians.writtenBytes / 1e3).toFixed(0) : ""),
    ],
    ["ours ÷ this, wall", "wallMs", ({ medians }) => (ours.wallMs / medians.wallMs).toFixed(3)],
    ["ours ÷ this, peak", "peakBytes", ({ medians }) => (ours.peakBytes / medians.peakBytes).toFixed(2)],
  ];
  const shown = all.filter(([head, measure]) => columns.includes(measure) && (ours || !head.startsWith("ours")));
  const head = ["case", ...shown.map(([head]) => head)];
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  const rows = cases.map((one) => [one.name, ...shown.map(([, , show]) => show(one))]);
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
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

async function saveResults(results) {
  const directory = join(import.meta.dirname, "results");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.json`), await formatted(JSON.stringify(results), "json"));
}

/** Loaded after all is measured, and the repository's own: a peer brings one of its time. */
async function formatted(text, parser) {
  const prettier = createRequire(join(import.meta.dirname, "../../../package.json"))("prettier");
  return prettier.format(text, { parser, ...(await prettier.resolveConfig(import.meta.filename)) });
}
