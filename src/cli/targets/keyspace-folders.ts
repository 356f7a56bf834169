import { relative, resolve } from "node:path";
import type { KeyspaceConfig, LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import { findKeyspaces } from "../../source/files.ts";
import type { KeyspaceFolder } from "../../source/files.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";

/** One output of a keyspace, or the keyspace where the config says nothing of it. */
export interface KeyspaceEntry {
  readonly keyspace: string;
  /** What the config says of it. */
  readonly settings: Partial<KeyspaceConfig>;
  /** The keyspace's folder of definitions, or a folder of such folders; absolute. */
  readonly definitions: string;
  /** The keyspace's folder itself, where it has been found already. */
  readonly directory?: string;
}

/**
 * What there is to work on: the keyspaces that `--definitions` holds, or else those that the config file names; maybe none.
 *
 * @throws {ColonnadeError} what looking into the folder of `--definitions` finds
 */
export async function findEntries(
  flags: Flags,
  { cwd }: Io,
  config: LoadedConfig | undefined,
): Promise<readonly KeyspaceEntry[]> {
  const keyspaces = new Map(Object.entries(config?.keyspaces ?? {}));
  const definitions = flags.text("definitions");
  if (definitions === undefined) {
    return Array.from(keyspaces, ([keyspace, outputs]) =>
      outputs.map((settings): KeyspaceEntry => ({ keyspace, settings, definitions: settings.definitions })),
    ).flat();
  }
  const found = await findKeyspaces(resolve(cwd, definitions));
  return found.flatMap(({ keyspace, directory }) =>
    (keyspaces.get(keyspace) ?? [{}]).map((settings): KeyspaceEntry => ({
      keyspace,
      settings,
      definitions: directory,
      directory,
    })),
  );
}

/** A keyspace by its folder of definitions, with what is generated of it. */
export interface DefinedFolder extends KeyspaceFolder {
  /** Of each output; none where the config says nothing of the keyspace. */
  readonly settings: readonly Partial<KeyspaceConfig>[];
}

/**
 * The keyspaces of a command that works on their definitions, whatever is made of them: each once.
 *
 * @throws {ColonnadeError} `unknown-keyspace`, `two-definitions`, and what looking into folders finds
 */
export async function findFolders(entries: readonly KeyspaceEntry[], cwd: string): Promise<readonly DefinedFolder[]> {
  const folders = new Map<string, DefinedFolder>();
  for (const entry of entries) {
    const { keyspace } = entry;
    const directory = await findDirectory(entry);
    const other = folders.get(keyspace);
    if (other && relative(other.directory, directory) !== "") {
      const both = [other.directory, directory].map((folder) => renderPath(folder, cwd));
      throw twoDefinitions(keyspace, both, "--definitions");
    }
    folders.set(keyspace, { keyspace, directory, settings: [...(other?.settings ?? []), entry.settings] });
  }
  return [...folders.values()];
}

/** @param flag which names the folder that is meant */
export function twoDefinitions(keyspace: string, folders: readonly string[], flag: string): ColonnadeError {
  const message = `the config file has the definitions of the keyspace ${keyspace} in ${folders.join(" and in ")}`;
  return new ColonnadeError("two-definitions", message, { next: `name the one that is meant: ${flag} ${folders[0]}` });
}

/**
 * The folder of one keyspace: the one in it that has the keyspace's name, or the folder itself, whatever its name.
 *
 * @throws {ColonnadeError} `unknown-keyspace`, and what looking into a folder finds
 */
export async function findDirectory({ keyspace, definitions, directory }: KeyspaceEntry): Promise<string> {
  if (directory !== undefined) return directory;
  const found = await findKeyspaces(definitions);
  const named = found.find((candidate) => candidate.keyspace === keyspace);
  if (named) return named.directory;
  const itself = found.find((candidate) => relative(candidate.directory, definitions) === "");
  if (itself) return itself.directory;
  const names = found.map((candidate) => candidate.keyspace);
  throw unknownKeyspace(`${definitions} has no keyspace ${keyspace}`, keyspace, names);
}

/** The entries of the keyspaces that are named, in their own order; all of them where none is. */
export function chooseKeyspaces(
  entries: readonly KeyspaceEntry[],
  chosen: readonly string[] | undefined,
): readonly KeyspaceEntry[] {
  const names = new Set(entries.map(({ keyspace }) => keyspace));
  const unknown = chosen?.find((name) => !names.has(name));
  if (unknown !== undefined) throw unknownKeyspace(`there is no keyspace ${unknown}`, unknown, [...names]);
  return chosen ? entries.filter(({ keyspace }) => chosen.includes(keyspace)) : entries;
}

function unknownKeyspace(message: string, name: string, known: readonly string[]): ColonnadeError {
  const meant = didYouMean(name, known);
  const next = meant === undefined ? `there is ${known.join(", ") || "none"}` : `did you mean ${meant}?`;
  return new ColonnadeError("unknown-keyspace", message, { next });
}
