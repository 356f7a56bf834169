/**
 * The times of a cell in its stored form: when it was written, in 8 bytes, and when it ends, in milliseconds as a double.
 *
 * A deleted cell has no bytes, and the negative time of its deletion for an end.
 */

/** When something was written, and when it ends or was deleted. */
export interface Stamp {
  readonly writtenAt: Time;
  /** When it expires, or, of something deleted (`bytes: null`), when it was deleted: milliseconds since 1970. Infinity for no end. */
  readonly expiresAt: number;
}

export interface Cell extends Stamp {
  /** Null for a deleted cell, which suppresses older writes. */
  readonly bytes: Buffer | null;
}

/**
 * Whether a cell takes the place of another, whatever the order in which they come. A row's marker is a cell with empty bytes.
 *
 * The one written later does. Of two with the same write time, as in the database, these win, in this order: one with an end,
 * whether it expires or was deleted then, over one without; a deletion; the later end; the greater bytes.
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

/** Whether the stamp is one of something deleted: its end is negative, and so has the highest bit set. */
export function isDeletedAt(row: Buffer, offset: number): boolean {
  return (row[offset + 8] as number) > 0x7f;
}

/** How the double Infinity begins. */
const never = 0x7ff0;

/** Whether the stamp has ended; one of something deleted has. */
export function endsAt(row: Buffer, offset: number, nowMs: number): boolean {
  return readUint16(row, offset + 8) !== never && row.readDoubleBE(offset + 8) <= nowMs;
}

/** Two bytes as a number. Node's method checks its arguments on each call, and a page has thousands of them. */
export function readUint16(bytes: Buffer, offset: number): number {
  return ((bytes[offset] as number) << 8) | (bytes[offset + 1] as number);
}

/** Four bytes as a number. */
export function readUint32(bytes: Buffer, offset: number): number {
  return readUint16(bytes, offset) * 0x10000 + readUint16(bytes, offset + 2);
}

export const noBytes = Buffer.alloc(0);

export function writeStamp(row: Buffer, offset: number, { writtenAt, expiresAt }: Stamp, isDeleted = false): number {
  writeTime(row, offset, writtenAt);
  return row.writeDoubleBE(isDeleted ? -expiresAt : expiresAt, offset + 8);
}

export function readStamp(row: Buffer, offset: number, isCurrentFormat: boolean): Stamp {
  const writtenAt = isCurrentFormat ? readTime(row, offset) : row.readDoubleBE(offset);
  return { writtenAt, expiresAt: Math.abs(row.readDoubleBE(offset + 8)) };
}

/** @param stamp where its stamp begins @param start where its bytes begin @param end where they end */
export function readCell(row: Buffer, stamp: number, start: number, end: number, isCurrentFormat: boolean): Cell {
  const { writtenAt, expiresAt } = readStamp(row, stamp, isCurrentFormat);
  return { writtenAt, expiresAt, bytes: isDeletedAt(row, stamp) ? null : row.subarray(start, end) };
}

export function writeSized(row: Buffer, offset: number, bytes: Buffer): number {
  const start = row.writeUInt32BE(bytes.length, offset);
  row.set(bytes, start);
  return start + bytes.length;
}

/**
 * Write times: 64-bit microseconds since 1970.
 *
 * A number if that is exact, as for every clock, or else a bigint. So equal times are equal by `===`, and `<` compares both
 * kinds.
 */
export type Time = number | bigint;

export function timeOf(micros: bigint): Time {
  const time = Number(micros);
  return Number.isSafeInteger(time) ? time : micros;
}

export function microsOf(time: Time): bigint {
  return BigInt(time);
}

/** The time at which a whole collection is emptied before it is set. */
export function justBefore(time: Time): Time {
  return typeof time === "bigint" ? timeOf(time - 1n) : exact(time - 1);
}

function exact(time: number): Time {
  return Number.isSafeInteger(time) ? time : BigInt(time);
}

const wordSize = 2 ** 32;
/** The limit of the upper word of a time that is a safe integer. */
const safeUpper = 2 ** 21;

export const timeLength = 8;

/** Writes eight bytes. @returns the offset after them */
export function writeTime(bytes: Buffer, offset: number, time: Time): number {
  if (typeof time === "bigint") return bytes.writeBigInt64BE(time, offset);
  const lower = time >>> 0;
  const upper = (time - lower) / wordSize;
  // Each stored cell has a time: writing single bytes takes a third of the time of two calls.
  bytes[offset] = upper >>> 24;
  bytes[offset + 1] = upper >>> 16;
  bytes[offset + 2] = upper >>> 8;
  bytes[offset + 3] = upper;
  bytes[offset + 4] = lower >>> 24;
  bytes[offset + 5] = lower >>> 16;
  bytes[offset + 6] = lower >>> 8;
  bytes[offset + 7] = lower;
  return offset + timeLength;
}

export function readTime(bytes: Buffer, offset: number): Time {
  const upper = bytes.readInt32BE(offset);
  if (upper >= safeUpper || upper < -safeUpper) return bytes.readBigInt64BE(offset);
  return exact(upper * wordSize + bytes.readUInt32BE(offset + 4));
}
