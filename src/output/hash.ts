import { hash } from "node:crypto";

/** Digits of a hash: 128 bits, more than any two files in the world will share. */
const digits = 32;

const carriageReturn = 0x0d;

/**
 * The first half of the sha256 of some bytes, or of a text as UTF-8, in hexadecimal.
 *
 * A line may end in `\r\n` as well as in `\n`: version control checks files out with either, and they stay the same files.
 */
export function hashOf(content: string | Buffer): string {
  return hash("sha256", withPlainLineEnds(content), "hex").slice(0, digits);
}

export function hasCarriageReturns(content: string | Buffer): boolean {
  return typeof content === "string" ? content.includes("\r") : content.includes(carriageReturn);
}

function withPlainLineEnds(content: string | Buffer): string | Buffer {
  if (!hasCarriageReturns(content)) return content;
  if (typeof content === "string") return content.replaceAll("\r\n", "\n");
  return Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** Two hashes, one of which an older version may have written at full length. */
export function sameHash(one: string, other: string): boolean {
  return one.slice(0, digits) === other.slice(0, digits);
}
