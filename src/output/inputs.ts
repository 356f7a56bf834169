import { hashOf } from "./hash.ts";

/** What a whole run has in common. */
export interface Origin {
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
 * What a file is made from, as one hash: with the same inputs it would be the same file.
 *
 * The origin is in it, and not only at the head of the manifest: version control merges manifests line by line, and a line
 * of an older version or of other settings must not pass for one of ours.
 *
 * @param own what concerns the file beside the origin: its definition, the names that it was given
 */
export function inputsOf({ generator, settings, userTypes }: Omit<Origin, "keyspace">, own: readonly string[]): string {
  return hashOf(JSON.stringify([generator, settings, userTypes, ...own]));
}
