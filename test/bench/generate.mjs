/**
 * What a build step waits for: all files new, nothing changed, one table changed, and `check` with nothing to do, for 10 to
 * 1,000 tables; and whether eight times the tables take eight times the work.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, emptyProcess } from "./start.mjs";
import { writeTables } from "./definitions.mjs";

/** @param folder for definitions and output; every round has an output folder of its own, so that none is deleted */
export function planGenerate(folder, { quick }) {
  const sizes = quick ? [10, 100] : [10, 100, 1000];
  const growth = { title: "growth", cases: [emptyProcess, ...[500, 4000].map((tables) => allNew(folder, tables))] };
  return [...sizes.map((tables) => planSize(folder, tables)), ...(quick ? [] : [growth])];
}

function planSize(folder, tables) {
  const { definitions, outputOf, run } = createKeyspace(folder, tables);
  const [first] = readdirSync(definitions).sort();
  const changeFirst = (round) => renameLastColumn(join(definitions, first), `changed_in_${round}`);
  const none = countingWrites(outputOf, (written) => written === 0);
  // The table's two modules and the manifest.
  const three = countingWrites(outputOf, (written) => written === 3);
  return {
    title: `${tables.toLocaleString("en")} tables`,
    cases: [
      emptyProcess,
      { ...allNew(folder, tables), name: "generate, all new" },
      { name: "generate, no change", argv: (round) => run("generate", round), ...none },
      { name: "check, no change", argv: (round) => run("check", round), ...none },
      {
        name: "generate, one changed",
        argv: (round) => run("generate", round),
        before: (round) => {
          changeFirst(round);
          three.before(round);
        },
        after: three.after,
      },
    ],
  };
}

function allNew(folder, tables) {
  const { outputOf, run } = createKeyspace(folder, tables);
  return {
    name: `generate, ${tables.toLocaleString("en")} tables`,
    argv: (round) => run("generate", round),
    ...countingWrites(outputOf, (written) => written > tables),
  };
}

function createKeyspace(folder, tables) {
  const definitions = writeTables(join(folder, `tables-${tables}`, "bench"), tables);
  const outputOf = (round) => join(folder, `output-${tables}-${round}`);
  const run = (command, round) => [bin, command, "--definitions", definitions, "--output", outputOf(round)];
  return { definitions, outputOf, run };
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
