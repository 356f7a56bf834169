import { hash } from "node:crypto";

/** Digits of a hash: 128 bits, enough to make collisions practically impossible. */
const digits = 32;

const carriageReturn = 0x0d;

/**
 * The first half of the SHA-256 of bytes, or of a text as UTF-8, in hexadecimal.
 *
 * Treats `\r\n` like `\n`, since version control checks out files with either.
 */
export function hashOf(content: string | Uint8Array): string {
  return hash("sha256", withPlainLineEnds(content), "hex").slice(0, digits);
}

export function hasCarriageReturns(content: string | Uint8Array): boolean {
  return typeof content === "string" ? content.includes("\r") : content.includes(carriageReturn);
}

function withPlainLineEnds(content: string | Uint8Array): string | Uint8Array {
  if (!hasCarriageReturns(content)) return content;
  if (typeof content === "string") return content.replaceAll("\r\n", "\n");
  return Buffer.from(Buffer.from(content).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** Whether two hashes are equal. Older versions wrote them at full length. */
export function sameHash(one: string, other: string): boolean {
  return one.slice(0, digits) === other.slice(0, digits);
}
