import { hashOf } from "./hash.ts";

/** What all files of a run are made from, besides the definitions of their tables. */
export interface RunInputs {
  /** The keyspace whose bindings they are. */
  readonly keyspace: string;
  /** The version of Colonnade. */
  readonly generator: string;
  /** A hash of the target's settings, and of the user's formatter. */
  readonly settings: string;
  /** A hash of the user types: any of them can be in any table. */
  readonly userTypes: string;
}

/**
 * The fingerprint of a file, a hash of all that it is made from: with the same one it would be the same file.
 *
 * The inputs of the run are part of it, not only of the manifest's head. Version control merges manifests line by line, and a
 * line of an older version or of other settings must not pass for one of this run.
 *
 * @param own what concerns the file besides: its definition, the names that it was given
 */
export function fingerprintOf(
  { generator, settings, userTypes }: Omit<RunInputs, "keyspace">,
  own: readonly string[],
): string {
  return hashOf(JSON.stringify([generator, settings, userTypes, ...own]));
}
