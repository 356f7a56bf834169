/** Names that some file system keeps for itself. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Leaves room for the endings within the 255 bytes that file systems allow. */
const longest = 200;

export interface StemRules {
  /** Whether a stem is in use for something else. @default none is */
  readonly isTaken?: (stem: string) => boolean;
  /** Eight hex digits for a name that is too long. */
  readonly hash: (name: string) => string;
}

/**
 * The name of a file for something that is called so in the database, without ending: `"products"` stays, `"Index"` is
 * `"x49_ndex"`. It is the same on every machine.
 *
 * Capitals are escaped, since some file systems do not tell them from small letters; so is the first letter of a name that
 * is taken, and an `x` that would look like an escape; a name that is too long ends in its hash, as an escape of eight
 * digits, which no character has. Two names never get the same stem.
 */
export function fileStemOf(name: string, { isTaken = () => false, hash }: StemRules): string {
  const stem = name.replace(/[^a-z0-9_]|x(?=[0-9a-f]+_)/g, escaped);
  const free = reserved.test(stem) || isTaken(stem) ? escaped(stem[0] ?? "") + stem.slice(1) : stem;
  return free.length <= longest ? free : `${free.slice(0, longest - 10)}x${hash(name)}_`;
}

function escaped(character: string): string {
  return `x${(character.codePointAt(0) ?? 0).toString(16)}_`;
}
