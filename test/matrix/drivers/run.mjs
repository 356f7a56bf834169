/**
 * Tries `colonnade serve --memory --cql` with the drivers of Node, Python, Go and Java and with cqlsh, and prints a line for each
 * check. Runs the programs of `examples/drivers`, too, which `docs/drivers.md` quotes.
 *
 * Needs Python 3.9 to 3.12, Go, Java 17 and Maven; installs the drivers in folders of their own. Arguments choose languages.
 * Ends with 1 when anything fails.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { tryCqlsh } from "./cqlsh.mjs";
import { installLanguage, languages } from "./languages.mjs";
import { runProgram } from "./run-program.mjs";
import { startService, user } from "./service.mjs";
import { createTypeCases } from "./type-cases.mjs";

const examples = join(import.meta.dirname, "../../../examples/drivers");
const inOneNode = "WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
/** What every program creates first. */
const features = [
  `CREATE KEYSPACE features ${inOneNode}`,
  "CREATE TYPE features.address (street text, number int)",
  "CREATE TABLE features.items (id int PRIMARY KEY, name text)",
  "CREATE TABLE features.watched (id int PRIMARY KEY)",
  "CREATE TABLE features.paged (p int, c int, PRIMARY KEY (p, c)) WITH CLUSTERING ORDER BY (c DESC)",
  "CREATE TABLE features.counts (id int PRIMARY KEY, n counter)",
  "CREATE TABLE features.altered (id int PRIMARY KEY, a text)",
];
const { keyspace, setup, cases } = createTypeCases();
const created = [
  `CREATE KEYSPACE ${keyspace} ${inOneNode}`,
  ...setup.map((text) => text.replace(/(TYPE|TABLE) /, `$1 ${keyspace}.`)),
];

execFileSync(process.execPath, [join(import.meta.dirname, "../../../.ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
const chosen = process.argv.slice(2);
const names = [...Object.keys(languages), "cqlsh"].filter((name) => chosen.length === 0 || chosen.includes(name));
if (names.length === 0) throw new Error(`the languages are ${Object.keys(languages).join(", ")} and cqlsh`);

let failed = 0;
for (const name of names) {
  const folder = installLanguage(name === "cqlsh" ? "Python" : name);
  const work = mkdtempSync(join(tmpdir(), "colonnade-drivers-"));
  // Each language with a service of its own, so that none sees what another one left.
  const service = await startService(work);
  try {
    const lines =
      name === "cqlsh"
        ? await tryCqlsh(folder, work, service.port)
        : await tryLanguage(name, folder, work, service.port);
    lines.push(...(name === "cqlsh" ? [] : [await tryExample(name, folder, service.port)]));
    for (const line of lines) process.stdout.write(`${name}: ${line}\n`);
    failed += lines.filter((line) => !line.startsWith("ok ")).length;
  } finally {
    await service.close();
    rmSync(work, { recursive: true, force: true });
  }
}
process.stderr.write(failed === 0 ? "all checks passed\n" : `${failed} checks failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function tryLanguage(name, folder, work, port) {
  const { checks, run } = languages[name];
  const plan = join(work, "plan.json");
  writeFileSync(plan, JSON.stringify({ keyspace, features: [...features, ...created], cases }));
  const program = copyInto(folder, join(import.meta.dirname, checks));
  const { stdout, stderr, code } = await runProgram(run(folder, program), folder, {
    ...user,
    CASES: plan,
    CQL_PORT: String(port),
  });
  const lines = stdout.split("\n").filter((line) => /^(?:not )?ok /.test(line));
  if (code !== 0) lines.push(`not ok the program ends: exit code ${code}, ${stderr.replace(/\s+/g, " ").slice(-1000)}`);
  return lines;
}

/** The program of the page, at the port of this service instead of 9042. */
async function tryExample(name, folder, port) {
  const { example, run } = languages[name];
  const schema = readFileSync(join(examples, "schema.cql"), "utf8");
  const python = installLanguage("Python");
  const { pythonProgram } = await import("./languages.mjs");
  const login = ["-u", user.COLONNADE_USERNAME, "-p", user.COLONNADE_PASSWORD];
  const begun = await runProgram(
    [pythonProgram(python, "cqlsh"), ...login, "127.0.0.1", String(port)],
    folder,
    {},
    schema,
  );
  if (!begun.stdout.includes("Robot arm")) return `not ok the schema of the example: ${begun.stderr}`;
  const program = copyInto(folder, join(examples, example), (text) => text.replace("9042", String(port)));
  const { stdout, stderr } = await runProgram(run(folder, program), folder, user);
  const ended = "the program of the page";
  return stdout.endsWith("Gripper\n")
    ? `ok ${ended}`
    : `not ok ${ended}: ${`${stdout} ${stderr}`.replace(/\s+/g, " ")}`;
}

function copyInto(folder, path, change = (text) => text) {
  const copy = join(folder, basename(path));
  writeFileSync(copy, change(readFileSync(path, "utf8")));
  return copy;
}
