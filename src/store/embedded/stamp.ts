/**
 * The times of a cell in its stored form: when it was written, in 8 bytes, and when it ends, in milliseconds as a double.
 *
 * A negative end is that of something deleted then: such a cell has no bytes.
 */
import { readTime, writeTime } from "./times.ts";
import type { Time } from "./times.ts";

/** When something was written, and when it ends or was deleted. */
export interface Stamp {
  readonly writtenAt: Time;
  /** Milliseconds since 1970, or Infinity. */
  readonly expiresAt: number;
}

export interface Cell extends Stamp {
  /** Null for a deleted cell, which suppresses older writes. */
  readonly bytes: Buffer | null;
}

/**
 * Whether a cell takes the place of another, whatever the order in which they come. A marker of a row is a cell without bytes.
 *
 * The later one does. Of two with one time: a deletion, then one that expires, then the later end, then the greater bytes,
 * as in the database.
 */
export function wins(one: Cell, other: Cell): boolean {
  if (one.writtenAt !== other.writtenAt) return one.writtenAt > other.writtenAt;
  const isBounded = one.expiresAt !== Infinity;
  if (isBounded !== (other.expiresAt !== Infinity)) return isBounded;
  if (one.bytes === null || other.bytes === null) return one.bytes === null && other.bytes !== null;
  if (one.expiresAt !== other.expiresAt) return one.expiresAt > other.expiresAt;
  return Buffer.compare(one.bytes, other.bytes) > 0;
}

export const stampLength = 16;
export const sizeLength = 4;

/** Whether the stamp is one of something deleted. */
export function isDeletedAt(row: Buffer, offset: number): boolean {
  return (row[offset + 8] as number) > 0x7f;
}

/** How the double Infinity begins. */
const never = 0x7ff0;

/** Whether the stamp has ended. */
export function endsAt(row: Buffer, offset: number, nowMs: number): boolean {
  return row.readUInt16BE(offset + 8) !== never && row.readDoubleBE(offset + 8) <= nowMs;
}

export const noBytes = Buffer.alloc(0);

export function writeStamp(row: Buffer, offset: number, { writtenAt, expiresAt }: Stamp, isDeleted = false): number {
  writeTime(row, offset, writtenAt);
  return row.writeDoubleBE(isDeleted ? -expiresAt : expiresAt, offset + 8);
}

export function readStamp(row: Buffer, offset: number, isCurrent: boolean): Stamp {
  const writtenAt = isCurrent ? readTime(row, offset) : row.readDoubleBE(offset);
  return { writtenAt, expiresAt: Math.abs(row.readDoubleBE(offset + 8)) };
}

export function readCell(row: Buffer, stamp: number, start: number, end: number, isCurrent: boolean): Cell {
  const { writtenAt, expiresAt } = readStamp(row, stamp, isCurrent);
  return { writtenAt, expiresAt, bytes: isDeletedAt(row, stamp) ? null : row.subarray(start, end) };
}

export function writeSized(row: Buffer, offset: number, bytes: Buffer): number {
  const start = row.writeUInt32BE(bytes.length, offset);
  row.set(bytes, start);
  return start + bytes.length;
}
