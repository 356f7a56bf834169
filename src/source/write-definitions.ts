/** Keyspace → definition files: what `introspect` writes. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import type { Keyspace, Table } from "../model/index.ts";
import { changedDefinition } from "./changed-definition.ts";
import { parseDefinitionFile, printDefinitionFile } from "./definition-file.ts";
import { loadDefinitionFiles, textOf } from "./folder.ts";
import { parseUserTypeFiles } from "./parse-keyspace.ts";

export interface WrittenDefinitions {
  /** File names within the folder. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files of tables that the keyspace does not have; they are left as they are. */
  readonly extra: readonly string[];
}

/**
 * Writes a definition file for each table of a keyspace; a table that has a file keeps it, whatever the file's name.
 *
 * A file that defines the same stays as it is, and so do the descriptions of one that changes.
 */
export async function writeDefinitions(directory: string, keyspace: Keyspace): Promise<WrittenDefinitions> {
  await mkdir(directory, { recursive: true });
  const present = loadDefinitionFiles(directory);
  const { userTypes: inFiles } = parseUserTypeFiles(present.userTypes);
  const userTypes = new Map([...inFiles, ...keyspace.userTypes.map((type) => [type.name, type] as const)]);
  const ownFiles = new Set(keyspace.tables.map(ownFile));
  const names = new Set(keyspace.tables.map((table) => table.name));
  const old = new Map<string, { file: string; table: Table }>();
  const inTheWay: string[] = [];
  for (const source of present.tables) {
    const file = basename(source.file);
    const { table } = parseDefinitionFile(textOf(source) ?? "", file, { userTypes });
    if (table && (file === ownFile(table) || !(ownFiles.has(file) || old.has(table.name)))) {
      old.set(table.name, { file, table });
    }
    // What it holds would be lost: the keyspace has no such table.
    if (ownFiles.has(file) && !(table && names.has(table.name))) inTheWay.push(source.file);
  }
  if (inTheWay.length > 0) throw notOurs(inTheWay);
  const extra = new Set(present.tables.map(({ file }) => basename(file)));
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const table of keyspace.tables) {
    const found = old.get(table.name);
    const file = found?.file ?? ownFile(table);
    const changed = found ? changedDefinition(table, found.table) : table;
    if (changed) await writeFile(join(directory, file), printDefinitionFile(changed));
    (changed ? written : unchanged).push(file);
    extra.delete(file);
  }
  return { written, unchanged, extra: [...extra] };
}

function notOurs(files: readonly string[]): ColonnadeError {
  const message = "this is no definition of the table that it is named for";
  const problems = files.map((file) => ({ code: "not-ours", message, file }));
  const next = "mend or move what stands in the way, then introspect again";
  return new ColonnadeError("not-ours", "nothing was written: it would have gone over other things", {
    problems,
    next,
  });
}

function ownFile(table: Table): string {
  return `${table.name}.json`;
}
