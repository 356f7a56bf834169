/**
 * Prints one table of all goals of speed and size, each met or missed, in less than ten minutes: `npm run bench -- all`.
 *
 * Runs the other benchmarks, each in a process of its own and in few rounds, and reads what they found. Peers are installed
 * into a temporary folder. What needs Java counts as missed without it. With `--save` the table is kept in `goals.md`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { weigh } from "./runtime/bundle.mjs";
import { describeMachine, formatted, renderTable } from "./runtime/results.mjs";

const here = import.meta.dirname;

/** What is run, by the name that the goals have for it; each writes its figures as JSON into a file. */
const runs = {
  generate: (file) => [
    "run.mjs",
    "generate",
    "--sizes",
    "10,1000",
    "--rounds",
    "3",
    "--peers",
    installPeers(),
    "--json",
    file,
  ],
  store: (file) => ["service/store.mjs", "--quick", "--only", "page", "--json", file],
  http: (file) => [
    ...["service/http.mjs", "--mercurius", "--rounds", "3", "--block", "3000", "--connections", "32"],
    ...["--disk", memoryFolder(), "--json", file],
  ],
  start: (file) => ["service/start.mjs", "--rounds", "9", "--disk", memoryFolder(), "--json", file],
  gateway: (file) => ["gateway/run.mjs", "--rounds", "3", "--block", "2000", "--rows", "20000", "--json", file],
};

/** Number, what is measured, how to find it, its digits, and the most that it may be, or the least. */
const goals = [
  ["1", "`createSession`, kB in gzip", ({ size }) => size.session, 1, { most: 9.6 }],
  ["1", "with insert and find", ({ size }) => size.calls, 1, { most: 17 }],
  ["1", "`export *` of the main entry", ({ size }) => size.all, 1, { most: 22 }],
  ["2", "page of 100 rows, store in memory, CPU ms", ({ store }) => storePage(store, "in memory"), 2, { most: 0.35 }],
  ["2", "page of 100 rows, store on disk, CPU ms", ({ store }) => storePage(store, "on disk"), 2, { most: 0.5 }],
  ["2", "straight page ÷ driver, CPU", ({ gateway }) => straight(gateway, "page, 8"), 2, { most: 1.2 }],
  ["3", "straight insert ÷ driver, CPU", ({ gateway }) => straight(gateway, "insert, 32"), 2, { most: 1.15 }],
  ["3", "straight row ÷ driver, CPU", ({ gateway }) => straight(gateway, "get, 32"), 2, { most: 1.15 }],
  ["3", "straight `bulk` ÷ driver, CPU of a row", ({ gateway }) => straight(gateway, "bulk"), 2, { most: 1.2 }],
  [
    "3",
    "straight `bulk` ÷ driver, rows a second",
    ({ gateway }) => straight(gateway, "bulk", "calls/s ÷ driver"),
    2,
    { least: 1 },
  ],
  ["4", "insert by variables, durable, ÷ echo, CPU", ({ http }) => overEcho(http, "insert"), 2, { most: 3 }],
  [
    "4",
    "insert, values in the text, ÷ echo, CPU",
    ({ http }) => overEcho(http, "insert, values in the text"),
    2,
    { most: 2.8 },
  ],
  ["4", "row by key ÷ echo, CPU", ({ http }) => overEcho(http, "read by key"), 2, { most: 2.4 }],
  ["4", "gateway’s own CPU ÷ driver: insert", ({ gateway }) => ofGateway(gateway, "insert, 32"), 2, { most: 3 }],
  ["4", "gateway’s own CPU ÷ driver: row", ({ gateway }) => ofGateway(gateway, "get, 32"), 2, { most: 3 }],
  ["4", "gateway’s own CPU ÷ driver: page", ({ gateway }) => ofGateway(gateway, "page, 8"), 2, { most: 2 }],
  [
    "5",
    "start of `serve` ÷ an empty process, CPU",
    ({ start }) => of(start, ({ case: name }) => name === "serve 0", "CPU ÷ empty"),
    2,
    { most: 4.5 },
  ],
  [
    "6",
    "1,000 tables, all new, ÷ kysely-codegen, CPU",
    ({ generate }) => overKysely(generate, "generate, all new", "cpuMs"),
    2,
    { most: 0.9 },
  ],
  ["6", "the same, wall time", ({ generate }) => overKysely(generate, "generate, all new", "wallMs"), 2, { most: 0.9 }],
  [
    "6",
    "one of 1,000 changed ÷ kysely-codegen, CPU",
    ({ generate }) => overKysely(generate, "generate, one changed", "cpuMs"),
    2,
    { most: 0.3 },
  ],
  [
    "6",
    "none of 1,000 changed ÷ kysely-codegen, CPU",
    ({ generate }) => overKysely(generate, "generate, no change", "cpuMs"),
    2,
    { most: 0.2 },
  ],
  [
    "6",
    "10 tables, all new, ÷ an empty process, CPU",
    ({ generate }) => ratioIn(generate, "10 tables", "generate, all new", "empty process"),
    2,
    { most: 4 },
  ],
];

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
  if (save)
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

function of(rows, test, column) {
  return Number(rows?.find(test)?.[column] ?? NaN);
}

function storePage(measured, where) {
  return of(measured, ({ what, who }) => who === "now" && what === `page of 100 rows, ${where}`, "cpuUs") / 1000;
}

function straight(rows, name, column = "÷ driver") {
  return of(rows, (row) => row.client === "straight" && row.case.startsWith(name), column);
}

function ofGateway(rows, name) {
  return of(rows, (row) => row.client === "gateway" && row.case.startsWith(name), "it ÷ driver");
}

function overEcho(rows, name) {
  const cpu = (server) => of(rows, (row) => row.case === name && row.server === server, "least CPU µs");
  return cpu("durable") / cpu("echo");
}

function overKysely(groups, name, measure) {
  return ratioIn(groups, "1,000 tables", name, "kysely-codegen, row types only", measure);
}

/** Of the least of their samples: other work only adds. */
function ratioIn(groups, title, name, base, measure = "cpuMs") {
  const cases = groups?.find((group) => group.title === title)?.cases ?? [];
  const least = (wanted) => Math.min(...(cases.find((one) => one.name === wanted)?.samples[measure] ?? [NaN]));
  return least(name) / least(base);
}
