/**
 * Definition files → keyspace, and back: the source that `generate` and `check` work from.
 *
 * A keyspace is a folder with a JSON file for each table, and is named by its folder. All mistakes of all files come
 * together in one error. Opens no socket.
 * @see design 5
 */
import { isUtf8 } from "node:buffer";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, isKeyspaceName } from "../model/index.ts";
import type { Keyspace, Table } from "../model/index.ts";
import { changedDefinition } from "./changed-definition.ts";
import { parseDefinitionFile, printDefinitionFile } from "./definition-file.ts";

export interface KeyspaceFolder {
  readonly keyspace: string;
  readonly directory: string;
}

/**
 * The keyspaces of a folder: itself when it has definition files, else each of its folders that has some.
 * @throws {ColonnadeError} `no-definitions` when there is no such folder, or none of it has any; `mixed-definitions` when it
 * has both, since one of the two would go unseen
 */
export async function findKeyspaces(directory: string): Promise<readonly KeyspaceFolder[]> {
  const entries = await readFolder(directory);
  const folders = await Promise.all(
    entries
      // A keyspace's own folder of user types.
      .filter((entry) => entry.isDirectory() && entry.name !== "types")
      .map(async ({ name }) => ({ name, entries: await readFolder(join(directory, name)) })),
  );
  const found = folders
    .filter((folder) => folder.entries.some(isDefinition))
    .map(({ name }) => ({ keyspace: name, directory: join(directory, name) }))
    .sort((one, other) => byCodeUnits(one.keyspace, other.keyspace));
  const stray = entries.find(isDefinition);
  if (stray && found.length > 0) {
    const folders = found.map((folder) => folder.keyspace).join(", ");
    const message = `${shown(directory)} has both ${stray.name} and folders with definitions: ${folders}`;
    throw new ColonnadeError("mixed-definitions", message, {
      next: "put the file into the folder of its keyspace, or name the one folder that is meant",
    });
  }
  if (stray) return [{ keyspace: basename(resolve(directory)), directory }];
  if (found.length > 0) return found;
  throw new ColonnadeError("no-definitions", `there is no definition file in ${shown(directory)}`, {
    next: `put one into ${shown(join(directory, "<keyspace>", "<table>.json"))}, or let \`colonnade introspect\` write them`,
  });
}

/**
 * Loads the keyspace of a folder.
 * @throws {ColonnadeError} `bad-definitions` with every problem of every file
 */
export async function loadKeyspace(directory: string, keyspace = basename(resolve(directory))): Promise<Keyspace> {
  const entries = await readFolder(directory);
  const names = entries
    .filter(isDefinition)
    .map((entry) => entry.name)
    .sort(byCodeUnits);
  const problems: Problem[] = [];
  if (!isKeyspaceName(keyspace)) {
    const message = `a keyspace's name has 1 to 48 letters, digits and underscores, not ${JSON.stringify(keyspace)}`;
    problems.push({ code: "bad-name", message, file: shown(directory), next: "rename the folder" });
  }
  const files = await Promise.all(names.map(async (name) => ({ name, text: await readText(join(directory, name)) })));
  const tables = new Map<string, { table: Table; file: string }>();
  for (const { name, text } of files) {
    const file = shown(join(directory, name));
    if (text === undefined) {
      problems.push({ code: "bad-encoding", message: "this file is not UTF-8", file, next: "save it as UTF-8" });
      continue;
    }
    const parsed = parseDefinitionFile(text, file);
    problems.push(...parsed.problems);
    if (!parsed.table) continue;
    const first = tables.get(parsed.table.name);
    if (first) {
      const message = `the table ${parsed.table.name} is defined in ${first.file} already`;
      problems.push({ code: "duplicate-table", message, file });
    } else tables.set(parsed.table.name, { table: parsed.table, file });
  }
  if (problems.length > 0) {
    const files = new Set(problems.map((problem) => problem.file)).size;
    const message = `${count(problems.length, "mistake")} in ${count(files, "definition file")} of ${keyspace}`;
    throw new ColonnadeError("bad-definitions", message, { problems });
  }
  return {
    name: keyspace,
    tables: [...tables.values()].map(({ table }) => table).sort((one, other) => byCodeUnits(one.name, other.name)),
  };
}

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
  const present = (await readFolder(directory)).filter(isDefinition).map((entry) => entry.name);
  const ownFiles = new Set(keyspace.tables.map(ownFile));
  const names = new Set(keyspace.tables.map((table) => table.name));
  const old = new Map<string, { file: string; table: Table }>();
  const inTheWay: string[] = [];
  for (const file of present.sort(byCodeUnits)) {
    const { table } = parseDefinitionFile((await readText(join(directory, file))) ?? "", file);
    if (table && (file === ownFile(table) || !(ownFiles.has(file) || old.has(table.name)))) {
      old.set(table.name, { file, table });
    }
    // What it holds would be lost: the keyspace has no such table.
    if (ownFiles.has(file) && !(table && names.has(table.name))) inTheWay.push(file);
  }
  if (inTheWay.length > 0) throw notOurs(inTheWay.map((file) => shown(join(directory, file))));
  const extra = new Set(present);
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

function isDefinition(entry: { readonly name: string; isFile(): boolean }): boolean {
  return entry.isFile() && entry.name.endsWith(".json") && !entry.name.startsWith(".");
}

async function readFolder(directory: string): Promise<{ name: string; isFile(): boolean; isDirectory(): boolean }[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    const isFile = await stat(directory).then(
      (found) => found.isFile(),
      () => false,
    );
    const reason = isFile ? "is a file, not a folder" : "cannot be read: is there such a folder?";
    throw new ColonnadeError("no-definitions", `${shown(directory)} ${reason}`, { cause: error });
  }
}

/** The text of a file, or undefined when it is not UTF-8. */
async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ColonnadeError("unreadable", `${shown(path)} cannot be read`, { kind: "machine", cause: error });
  });
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

/** A path as a person would write it: relative where that is shorter. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
