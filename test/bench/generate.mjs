/**
 * What a build step waits for: all files new, nothing changed, one table changed, and `check` with nothing to do, for 10 to
 * 1,000 tables; and whether eight times the tables take eight times the work. Beside it, a process that only writes the same
 * bytes, and kysely-codegen where it is installed.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { emptyProcess } from "./start.mjs";
import { writeTables } from "./definitions.mjs";

/**
 * @param folder for definitions and output; every round has an output folder of its own, so that none is deleted
 * @param versions builds to compare: the label is appended to the names of their cases
 * @param peers where `peers/package.json` is installed. @default beside it
 * @param sizes numbers of tables. @default those of the whole benchmark, with growth
 */
export async function planGenerate(folder, { quick, versions, peers, sizes }) {
  const groups = [];
  for (const tables of sizes ?? (quick ? [10, 100] : [10, 100, 1000])) {
    groups.push(await planSize(folder, tables, versions, peers));
  }
  if (quick || sizes) return groups;
  const growth = [500, 4000].map((tables) => createKeyspace(folder, tables, versions[0]).allNew);
  return [...groups, { title: "growth", cases: [emptyProcess, ...growth] }];
}

async function planSize(folder, tables, versions, peers) {
  const keyspaces = versions.map((version) => createKeyspace(folder, tables, version));
  const [{ definitions, outputOf }] = keyspaces;
  const [first] = readdirSync(definitions).sort();
  const each = (name, plan) => keyspaces.map((keyspace) => ({ name: `${name}${keyspace.label}`, ...plan(keyspace) }));
  const none = ({ outputOf }) => countingWrites(outputOf, (written) => written === 0);
  return {
    title: `${tables.toLocaleString("en")} tables`,
    cases: [
      emptyProcess,
      ...each("generate, all new", ({ allNew: { name: _, ...plan } }) => plan),
      writesBytes(folder, tables, outputOf),
      ...(await planKysely(folder, definitions, tables, peers)),
      ...each("generate, no change", (own) => ({ argv: (round) => own.run("generate", round), ...none(own) })),
      ...each("check, no change", (own) => ({ argv: (round) => own.run("check", round), ...none(own) })),
      ...each("generate, one changed", (own) => {
        // The table's two modules and the manifest.
        const three = countingWrites(own.outputOf, (written) => written === 3);
        return {
          argv: (round) => own.run("generate", round),
          before: (round) => {
            renameLastColumn(join(definitions, first), `changed_in_${round}${own.label.replace(/\W/g, "_")}`);
            three.before(round);
          },
          after: three.after,
        };
      }),
    ],
  };
}

function createKeyspace(folder, tables, { label, root }) {
  const definitions = writeTables(join(folder, `tables-${tables}`, "bench"), tables);
  const outputOf = (round) => join(folder, `output-${tables}-${round}${label.replace(/\W/g, "_")}`);
  const bin = join(root, "dist/colonnade.cjs");
  const run = (command, round) => [bin, command, "--definitions", definitions, "--output", outputOf(round)];
  const allNew = {
    name: `generate, ${tables.toLocaleString("en")} tables`,
    argv: (round) => run("generate", round),
    ...countingWrites(outputOf, (written) => written > tables),
  };
  return { label, definitions, outputOf, run, allNew };
}

/** A process that writes what a run before it wrote. */
function writesBytes(folder, tables, outputOf) {
  const list = join(folder, `bytes-${tables}.json`);
  const copyOf = (round) => join(folder, `bytes-${tables}-${round}`);
  return {
    name: "the same bytes written",
    argv: (round) => [join(import.meta.dirname, "write-bytes.mjs"), list, copyOf(round)],
    before: (round) => {
      const output = outputOf(round);
      const files = readdirSync(output).map((name) => [name, readFileSync(join(output, name), "utf8")]);
      writeFileSync(list, JSON.stringify(files));
    },
  };
}

/** The same tables in SQLite and row types made of them; none where the peers are not installed. */
async function planKysely(folder, definitions, tables, peers = join(import.meta.dirname, "peers")) {
  try {
    const Database = createRequire(join(peers, "package.json"))("better-sqlite3");
    const { printSql, readTables } = await import("./peers/translate.mjs");
    const file = join(folder, `tables-${tables}.db`);
    const database = new Database(file);
    database.exec(printSql(readTables(definitions)));
    database.close();
    const program = join(peers, "node_modules/kysely-codegen/dist/cli/bin.js");
    const options = ["--dialect", "sqlite", "--url", file, "--log-level", "error"];
    const argv = (round) => [program, ...options, "--out-file", join(folder, `kysely-${tables}-${round}.ts`)];
    return [{ name: "kysely-codegen, row types only", argv }];
  } catch (error) {
    console.error(`without kysely-codegen: ${error.message.split("\n")[0]}`);
    return [];
  }
}

function renameLastColumn(file, name) {
  const table = JSON.parse(readFileSync(file, "utf8"));
  table.columnDefinitions.at(-1).name = name;
  writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
}

/** Adds `writtenBytes` to a case, and fails where it writes another number of files than it should. */
function countingWrites(outputOf, expected) {
  let before;
  return {
    before: (round) => void (before = listFiles(outputOf(round))),
    after: (round) => {
      const written = [...listFiles(outputOf(round))].filter(([path, file]) => before.get(path)?.state !== file.state);
      if (!expected(written.length)) throw new Error(`${written.length} files were written`);
      return { writtenBytes: written.reduce((sum, [, file]) => sum + file.size, 0) };
    },
  };
}

/** Path → size, and a text that is another one when the file was written again, even with the same bytes. */
function listFiles(directory) {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return new Map(
    names.map((name) => {
      const { size, ino, mtimeNs } = statSync(join(directory, name), { bigint: true });
      return [name, { size: Number(size), state: `${ino} ${mtimeNs}` }];
    }),
  );
}
