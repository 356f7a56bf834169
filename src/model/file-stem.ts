/** Names that some file system reserves. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Leaves room for file endings within the 255 bytes that file systems allow. */
const longest = 200;

interface StemRules {
  /** Whether a stem is used for something else. @default no stem is */
  readonly isTaken?: (stem: string) => boolean;
  /** Eight hex digits for a name that is too long. */
  readonly hash: (name: string) => string;
}

/**
 * The file name, without ending, for a name in the database: `"products"` is unchanged, `"Index"` is `"x49_ndex"`. It
 * is the same on every machine.
 *
 * Escapes capitals, since some file systems ignore letter case; the first letter of a name that is in use; and an `x`
 * that would look like an escape. A name that is too long ends in its hash, written as an escape of eight digits, which
 * no character has. Different names always have different stems.
 */
export function fileStemOf(name: string, { isTaken = () => false, hash }: StemRules): string {
  const stem = name.replace(/[^a-z0-9_]|x(?=[0-9a-f]+_)/g, escaped);
  const free = reserved.test(stem) || isTaken(stem) ? escaped(stem[0] ?? "") + stem.slice(1) : stem;
  return free.length <= longest ? free : `${free.slice(0, longest - 10)}x${hash(name)}_`;
}

function escaped(character: string): string {
  return `x${(character.codePointAt(0) ?? 0).toString(16)}_`;
}
