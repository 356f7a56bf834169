import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { isWithin, manifestName } from "../../output/index.ts";
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
    const outputs = validateOutputs(entries, ({ settings }) => settings.output, cwd);
    return new Map([...outputs].filter(([entry]) => chosen.includes(entry)));
  }
  const several = new Set(entries.map(({ keyspace }) => keyspace)).size > 1;
  if (several) refuseSingleOutput(resolve(cwd, output), cwd);
  return validateOutputs(chosen, ({ keyspace }) => resolve(cwd, output, several ? keyspace : ""), cwd);
}

/** A single keyspace is written into the folder itself; with several keyspaces, those files would never be removed. */
function refuseSingleOutput(folder: string, cwd: string): void {
  if (!existsSync(join(folder, manifestName))) return;
  const message = `${renderPath(folder, cwd)} holds the files of a single keyspace, from an earlier run`;
  throw new ColonnadeError("old-output", message, {
    next: `remove them with ${manifestName}, or choose another folder with --output`,
  });
}

function validateOutputs(
  entries: readonly KeyspaceEntry[],
  outputOf: (entry: KeyspaceEntry) => string | undefined,
  cwd: string,
): ReadonlyMap<KeyspaceEntry, string> {
  const outputs = new Map<KeyspaceEntry, string>();
  const owners = new Map<string, string>();
  for (const entry of entries) {
    const output = outputOf(entry);
    if (output === undefined) continue;
    const { keyspace, settings } = entry;
    const other = owners.get(resolve(output));
    if (other === keyspace) throw twoOutputs(renderPath(output, cwd), keyspace, output === settings.output);
    if (other !== undefined) throw sameFolder(renderPath(output, cwd), keyspace, `the files of ${other}`);
    owners.set(resolve(output), keyspace);
    outputs.set(entry, output);
  }
  return outputs;
}

/** Rejects an output that is the folder of the definitions, or inside it. */
export function validateOutput(output: string, keyspace: string, definitions: string, cwd: string): void {
  if (!isWithin(definitions, output)) return;
  throw sameFolder(renderPath(output, cwd), keyspace, `the definitions of ${keyspace}`);
}

function sameFolder(output: string, keyspace: string, other: string): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} would hold the files of ${keyspace} and ${other}`, {
    next: `give ${keyspace} an output folder of its own, such as ${join("src", "db", keyspace)}`,
  });
}

function twoOutputs(output: string, keyspace: string, isConfigured: boolean): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} would hold two outputs of ${keyspace}`, {
    next: isConfigured ? "give each a folder of its own" : "omit --output: the config file has a folder for each",
  });
}
