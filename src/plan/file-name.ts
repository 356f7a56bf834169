import { nameHash } from "@colonnade/runtime/protocol";

/** Names that our own modules have, and names that some file system keeps for itself. */
const taken = /^(?:index|zod|user-types|ids|asserts|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Leaves room for the endings within the 255 bytes that file systems allow. */
const longest = 200;

/**
 * The file name of a table's modules, without ending: `"products"` stays, `"Index"` is `"x49_ndex"`.
 *
 * Capitals are escaped, since some file systems do not tell them from small letters; so is the first letter of a name that
 * is taken, and an `x` that would look like an escape; a name that is too long ends in its hash, as an escape of eight
 * digits, which no character has. Two tables never get the same name.
 */
export function fileNameOf(table: string): string {
  const name = table.replace(/[^a-z0-9_]|x(?=[0-9a-f]+_)/g, escaped);
  const free = taken.test(name) ? escaped(name[0] ?? "") + name.slice(1) : name;
  return free.length <= longest ? free : `${free.slice(0, longest - 10)}x${nameHash(table)}_`;
}

function escaped(character: string): string {
  return `x${(character.codePointAt(0) ?? 0).toString(16)}_`;
}
