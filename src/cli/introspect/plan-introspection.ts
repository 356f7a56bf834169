import { basename, join, resolve } from "node:path";
import type { KeyspaceConfig, LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import { patternOf } from "../../plan/overrides.ts";
import type { CqlFile } from "../../source/cql-file/parse-cql-file.ts";
import { findKeyspaces } from "../../source/folder.ts";
import { loadKnownKeyspace } from "../../source/load-known-keyspace.ts";
import type { KnownKeyspace } from "../../source/load-known-keyspace.ts";
import { mayLackUndefinedTables } from "../../source/left-out.ts";
import type { Omission } from "../../source/left-out.ts";
import type { Flags } from "../arguments/command.ts";
import { chooseSources } from "../database/choose-sources.ts";
import type { ReadKeyspace } from "../database/choose-sources.ts";
import { customTypesOf, twoDefinitions } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";

/** The plan of `introspect`, decided before anything is sent. */
interface Introspection {
  readonly keyspace: string;
  /** The keyspace's folder of definitions, absolute. */
  readonly directory: string;
  readonly read: ReadKeyspace;
  /** The keyspace in its definitions as far as they can be read; undefined without any. */
  readonly defined: KnownKeyspace | undefined;
  readonly exclusion: Exclusion;
  /** Type strings that the config accepts. */
  readonly customTypes: ReadonlySet<string>;
}

/**
 * Decides which source to read, and where the result is written.
 *
 * @throws {ColonnadeError} `usage` that names what is missing, `two-definitions`, and the errors of planning the
 * sources
 */
export async function planIntrospection(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
): Promise<Introspection> {
  // Reports a mistake before a missing flag.
  const chosen = chooseSources(flags, io, config);
  const { file } = chosen;
  const keyspace =
    flags.text("keyspace") ?? (file && (await onlyKeyspaceIn(file, config))) ?? onlyKeyspace(config, file);
  const directory = await definitionsFolder(flags, io, config, keyspace);
  const outputs = outputsOf(config, keyspace);
  const customTypes = customTypesOf(outputs);
  const read = await chosen.reach();
  const defined = loadKnownKeyspace(directory, keyspace, { customTypes });
  return { keyspace, directory, read, defined, exclusion: parseExclusion(flags, outputs, defined), customTypes };
}

/** The only keyspace in a file of CQL statements. */
async function onlyKeyspaceIn(file: CqlFile, config: LoadedConfig | undefined): Promise<string | undefined> {
  const { keyspacesIn } = await import("../../source/cql-file/parse-cql-file.ts");
  const [only, ...others] = keyspacesIn(file, customTypesOf(Object.values(config?.keyspaces ?? {}).flat()));
  if (others.length === 0) return only;
  const next = `--keyspace ${[only, ...others].join(" or --keyspace ")}`;
  throw new ColonnadeError("usage", `${file.name} has several keyspaces`, { next });
}

function onlyKeyspace(config: LoadedConfig | undefined, file: CqlFile | undefined): string {
  const [only, ...others] = Object.keys(config?.keyspaces ?? {});
  if (only !== undefined && others.length === 0) return only;
  const next = only === undefined ? "--keyspace shop" : `--keyspace ${[only, ...others].join(" or --keyspace ")}`;
  const reason = file ? `, and ${file.name} names no keyspace: no USE, and no table such as shop.products` : "";
  throw new ColonnadeError("usage", `--keyspace is missing${reason}`, { next });
}

function outputsOf(config: LoadedConfig | undefined, keyspace: string): LoadedConfig["keyspaces"][string] {
  return new Map(Object.entries(config?.keyspaces ?? {})).get(keyspace) ?? [];
}

/** The folder of the keyspace's definitions: `--output`, or the one of the config file. */
async function definitionsFolder(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
  keyspace: string,
): Promise<string> {
  const output = flags.text("output");
  if (output !== undefined) return keyspaceFolder(resolve(io.cwd, output), keyspace);
  const outputs = outputsOf(config, keyspace);
  const found = await Promise.all(outputs.map(({ definitions }) => keyspaceFolder(definitions, keyspace)));
  const [folder, ...others] = new Set(found);
  if (folder === undefined) throw withoutOutput(config, keyspace);
  if (others.length === 0) return folder;
  const shown = [folder, ...others].map((directory) => renderPath(directory, io.cwd));
  throw twoDefinitions(keyspace, shown, "--output");
}

/** The keyspace may be misspelled if the config does not have it. */
function withoutOutput(config: LoadedConfig | undefined, keyspace: string): ColonnadeError {
  const existing = Object.keys(config?.keyspaces ?? {});
  const meant = didYouMean(keyspace, existing);
  const reason = existing.length === 0 ? "" : `, and the config file has no keyspace ${keyspace}`;
  const next =
    meant === undefined ? "--output definitions" : `did you mean --keyspace ${meant}? or pass --output definitions`;
  return new ColonnadeError("usage", `--output is missing${reason}`, { next });
}

/**
 * A folder with the keyspace's name, or with definition files, belongs to the keyspace; any other holds folders of
 * keyspaces.
 */
async function keyspaceFolder(folder: string, keyspace: string): Promise<string> {
  if (basename(folder) === keyspace) return folder;
  // Here, the folder may be missing or empty.
  const found = await findKeyspaces(folder).catch(() => []);
  return found.some(({ directory }) => resolve(directory) === folder) ? folder : join(folder, keyspace);
}

export interface Exclusion extends Required<Omission> {
  /** Whether the flag names a table or user type. */
  readonly isExcluded: (name: string) => boolean;
  readonly mayLack: (name: string) => boolean;
}

/** @throws {ColonnadeError} `usage` for a list with an empty item */
export function parseExclusion(
  flags: Flags,
  outputs: readonly KeyspaceConfig[],
  defined: Keyspace | undefined,
): Exclusion {
  const isExcluded = fitting(flags.list("exclude") ?? []);
  const isUnused = (name: string): boolean => outputs.length > 0 && outputs.every((output) => leavesOut(output, name));
  const { mayLack: isUndefined } = mayLackUndefinedTables(defined);
  return {
    isExcluded,
    mayLack: (name) => isExcluded(name) || (isUnused(name) && isUndefined(name)),
    advise: (names) => `leave them out: introspect --exclude ${names}; or change them in the database`,
  };
}

/** The keyspace, with excluded tables as they are defined, if they are. */
export function keepExcluded(reported: Keyspace, defined: Keyspace | undefined, { isExcluded }: Exclusion): Keyspace {
  const merge = <Thing extends { readonly name: string }>(
    found: readonly Thing[],
    existing: readonly Thing[] = [],
  ): readonly Thing[] => [
    ...found.filter(({ name }) => !isExcluded(name)),
    ...existing.filter(({ name }) => isExcluded(name)),
  ];
  return {
    ...reported,
    tables: merge(reported.tables, defined?.tables),
    userTypes: merge(reported.userTypes, defined?.userTypes),
  };
}

function leavesOut({ include, exclude = [] }: KeyspaceConfig, name: string): boolean {
  return fitting(exclude)(name) || (include !== undefined && !fitting(include)(name));
}

function fitting(patterns: readonly string[]): (name: string) => boolean {
  const all = patterns.map(patternOf);
  return (name) => all.some((pattern) => pattern.test(name));
}
