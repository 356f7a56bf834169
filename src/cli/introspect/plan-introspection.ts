import { basename, join, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import { findKeyspaces } from "../../source/files.ts";
import { loadKnownKeyspace } from "../../source/load-known-keyspace.ts";
import type { CqlFile } from "../../source/cql-file/see-cql-file.ts";
import type { KnownKeyspace } from "../../source/load-known-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { parseSources, readCqlFile } from "../database/parse-sources.ts";
import { planAsked } from "../database/plan-asked.ts";
import type { Asked } from "../database/plan-asked.ts";
import { twoDefinitions } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import { parseExclusion } from "./exclusion.ts";
import type { Exclusion } from "./exclusion.ts";

/** The plan of `introspect`, decided before anything is sent. */
export interface Introspection {
  readonly keyspace: string;
  /** The keyspace's folder of definitions, absolute. */
  readonly directory: string;
  readonly asked: Asked;
  /** Loads the keyspace from its files as far as they can be read; undefined without files. */
  readonly files: () => KnownKeyspace | undefined;
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
  parseSources(flags);
  const file = readCqlFile(flags, io);
  const keyspace = flags.text("keyspace") ?? (file && (await onlyKeyspaceIn(file))) ?? onlyKeyspace(config);
  const directory = await definitionsFolder(flags, io, config, keyspace);
  const outputs = outputsOf(config, keyspace);
  const customTypes = new Set(outputs.flatMap(({ types = {} }) => Object.keys(types)));
  const files = (): KnownKeyspace | undefined => loadKnownKeyspace(directory, keyspace, { customTypes });
  const asked = await planAsked(flags, io, config, file);
  return { keyspace, directory, asked, files, exclusion: parseExclusion(flags, outputs, files), customTypes };
}

/** The only keyspace in a file of CQL statements. */
async function onlyKeyspaceIn(file: CqlFile): Promise<string | undefined> {
  const { keyspacesIn } = await import("../../source/cql-file/see-cql-file.ts");
  const [only, ...others] = keyspacesIn(file);
  if (others.length === 0) return only;
  const next = `--keyspace ${[only, ...others].join(" or --keyspace ")}`;
  throw new ColonnadeError("usage", `${file.name} has several keyspaces`, { next });
}

function onlyKeyspace(config: LoadedConfig | undefined): string {
  const [only, ...others] = Object.keys(config?.keyspaces ?? {});
  if (only !== undefined && others.length === 0) return only;
  const next = only === undefined ? "--keyspace shop" : `--keyspace ${[only, ...others].join(" or --keyspace ")}`;
  throw new ColonnadeError("usage", "--keyspace is missing", { next });
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
  const known = Object.keys(config?.keyspaces ?? {});
  const meant = didYouMean(keyspace, known);
  const reason = known.length === 0 ? "" : `, and the config file has no keyspace ${keyspace}`;
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
