/**
 * The keys of rows, in the order in which CQL gives rows: by table, token, partition key and clustering key.
 *
 * Takes binary forms of values and returns keys; reads a key back up to its partition key. Never reads stored data. A partition
 * key is *ended*: its zero bytes are escaped, and 00 00 follows (`values/order.ts`).
 *
 *     01 | table id, 4 | token, 8 | partition key, ended | 00            static cells of the partition
 *     01 | table id, 4 | token, 8 | partition key, ended | 01 | columns  a row, by its clustering columns
 */
import { ByteWriter } from "../../values/byte-writer.ts";
import { writeEnded } from "../../values/order.ts";
import { orderedBytes } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { writeOrderedToken } from "./murmur3.ts";
import { rejection } from "./rejection.ts";

/** The first byte of a key says what kind of key it is (`catalog-records.ts`, `entry-key.ts`, `row-writer.ts`). */
export const marks = { catalog: 0, row: 1, index: 2, expiry: 3, deletedRow: 4, deletedRange: 5 } as const;
/** In keys with these marks, the number of a table or an index follows the mark. */
export const numberedMarks: readonly number[] = [marks.row, marks.index, marks.deletedRow, marks.deletedRange];

/** The byte after the partition in the key of its static cells, and in that of a row. */
export const staticByte = 0;
export const rowByte = 1;

/** Length of a mark and a number. */
export const tableLength = 5;
const tokenLength = 8;
const partitionStart = tableLength + tokenLength;

/** In bytes: the database stores the length of a key in 16 bits. */
const longestKey = 65_535;

/** Where the keys of a table begin. */
export function tableKey(id: number): Buffer {
  return numberedKey(marks.row, id);
}

/** Where the keys with a mark and a number begin. @param length that of the key, if more follows */
export function numberedKey(mark: number, number: number, length = tableLength): Buffer {
  const key = Buffer.allocUnsafe(length);
  key[0] = mark;
  key.writeUInt32BE(number, 1);
  return key;
}

/** Where the keys of the partitions of a token begin. */
export function tokenKey(id: number, token: bigint): Buffer {
  const key = numberedKey(marks.row, id, partitionStart);
  // So that negative tokens come first.
  key.writeBigUInt64BE(BigInt.asUintN(64, token) ^ (1n << 63n), tableLength);
  return key;
}

/** The table of a row's key; 0 for a key that is not one of a row. */
export function tableIdOf(key: Buffer): number {
  return key[0] === marks.row ? numberOf(key) : 0;
}

/** The number of a table or an index after the mark; 0 for a key without one. */
export function numberOf(key: Buffer): number {
  return key.length >= tableLength && numberedMarks.includes(key[0] as number) ? key.readUInt32BE(1) : 0;
}

/**
 * Where the keys of a partition begin.
 *
 * @param values of all partition columns, in key order
 * @throws {StoreError} `invalid` when the key is empty or longer than 65,535 bytes
 */
export function partitionKey(layout: Layout, values: readonly Buffer[]): Buffer {
  const composite = values.length > 1;
  let length = 0;
  for (const value of values) length += value.length;
  // The database checks the length of the values before that of the whole key, and names the one that is too long.
  if (length <= longestKey && composite) length += values.length * 3;
  if (length === 0) throw rejection("Key may not be empty");
  if (length > longestKey) throw rejection(`Key length of ${length} is longer than maximum of ${longestKey}`);
  const [first] = values;
  const bytes = first && !composite ? first : joinComponents(values);
  const key = new ByteWriter(partitionStart + 2 * bytes.length + 2);
  key.write(tableKey(layout.id));
  writeOrderedToken(key.bytes, tableLength, bytes);
  key.length = partitionStart;
  writeEnded(key, bytes, 0, bytes.length);
  return key.written;
}

/** A composite key, as the database has it: of each value two bytes of length, the value, and a zero. */
function joinComponents(values: readonly Buffer[]): Buffer {
  const key = new ByteWriter();
  for (const value of values) {
    key.writeByte(value.length >>> 8);
    key.writeByte(value.length);
    key.write(value);
    key.writeByte(0);
  }
  return key.written;
}

