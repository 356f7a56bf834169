/**
 * The keys of entries, which lead from a value or from a time to the key of a row.
 *
 *     02 | index id, 4 | value | key of the row without its table   a row with this value
 *     03 | milliseconds since 1970, 8 | key of the row without 01   a cell or marker of the row expires then
 *
 * The value of an entry of an index is the length of its value, sealed: values of different lengths may begin alike.
 */
import { createHash } from "node:crypto";
import { endOf, marks, numberedKey, tableKey, tableLength } from "../rows/key.ts";
import { seal, unseal } from "../rows/seal.ts";

const markLength = 1;
const expiryLength = 9;

/** Longer values are cut and hashed: keys stay short, still sort by how the value begins, and a hit is checked anyway. */
const longestValue = 512;
const hashLength = 32;

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** @param ordered the value in its ordered form */
export function indexEntry(id: number, ordered: Buffer, rowKey: Buffer): Entry {
  const value = shortened(ordered);
  const key = Buffer.concat([numberedKey(marks.index, id), value, rowKey.subarray(tableLength)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return { key, value: seal(key, length) };
}

/** Where the entries of a value begin, for rows whose keys begin with `rowsFrom`. */
export function entriesOfValue(id: number, ordered: Buffer, rowsFrom: Buffer = tableKey(id)): Buffer {
  return Buffer.concat([numberedKey(marks.index, id), shortened(ordered), rowsFrom.subarray(tableLength)]);
}

/**
 * Keys between which lie the entries of all values of a range, and perhaps some beside it.
 *
 * @param from in ordered form; undefined for the least value
 */
export function entriesOfRange(
  id: number,
  from: Buffer | undefined,
  to: Buffer | undefined,
): { readonly gte: Buffer; readonly lt: Buffer } {
  const all = numberedKey(marks.index, id);
  // A value that was cut is among those that begin like it.
  const place = (ordered: Buffer): Buffer => Buffer.concat([all, ordered.subarray(0, longestValue - hashLength)]);
  return { gte: from ? place(from) : all, lt: endOf(to ? place(to) : all) };
}

/** The length of the value's part in the key that `entriesOfValue` begins with. */
export function valueLength(ordered: Buffer): number {
  return Math.min(ordered.length, longestValue);
}

/**
 * The length of the value and the key of the row.
 *
 * @param tableId of the index's table
 * @throws {StoreError} `damaged`
 */
export function parseIndexEntry(
  { key, value }: Entry,
  tableId: number,
  what: string,
): { readonly length: number; readonly rowKey: Buffer } {
  const length = unseal(key, value, what).readUInt16BE();
  return { length, rowKey: Buffer.concat([tableKey(tableId), key.subarray(tableLength + length)]) };
}

export function expiryEntry(expiresAt: number, rowKey: Buffer): Entry {
  return { key: Buffer.concat([expiryKey(expiresAt), rowKey.subarray(markLength)]), value: Buffer.alloc(0) };
}

/** Where the entries of a time begin. */
export function expiryKey(expiresAt: number): Buffer {
  const key = Buffer.alloc(expiryLength);
  key[0] = marks.expiry;
  // Cells of an earlier version may end within a millisecond.
  key.writeBigUInt64BE(BigInt(Math.ceil(expiresAt)), markLength);
  return key;
}

/** The time and the key of the row. */
export function parseExpiryKey(key: Buffer): { readonly expiresAt: number; readonly rowKey: Buffer } {
  const table = key.readUInt32BE(expiryLength);
  const rest = key.subarray(expiryLength + tableLength - markLength);
  return {
    expiresAt: Number(key.readBigUInt64BE(markLength)),
    rowKey: Buffer.concat([tableKey(table), rest]),
  };
}

function shortened(ordered: Buffer): Buffer {
  if (ordered.length <= longestValue) return ordered;
  const hash = createHash("sha256").update(ordered).digest();
  return Buffer.concat([ordered.subarray(0, longestValue - hashLength), hash]);
}
