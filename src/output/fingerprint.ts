import { hashOf } from "./hash.ts";

/** The generator of a run from the sources of Colonnade, which cannot be told from other versions. */
export const fromSources = "source";

/** The inputs of all files of a run, besides the definitions of their tables. */
export interface RunInputs {
  /** The keyspace of the bindings. */
  readonly keyspace: string;
  /** The version of Colonnade and its build, `0.1.0+4f2a09c1`, or `fromSources`. */
  readonly generator: string;
  /** A hash of the target's settings and the user's formatter. */
  readonly settings: string;
  /** A hash of the user types, since any table can use any of them. */
  readonly userTypes: string;
}

/**
 * The fingerprint of a file: a hash of everything that it is generated from. The same fingerprint means the same file.
 *
 * It includes the inputs of the run, although the head of the manifest lists them too. Version control merges manifests
 * line by line, so a line from an older version or other settings must not pass for one of this run.
 *
 * @param own the file's own inputs: its definition and its given names
 */
export function fingerprintOf(
  { generator, settings, userTypes }: Omit<RunInputs, "keyspace">,
  own: readonly string[],
): string {
  return hashOf(JSON.stringify([generator, settings, userTypes, ...own]));
}
