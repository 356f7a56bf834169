/**
 * What a build step waits for: all files new, nothing changed, and `check` with nothing to do, for 10 to 1,000 tables.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { bin, emptyProcess } from "./start.mjs";
import { writeTables } from "./definitions.mjs";

/** @param folder for definitions and output; every round has an output folder of its own, so that none is deleted */
export function planGenerate(folder, { quick }) {
  return (quick ? [10, 100] : [10, 100, 1000]).map((tables) => {
    const definitions = writeTables(join(folder, `tables-${tables}`, "bench"), tables);
    const outputOf = (round) => join(folder, `output-${tables}-${round}`);
    const run = (command, round) => [bin, command, "--definitions", definitions, "--output", outputOf(round)];
    return {
      title: `${tables.toLocaleString("en")} tables`,
      cases: [
        emptyProcess,
        { name: "generate, all new", argv: (round) => run("generate", round), ...countingWrites(outputOf, true) },
        { name: "generate, no change", argv: (round) => run("generate", round), ...countingWrites(outputOf, false) },
        { name: "check, no change", argv: (round) => run("check", round), ...countingWrites(outputOf, false) },
      ],
    };
  });
}

/** Adds `writtenBytes` to a case, and fails where it writes and should not, or the other way about. */
function countingWrites(outputOf, expected) {
  let before;
  return {
    before: (round) => void (before = listFiles(outputOf(round))),
    after: (round) => {
      const written = [...listFiles(outputOf(round))].filter(([path, file]) => before.get(path)?.state !== file.state);
      if (written.length > 0 !== expected) throw new Error(`${written.length} files were written`);
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
