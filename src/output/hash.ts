import { hash } from "node:crypto";

/** Digits of a hash: 128 bits, more than any two files in the world will share. */
const digits = 32;

/** The first half of the sha256 of some bytes, or of a text as UTF-8, in hexadecimal. */
export function hashOf(content: string | Uint8Array): string {
  return hash("sha256", content, "hex").slice(0, digits);
}

/** Two hashes, one of which an older version may have written at full length. */
export function sameHash(one: string, other: string): boolean {
  return one.slice(0, digits) === other.slice(0, digits);
}
