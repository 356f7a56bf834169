import { relative, resolve } from "node:path";
import { loadConfig } from "../config/index.ts";
import type { LoadedConfig } from "../config/index.ts";
import { ColonnadeError, didYouMean } from "../errors.ts";
import { findKeyspaces } from "../source/files.ts";
import type { KeyspaceFolder } from "../source/files.ts";
import type { Flags } from "./command.ts";
import type { Io } from "./io.ts";

export interface KeyspaceFolders {
  readonly config: LoadedConfig | undefined;
  readonly folders: readonly KeyspaceFolder[];
}

/**
 * The keyspaces that a command works on: what `--definitions` holds, or else what the config file names; maybe none.
 *
 * @throws {ColonnadeError} `unknown-keyspace`, and what loading a config or looking into a folder finds
 */
export async function findFolders(flags: Flags, io: Io): Promise<KeyspaceFolders> {
  const config = await loadConfig(io.cwd, flags.text("config"));
  const definitions = flags.text("definitions");
  if (definitions !== undefined) return { config, folders: await findKeyspaces(resolve(io.cwd, definitions)) };
  const entries = Object.entries(config?.keyspaces ?? {});
  return {
    config,
    folders: await Promise.all(entries.map(([keyspace, { definitions }]) => findFolder(definitions, keyspace))),
  };
}

/** The folder of one keyspace: the one in it that has the keyspace's name, or the folder itself, whatever its name. */
async function findFolder(definitions: string, keyspace: string): Promise<KeyspaceFolder> {
  const found = await findKeyspaces(definitions);
  const named = found.find((candidate) => candidate.keyspace === keyspace);
  if (named) return named;
  const itself = found.find(({ directory }) => relative(directory, definitions) === "");
  if (itself) return { keyspace, directory: itself.directory };
  const names = found.map((candidate) => candidate.keyspace);
  const meant = didYouMean(keyspace, names);
  const next = meant === undefined ? `it has ${names.join(", ") || "none"}` : `did you mean ${meant}?`;
  throw new ColonnadeError("unknown-keyspace", `${definitions} has no keyspace ${keyspace}`, { next });
}
