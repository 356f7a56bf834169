/**
 * Decides which of two writes of one cell remains, whatever the order in which they come.
 *
 * The later one does. Of two with one time: a deletion, then one that expires, then the later end, then the greater bytes,
 * as in the database.
 */
import type { Cell } from "./stamp.ts";

/** Whether a cell takes the place of another. A marker of a row is a cell without bytes. */
export function wins(one: Cell, other: Cell): boolean {
  if (one.writtenAt !== other.writtenAt) return one.writtenAt > other.writtenAt;
  const isBounded = one.expiresAt !== Infinity;
  if (isBounded !== (other.expiresAt !== Infinity)) return isBounded;
  if (one.bytes === null || other.bytes === null) return one.bytes === null && other.bytes !== null;
  if (one.expiresAt !== other.expiresAt) return one.expiresAt > other.expiresAt;
  return Buffer.compare(one.bytes, other.bytes) > 0;
}
