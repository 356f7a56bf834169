/**
 * Finds names for completion: keyspaces, tables and columns in the project's definitions, and revisions of git.
 *
 * Executes nothing of the project, since it may be a stranger's: a config file in JavaScript or TypeScript is not loaded,
 * and the definitions are then those in `--definitions` or `definitions`.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../../config/index.ts";
import type { Keyspace } from "../../model/index.ts";
import { findKeyspaces } from "../../source/folder.ts";
import { loadKeyspace } from "../../source/parse-keyspace.ts";
import { runGit } from "../../source/run-git.ts";
import type { Flags, ValueKind } from "../arguments/command.ts";
import { findDirectory, findEntries } from "../targets/keyspace-folders.ts";
import type { KeyspaceEntry } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";

const finders: Readonly<Record<ValueKind, (flags: Flags, word: string, io: Io) => Promise<readonly string[]>>> = {
  keyspaces: findKeyspaceNames,
  tables: findTableNames,
  revisions: findRevisions,
};

/** @param word the incomplete one at the cursor @returns nothing on any failure */
export async function findValues(kind: ValueKind, flags: Flags, word: string, io: Io): Promise<readonly string[]> {
  try {
    const all = await finders[kind](flags, word, io);
    const names = all.filter((name) => name.startsWith(word));
    // In zsh, a description follows a colon.
    return io.env["SHELL"]?.endsWith("zsh") ? names.map((name) => name.replaceAll(":", "\\:")) : names;
  } catch {
    return [];
  }
}

async function findProjectEntries(flags: Flags, io: Io): Promise<readonly KeyspaceEntry[]> {
  const named = flags.text("config") ?? "colonnade.config.json";
  const isJson = named.endsWith(".json") && existsSync(resolve(io.cwd, named));
  const config = isJson ? await loadConfig(io.cwd, named) : undefined;
  const entries = await findEntries(flags, io, config);
  if (entries.length > 0) return entries;
  const definitions = await findKeyspaces(join(io.cwd, "definitions"));
  return definitions.map((folder) => ({ ...folder, settings: {}, definitions: folder.directory }));
}

/** The last name of a list: `shop,` is completed to `shop,crm`. */
async function findKeyspaceNames(flags: Flags, word: string, io: Io): Promise<readonly string[]> {
  const begin = word.slice(0, word.lastIndexOf(",") + 1);
  const given = begin.split(",");
  const names = new Set((await findProjectEntries(flags, io)).map(({ keyspace }) => keyspace));
  return [...names].filter((name) => !given.includes(name)).map((name) => begin + name);
}

/** Tables, and after the dot of a table its columns. */
async function findTableNames(flags: Flags, word: string, io: Io): Promise<readonly string[]> {
  const directories = new Map<string, string>();
  for (const entry of await findProjectEntries(flags, io)) directories.set(await findDirectory(entry), entry.keyspace);
  const keyspaces: Keyspace[] = [];
  for (const [directory, keyspace] of directories) keyspaces.push(await loadKeyspace(directory, keyspace));
  const tables = keyspaces.flatMap(({ name, tables }) =>
    tables.flatMap((table) => [table.name, `${name}.${table.name}`].map((spelled) => ({ spelled, table }))),
  );
  const columns = tables
    .filter(({ spelled }) => word.startsWith(`${spelled}.`))
    .flatMap(({ spelled, table }) => table.columns.map(({ name }) => `${spelled}.${name}`));
  if (columns.length > 0) return columns;
  // A keyspace's name first is rarely needed, so it is offered only once it has been begun.
  const isFull = keyspaces.some(({ name }) => word.startsWith(`${name}.`));
  return tables.map(({ spelled }) => spelled).filter((spelled) => spelled.includes(".") === isFull);
}

/** Shells insert a completion as it is, and a branch may be called anything. */
const plainRevision = /^[\w./@+-]+$/;

async function findRevisions(_: Flags, _word: string, { cwd }: Io): Promise<readonly string[]> {
  const listing = ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags"];
  const { status, stdout } = runGit(cwd, listing);
  const names = stdout.toString("utf8").split("\n");
  const revisions = ["HEAD", ...names].filter((name) => status === 0 && plainRevision.test(name));
  return ["live", ...revisions.map((name) => `git:${name}`)];
}
