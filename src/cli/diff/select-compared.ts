import { relative, resolve } from "node:path";
import type { KeyspaceConfig, LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Flags } from "../command.ts";
import type { Io } from "../io.ts";
import { chooseKeyspaces, findDirectory, findEntries, twoDefinitions } from "../keyspace-folders.ts";
import { renderPath } from "../render-fault.ts";
import { parseList } from "../target-flags.ts";

/** A keyspace to compare, with what is generated of it. */
export interface ComparedFolder {
  readonly keyspace: string;
  /** Its folder of definitions, absolute. */
  readonly directory: string;
  /** Of each output; none where the config says nothing of the keyspace. */
  readonly settings: readonly Partial<KeyspaceConfig>[];
}

export interface ComparedFolders {
  readonly folders: readonly ComparedFolder[];
  /** Whether nobody chose among the keyspaces, so that one that is gone counts as dropped. */
  readonly isWhole: boolean;
  readonly config: LoadedConfig | undefined;
}

/**
 * The keyspaces to compare: those of `--definitions`, or of the config file; each once, however many outputs it has.
 *
 * @throws {ColonnadeError} `nothing-selected`, `two-definitions`, `unknown-keyspace`, and what looking for keyspaces finds
 */
export async function selectCompared(flags: Flags, io: Io): Promise<ComparedFolders> {
  const { config, entries } = await findEntries(flags, io);
  const folders = new Map<string, ComparedFolder>();
  for (const entry of chooseKeyspaces(entries, parseList(flags, "keyspace"))) {
    const { keyspace } = entry;
    const directory = await findDirectory(entry);
    const other = folders.get(keyspace);
    if (other && relative(other.directory, directory) !== "") {
      const both = [other.directory, directory].map((folder) => renderPath(folder, io.cwd));
      throw twoDefinitions(keyspace, both, "--definitions");
    }
    folders.set(keyspace, { keyspace, directory, settings: [...(other?.settings ?? []), entry.settings] });
  }
  if (folders.size === 0) {
    throw new ColonnadeError("nothing-selected", "there are no definitions to compare", {
      next: "name their folder: --definitions definitions",
    });
  }
  const definitions = flags.text("definitions");
  const isOne = ({ directory }: ComparedFolder): boolean =>
    definitions !== undefined && relative(resolve(io.cwd, definitions), directory) === "";
  const isWhole = flags.text("keyspace") === undefined && ![...folders.values()].some(isOne);
  return { folders: [...folders.values()], isWhole, config };
}
