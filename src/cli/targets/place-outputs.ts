import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { isWithin, manifestName } from "../../output/index.ts";
import type { KeyspaceEntry } from "./keyspace-folders.ts";
import { renderPath } from "../terminal/messages.ts";

export interface Placing {
  readonly cwd: string;
  /** The folder that `--output` names, in place of those of the config file. */
  readonly output: string | undefined;
}

/**
 * Decides where the files of each entry go: no two in one folder, where they would remove each other's.
 *
 * @param entries all that there are: a keyspace among several keeps its folder when it alone is chosen
 * @returns not of entries of which nothing says it, nor of those that are not chosen
 * @throws {ColonnadeError} `same-folder`, `old-output`
 */
export function placeOutputs(
  entries: readonly KeyspaceEntry[],
  chosen: readonly KeyspaceEntry[],
  { cwd, output }: Placing,
): ReadonlyMap<KeyspaceEntry, string> {
  if (output === undefined) {
    // All of them are compared: a run for one that is not chosen now would remove what this run writes.
    const outputs = validateOutputs(entries, ({ settings }) => settings.output, cwd);
    return new Map([...outputs].filter(([entry]) => chosen.includes(entry)));
  }
  const several = new Set(entries.map(({ keyspace }) => keyspace)).size > 1;
  if (several) refuseSingleOutput(resolve(cwd, output), cwd);
  return validateOutputs(chosen, ({ keyspace }) => resolve(cwd, output, several ? keyspace : ""), cwd);
}

/** A keyspace that was alone wrote into the folder itself; beside folders of several, nobody would remove its files. */
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

/** Refuses an output that is the folder of the definitions, or in it. */
export function validateOutput(output: string, keyspace: string, definitions: string, cwd: string): void {
  if (!isWithin(definitions, output)) return;
  throw sameFolder(renderPath(output, cwd), keyspace, `the definitions of ${keyspace}`);
}

function sameFolder(output: string, keyspace: string, other: string): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} is to hold the files of ${keyspace} and ${other}`, {
    next: `give ${keyspace} an output folder of its own, such as ${join("src", "db", keyspace)}`,
  });
}

function twoOutputs(output: string, keyspace: string, isConfigured: boolean): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} is to hold two outputs of ${keyspace}`, {
    next: isConfigured ? "give each a folder of its own" : "leave --output away: the config file has a folder for each",
  });
}
