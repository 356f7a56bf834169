import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { refuseSharedFolders } from "../../generate/output-folders.ts";
import { manifestName } from "../../output/index.ts";
import type { KeyspaceEntry } from "./keyspace-folders.ts";
import { renderPath } from "../terminal/messages.ts";

export interface Placing {
  readonly cwd: string;
  /** The folder of `--output`, which overrides those of the config file. */
  readonly output: string | undefined;
}

/**
 * Decides the output folder of each entry: no two entries share one, since they would remove each other's files.
 *
 * @param entries of all keyspaces: one of several keeps its folder even if it is the only one selected
 * @returns the folders of selected entries that have one
 * @throws {ColonnadeError} `same-folder`, `old-output`
 */
export function placeOutputs(
  entries: readonly KeyspaceEntry[],
  chosen: readonly KeyspaceEntry[],
  { cwd, output }: Placing,
): ReadonlyMap<KeyspaceEntry, string> {
  if (output === undefined) {
    // Compares all entries: a run for an entry that is not selected now would remove what this run writes.
    const outputs = placeEach(entries, ({ settings }) => settings.output, cwd);
    return new Map([...outputs].filter(([entry]) => chosen.includes(entry)));
  }
  const several = new Set(entries.map(({ keyspace }) => keyspace)).size > 1;
  if (several) refuseSingleOutput(resolve(cwd, output), cwd);
  const next = "omit --output: the config file has a folder for each";
  return placeEach(chosen, ({ keyspace }) => resolve(cwd, output, several ? keyspace : ""), cwd, next);
}

/** A single keyspace is written into the folder itself; with several keyspaces, those files would never be removed. */
function refuseSingleOutput(folder: string, cwd: string): void {
  if (!existsSync(join(folder, manifestName))) return;
  const message = `${renderPath(folder, cwd)} holds the files of a single keyspace, from an earlier run`;
  throw new ColonnadeError("old-output", message, {
    next: `remove them with ${manifestName}, or choose another folder with --output`,
  });
}

/** Places every entry that has an output. @param next what to do about two outputs of one keyspace */
function placeEach(
  entries: readonly KeyspaceEntry[],
  outputOf: (entry: KeyspaceEntry) => string | undefined,
  cwd: string,
  next?: string,
): ReadonlyMap<KeyspaceEntry, string> {
  const placed = entries.flatMap((entry): [KeyspaceEntry, string][] => {
    const output = outputOf(entry);
    return output === undefined ? [] : [[entry, resolve(output)]];
  });
  const outputs = placed.map(([{ keyspace }, output]) => ({ keyspace, output }));
  refuseSharedFolders(outputs, { render: (folder) => renderPath(folder, cwd), ...(next !== undefined && { next }) });
  return new Map(placed);
}