export function staticKey(partition: Buffer): Buffer {
  return keyIn(partition, staticByte);
}

/** The key of a row; with fewer values than clustering columns, the common prefix of those rows' keys. */
export function rowKey(layout: Layout, partition: Buffer, clustering: readonly Buffer[]): Buffer {
  const columns = layout.clusteringKey;
  return rowKeyOf(
    partition,
    clustering.map((value, index) => orderedBytes(columns[index] as LayoutColumn, value)),
  );
}

/** The same, of values that are in their ordered form already. */
export function rowKeyOf(partition: Buffer, ordered: readonly Buffer[]): Buffer {
  const beginning = keyIn(partition, rowByte);
  return ordered.length === 0 ? beginning : Buffer.concat([beginning, ...ordered]);
}

function keyIn(partition: Buffer, last: number): Buffer {
  const key = Buffer.allocUnsafe(partition.length + 1);
  key.set(partition);
  key[partition.length] = last;
  return key;
}

/** @throws {StoreError} `invalid` when the values are together longer than 65,535 bytes */
export function checkClustering(values: readonly Buffer[]): void {
  let length = 0;
  for (const value of values) length += value.length;
  if (length > longestKey) throw rejection(`Key length of ${length} is longer than maximum of ${longestKey}`);
}

export interface KeyParts {
  /** The beginning that all keys of the partition share. */
  readonly partition: Buffer;
  readonly isStatic: boolean;
}

/** The parts of a key, or undefined when the bytes are no key of a row. */
export function splitKey(key: Buffer): KeyParts | undefined {
  if (key[0] !== marks.row) return undefined;
  for (let zero = key.indexOf(0, partitionStart); zero >= 0; zero = key.indexOf(0, zero + 2)) {
    if (key[zero + 1] === 0xff) continue;
    const end = zero + 2;
    const byte = key[end];
    const isOfRow = byte === staticByte || byte === rowByte;
    return isOfRow ? { partition: key.subarray(0, end), isStatic: byte === staticByte } : undefined;
  }
  return undefined;
}

/** The most bytes for which comparing one by one is faster than calling Node. */
const fewBytes = 100;

/** Whether a key belongs to the partition, whose keys all begin with its bytes. */
export function isKeyOf(partition: Buffer, key: Buffer): boolean {
  const { length } = partition;
  if (key.length <= length) return false;
  if (length > fewBytes) return partition.compare(key, 0, length) === 0;
  let at = 0;
  while (at < length && partition[at] === key[at]) at++;
  return at === length;
}

/** The binary forms of the partition columns, from the beginning that a partition's keys share. */
export function decodePartition(layout: Layout, partition: Buffer): readonly Buffer[] {
  const bytes = decodeEnded(partition.subarray(partitionStart));
  if (layout.partitionKey.length === 1) return [bytes];
  const values: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = start + 2 + bytes.readUInt16BE(start);
    values.push(bytes.subarray(start + 2, end));
    start = end + 1;
  }
  return values;
}

function decodeEnded(ended: Buffer): Buffer {
  const end = ended.length - 2;
  if (ended.indexOf(0) === end) return ended.subarray(0, end);
  const bytes = Buffer.allocUnsafe(end);
  let length = 0;
  for (let place = 0; place < end; place++) {
    const byte = ended[place] ?? 0;
    bytes[length++] = byte;
    if (byte === 0) place++;
  }
  return bytes.subarray(0, length);
}

/** The first key after all keys with this beginning, which must not be all ff bytes: nothing comes after those. */
export function endOf(beginning: Buffer): Buffer {
  let length = beginning.length;
  while (length > 0 && beginning[length - 1] === 0xff) length--;
  const end = Buffer.from(beginning.subarray(0, length));
  end[length - 1] = (end[length - 1] ?? 0) + 1;
  return end;
}

/** The first key after this one. */
export function keyAfter(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.of(0)]);
}

/** Keys from `from` to before `to`. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/**
 * Whether a key is in the range. The key may also be the beginning that all keys of a partition share (`read-plan.ts`), if the
 * range is a span of tables or tokens: such a span never ends within a partition.
 */
export function isWithin({ from, to }: KeyRange, key: Buffer): boolean {
  return Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
}
