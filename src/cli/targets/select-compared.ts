import { relative, resolve } from "node:path";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { chooseKeyspaces, findEntries, findFolders } from "./keyspace-folders.ts";
import type { DefinedFolder } from "./keyspace-folders.ts";

export interface ComparedFolders {
  readonly folders: readonly DefinedFolder[];
  /** Whether all keyspaces are selected, so that a missing one counts as dropped. */
  readonly isWhole: boolean;
}

/**
 * Selects the keyspaces to compare: those of `--definitions`, or of the config file; each once, however many outputs it
 * has.
 *
 * @throws {ColonnadeError} `nothing-selected`, `two-definitions`, `unknown-keyspace`, and the errors of finding
 * keyspaces
 */
export async function selectCompared(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<ComparedFolders> {
  const entries = await findEntries(flags, io, config);
  const folders = await findFolders(chooseKeyspaces(entries, flags.list("keyspace")), io.cwd);
  if (folders.length === 0) {
    throw new ColonnadeError("nothing-selected", "there are no definitions to compare", {
      next: "pass their folder: --definitions definitions",
    });
  }
  const definitions = flags.text("definitions");
  const isOne = ({ directory }: DefinedFolder): boolean =>
    definitions !== undefined && relative(resolve(io.cwd, definitions), directory) === "";
  const isWhole = flags.text("keyspace") === undefined && !folders.some(isOne);
  return { folders, isWhole };
}
