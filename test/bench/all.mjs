/**
 * Prints one table of all goals of speed and size, each met or missed, in less than ten minutes: `npm run bench -- all`.
 *
 * Runs the other benchmarks, each in a process of its own and in few rounds, and reads what they found. Peers are installed
 * into a temporary folder. What needs Java counts as missed without it. With `--save` the table is kept in `goals.md`, and what
 * was found beside peers is drawn for `docs/performance.md`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goals } from "./goals.mjs";
import { saveCharts } from "./save-charts.mjs";
import { weigh } from "./runtime/bundle.mjs";
import { describeMachine, formatted, renderTable } from "./runtime/results.mjs";

const here = import.meta.dirname;

/** What is run, by the name that the goals have for it; each writes its figures as JSON into a file. */
const runs = {
  generate: (file) => [
    ...["run.mjs", "generate", "--sizes", "10,1000", "--rounds", "3"],
    ...["--peers", installPeers(), "--json", file],
  ],
  store: (file) => ["service/store.mjs", "--only", "page", "--json", file],
  http: (file) => [
    ...["service/http.mjs", "--mercurius", "--rounds", "3", "--block", "3000", "--connections", "32"],
    ...["--disk", memoryFolder(), "--json", file],
  ],
  start: (file) => ["service/start.mjs", "--rounds", "9", "--disk", memoryFolder(), "--json", file],
  gateway: (file) => ["gateway/run.mjs", "--json", file],
};

export async function printGoals({ save }) {
  const machine = describeMachine();
  const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
  const found = { size: await findSizes() };
  try {
    for (const name of Object.keys(runs)) found[name] = runOne(name, join(folder, `${name}.json`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = goals.map(([number, text, find, digits, goal]) => {
    const value = find(found);
    const isFound = Number.isFinite(value);
    const met = isFound && (goal.most === undefined ? value >= goal.least : value <= goal.most);
    const wanted = goal.most === undefined ? `≥ ${goal.least}` : `≤ ${goal.most}`;
    return [`${number}: ${text}`, wanted, isFound ? value.toFixed(digits) : "not measured", met ? "met" : "missed"];
  });
  const missed = rows.filter((row) => row.at(-1) === "missed").length;
  const { date, node, system, cores, load } = machine;
  const table = renderTable(["goal", "wanted", "found", "met"], rows);
  const text = `${table}\n${date}, Node ${node.slice(1)}, ${system}, ${cores} cores, load ${load} before it began. ${rows.length - missed} met, ${missed} missed.\n`;
  const markdown = await formatted(text, "markdown");
  process.stdout.write(markdown);
  if (!save) return;
  saveCharts(found);
  writeFileSync(join(here, "goals.md"), `# Goals\n\nWritten by \`npm run bench -- all --save\`.\n\n${markdown}`);
}

/** @returns what it found, or undefined where it fails, as it does without Java */
function runOne(name, file) {
  const [script, ...argv] = runs[name](file);
  process.stderr.write(`${name} …\n`);
  const { status, stderr } = spawnSync(process.execPath, [join(here, script), ...argv], { encoding: "utf8" });
  if (status === 0) return JSON.parse(readFileSync(file, "utf8"));
  process.stderr.write(`${name} failed: ${stderr.trim().split("\n").at(-1)}\n`);
  return undefined;
}

async function findSizes() {
  const kB = async (program) => (await weigh(program)).gzipped / 1000;
  const from = (names) => `export { ${names} } from "@colonnade/runtime";\n`;
  return {
    session: await kB(from("createSession")),
    calls: await kB(from("createSession, insert, find")),
    all: await kB(`export * from "@colonnade/runtime";\n`),
  };
}

/** Outside the checkout, once for each list of peers. @returns the folder with `package.json` and `node_modules` */
function installPeers() {
  const files = ["package.json", "package-lock.json"].map((name) => join(here, "peers", name));
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  const folder = join(tmpdir(), `colonnade-bench-peers-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(join(folder, "installed"))) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(file, join(folder, file.slice(join(here, "peers").length)));
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  writeFileSync(join(folder, "installed"), "");
  return folder;
}

/** So that no disk is measured. */
function memoryFolder() {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}
