import { basename, join, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import { findKeyspaces, loadKnownKeyspace } from "../../source/files.ts";
import type { KnownKeyspace } from "../../source/files.ts";
import type { Flags } from "../arguments/command.ts";
import { parseSources } from "../database/parse-sources.ts";
import { planAsked } from "../database/plan-asked.ts";
import type { Asked } from "../database/plan-asked.ts";
import { twoDefinitions } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import { parseExclusion } from "./exclusion.ts";
import type { Exclusion } from "./exclusion.ts";

/** What `introspect` needs to know, decided before anything is sent. */
export interface Introspection {
  readonly keyspace: string;
  /** The keyspace's folder of definitions, absolute. */
  readonly directory: string;
  readonly asked: Asked;
  /** Loads the keyspace as far as its files can be read; undefined where there are none. */
  readonly files: () => KnownKeyspace | undefined;
  readonly exclusion: Exclusion;
  /** Texts of types that the config allows. */
  readonly customTypes: ReadonlySet<string>;
}

/**
 * Decides whom to ask for what, and where it goes.
 *
 * @throws {ColonnadeError} `usage` that names what is missing, `two-definitions`, and what planning whom to ask finds
 */
export async function planIntrospection(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
): Promise<Introspection> {
  // A mistake is told before what is missing.
  parseSources(flags);
  const keyspace = flags.text("keyspace") ?? onlyKeyspace(config);
  const directory = await definitionsFolder(flags, io, config, keyspace);
  const outputs = outputsOf(config, keyspace);
  const customTypes = new Set(outputs.flatMap(({ types = {} }) => Object.keys(types)));
  const files = (): KnownKeyspace | undefined => loadKnownKeyspace(directory, keyspace, { customTypes });
  const asked = await planAsked(flags, io, config);
  return { keyspace, directory, asked, files, exclusion: parseExclusion(flags, outputs, files), customTypes };
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

/** Where the keyspace's definitions go: `--output`, or else where the config file says that they are. */
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

/** A keyspace that the config does not name may be a slip of the pen. */
function withoutOutput(config: LoadedConfig | undefined, keyspace: string): ColonnadeError {
  const known = Object.keys(config?.keyspaces ?? {});
  const meant = didYouMean(keyspace, known);
  const reason = known.length === 0 ? "" : `, and the config file has no keyspace ${keyspace}`;
  const next =
    meant === undefined ? "--output definitions" : `did you mean --keyspace ${meant}? or give --output definitions`;
  return new ColonnadeError("usage", `--output is missing${reason}`, { next });
}

/** A folder that has the keyspace's name, or definition files, is the keyspace's; any other holds folders of keyspaces. */
async function keyspaceFolder(folder: string, keyspace: string): Promise<string> {
  if (basename(folder) === keyspace) return folder;
  // A folder that is missing or empty has no keyspaces, and that is no mistake here.
  const found = await findKeyspaces(folder).catch(() => []);
  return found.some(({ directory }) => resolve(directory) === folder) ? folder : join(folder, keyspace);
}
