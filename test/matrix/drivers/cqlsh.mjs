/** What cqlsh does, as lines of a check each: connects, describes, selects, copies in and out. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pythonProgram } from "./languages.mjs";
import { runProgram } from "./run-program.mjs";
import { user } from "./service.mjs";

const setup = `
CREATE KEYSPACE shell WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shell.address (street text, number int);
CREATE TABLE shell.people (id int, at timestamp, name text, home frozen<address>, tags set<text>, marks map<text, double>,
  PRIMARY KEY (id, at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'people';
CREATE TABLE shell.copied (id int, at timestamp, name text, home frozen<address>, tags set<text>, marks map<text, double>,
  PRIMARY KEY (id, at));
CREATE INDEX people_by_name ON shell.people (name);
INSERT INTO shell.people (id, at, name, home, tags, marks)
  VALUES (1, '2026-11-27 01:02:03.004+0000', 'Zoë, "Z"', {street: 'High Street', number: 7}, {'a', 'b'}, {'x': 1.5});
INSERT INTO shell.people (id, at, name) VALUES (2, '1969-12-31 23:59:59+0000', null);
`;

/** Statements, and what cqlsh then prints. */
const checks = {
  "connects, selects": [
    "SELECT id, name, home, tags FROM shell.people WHERE id = 1;",
    /Zoë, "Z".*High Street.*\{'a', 'b'\}/,
  ],
  "describes the schema": [
    "DESCRIBE SCHEMA;",
    /CREATE KEYSPACE shell[^]*CREATE TYPE shell\.address[^]*CREATE TABLE shell\.people/,
  ],
  "describes a keyspace": ["DESCRIBE KEYSPACE shell;", /CREATE KEYSPACE shell[^]*CREATE TABLE shell\.copied/],
  "describes a table": [
    "DESCRIBE TABLE shell.people;",
    /CLUSTERING ORDER BY \(at DESC\)[^]*comment = 'people'[^]*CREATE INDEX people_by_name/,
  ],
  "describes a type": [
    "DESCRIBE TYPE shell.address;",
    /CREATE TYPE shell\.address \(\s*street text,\s*number int\s*\)/,
  ],
  "lists keyspaces and tables": ["DESCRIBE KEYSPACES; DESCRIBE TABLES;", /shell[^]*people/],
  "shows the version": ["SHOW VERSION;", /Cassandra 5\.0\.9 .*Native protocol v5/],
};

/** @returns the lines of the checks, as programs print them */
export async function tryCqlsh(folder, work, port) {
  const run = (text) =>
    runProgram(
      [
        pythonProgram(folder, "cqlsh"),
        ...[
          "-u",
          user.COLONNADE_USERNAME,
          "-p",
          user.COLONNADE_PASSWORD,
          "--encoding",
          "utf-8",
          "127.0.0.1",
          String(port),
        ],
      ],
      work,
      { PYTHONWARNINGS: "ignore", HOME: work },
      text,
    );
  const lines = [];
  const report = (name, problem) => lines.push(problem === undefined ? `ok ${name}` : `not ok ${name}: ${problem}`);
  const begun = await run(setup);
  report(
    "creates a schema and rows",
    begun.code === 0 && !begun.stderr.includes("<stdin>:") ? undefined : oneLine(begun),
  );
  for (const [name, [statements, expected]] of Object.entries(checks)) {
    const shown = await run(statements);
    report(name, expected.test(shown.stdout) ? undefined : oneLine(shown));
  }
  const columns = "(id, at, name, home, tags, marks)";
  const file = join(work, "people.csv");
  const out = await run(`COPY shell.people ${columns} TO '${file}' WITH HEADER = true;`);
  report("COPY TO", /2 rows exported/.test(out.stdout) ? undefined : oneLine(out));
  const into = await run(`COPY shell.copied ${columns} FROM '${file}' WITH HEADER = true;`);
  report("COPY FROM", /2 rows imported/.test(into.stdout) ? undefined : oneLine(into));
  const again = join(work, "again.csv");
  const last = await run(`COPY shell.copied ${columns} TO '${again}' WITH HEADER = true;`);
  const sorted = (path) => readFileSync(path, "utf8").split("\n").sort().join("\n");
  report("copied rows are equal", last.code === 0 && sorted(again) === sorted(file) ? undefined : oneLine(last));
  const many = Array.from({ length: 2000 }, (_, id) => `${id},2026-11-27 00:00:00.000+0000,name ${id}`);
  writeFileSync(join(work, "many.csv"), many.join("\n"));
  const bulk = await run(`COPY shell.copied (id, at, name) FROM '${join(work, "many.csv")}';
SELECT count(*) FROM shell.copied;`);
  report("COPY FROM of 2,000 rows", /2000 rows imported[^]*\b2002\b/.test(bulk.stdout) ? undefined : oneLine(bulk));
  return lines;
}

function oneLine({ stdout, stderr, code }) {
  return `exit code ${code}: ${stderr} ${stdout}`.replace(/\s+/g, " ").slice(0, 500);
}
