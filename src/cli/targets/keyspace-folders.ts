/** Loads the config file, and finds the keyspaces that a command works on by its flags and that file: their folders of definitions. */
import { relative, resolve } from "node:path";
import { loadConfig } from "../../config/index.ts";
import type { KeyspaceConfig, LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, shellWord } from "../../errors.ts";
import { findDefinitionsFolder, unknownKeyspace, findKeyspaces } from "../../source/folder.ts";
import type { KeyspaceFolder } from "../../source/folder.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import type { Talk } from "../terminal/talk.ts";

/**
 * Loads the config that the flags select, and shows its warnings.
 *
 * A command calls it once and passes the config on: a config file is a program, which may be slow.
 *
 * @throws {ColonnadeError} the errors of `loadConfig`
 */
export async function loadConfigAndWarn(
  flags: Flags,
  { cwd }: Io,
  { warn, timed }: Talk,
): Promise<LoadedConfig | undefined> {
  const begun = Date.now();
  const config = await loadConfig(cwd, flags.text("config"));
  if (config) timed("config", Date.now() - begun);
  for (const warning of config?.warnings ?? []) warn(warning, cwd);
  return config;
}

/** The names of types that the config has rules for: definitions may use them beside the types of CQL. */
export function customTypesOf(outputs: readonly { readonly types?: object | undefined }[]): ReadonlySet<string> {
  return new Set(outputs.flatMap(({ types = {} }) => Object.keys(types)));
}

/** One output of a keyspace, or the keyspace itself if the config does not have it. */
export interface KeyspaceEntry {
  readonly keyspace: string;
  /** Its settings in the config. */
  readonly settings: Partial<KeyspaceConfig>;
  /** The keyspace's folder of definitions, or a folder of such folders; absolute. */
  readonly definitions: string;
  /** The keyspace's folder itself, if it has been found already. */
  readonly directory?: string;
}

/**
 * Lists the keyspaces to work on: those in `--definitions`, or those of the config file; possibly none.
 *
 * @throws {ColonnadeError} the errors of reading the folder of `--definitions`
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

/** A keyspace with its folder of definitions and its outputs. */
export interface DefinedFolder extends KeyspaceFolder {
  /** The settings of each output. A keyspace that the config does not have has one output, without settings. */
  readonly settings: readonly Partial<KeyspaceConfig>[];
}

/**
 * Lists the keyspaces of a command that works on definitions, each once however many outputs it has.
 *
 * @throws {ColonnadeError} `unknown-keyspace`, `two-definitions`, and the errors of reading folders
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

/** @param flag that chooses one of the folders: `--definitions`, or `--output` for `introspect` */
export function twoDefinitions(keyspace: string, folders: readonly string[], flag: string): ColonnadeError {
  const message = `the config file has the definitions of the keyspace ${keyspace} in ${folders.join(" and in ")}`;
  return new ColonnadeError("two-definitions", message, { next: `choose one: ${flag} ${shellWord(folders[0] ?? "")}` });
}

/** Finds the folder of an entry's keyspace. @throws {ColonnadeError} `unknown-keyspace`, and the errors of reading a folder */
export async function findDirectory({ keyspace, definitions, directory }: KeyspaceEntry): Promise<string> {
  return directory ?? findDefinitionsFolder(keyspace, definitions);
}

/**
 * Returns the entries of the named keyspaces, in the order of the entries; all of them if none is named.
 *
 * @throws {ColonnadeError} `unknown-keyspace`
 */
export function chooseKeyspaces(
  entries: readonly KeyspaceEntry[],
  chosen: readonly string[] | undefined,
): readonly KeyspaceEntry[] {
  const names = new Set(entries.map(({ keyspace }) => keyspace));
  const unknown = chosen?.find((name) => !names.has(name));
  if (unknown !== undefined) throw unknownKeyspace(`unknown keyspace ${unknown}`, unknown, [...names]);
  return chosen ? entries.filter(({ keyspace }) => chosen.includes(keyspace)) : entries;
}

interface SelectedFolders {
  readonly folders: readonly DefinedFolder[];
  /** Whether all keyspaces are selected, so that a missing one counts as dropped. */
  readonly isWhole: boolean;
}

/**
 * Selects the keyspaces of a command that works on definitions: those of `--definitions`, or of the config file; each once,
 * however many outputs it has.
 *
 * @throws {ColonnadeError} `nothing-selected`, `two-definitions`, `unknown-keyspace`, and the errors of finding
 * keyspaces
 */
export async function selectDefined(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<SelectedFolders> {
  const entries = await findEntries(flags, io, config);
  const folders = await findFolders(chooseKeyspaces(entries, flags.list("keyspace")), io.cwd);
  if (folders.length === 0) {
    throw new ColonnadeError("nothing-selected", "there are no definitions", {
      next: "pass their folder: --definitions definitions",
    });
  }
  // With the folder of a single keyspace in --definitions, nothing is known of the others.
  const definitions = flags.text("definitions");
  const isOne = ({ directory }: DefinedFolder): boolean =>
    definitions !== undefined && relative(resolve(io.cwd, definitions), directory) === "";
  const isWhole = flags.text("keyspace") === undefined && !folders.some(isOne);
  return { folders, isWhole };
}
