/**
 * The keys of stored rows, from the rows themselves: the partition and the clustering values decide every byte of a key.
 *
 * So the rows of a partition are read without their keys. LevelDB would give each key as a Buffer of its own, which takes a
 * fifth of the time of a page. Never reads anything.
 */
import { ByteWriter } from "../../values/byte-writer.ts";
import { orderWriter } from "../../values/order.ts";
import type { OrderWriter } from "../../values/order.ts";
import { rowByte, staticByte } from "./key.ts";
import type { KeyRange } from "./key.ts";
import type { Layout } from "./layout.ts";
import { countAt, countLength, countMask } from "./row-parts.ts";
import { continueChecksum, damaged, sealLength } from "./seal.ts";
import { readUint16, readUint32, sizeLength } from "./stamp.ts";

/** Whether a stored row is that of the static cells of a partition: it has no clustering values. */
export function isStaticRow({ clusteringKey }: Layout, row: Buffer): boolean {
  return clusteringKey.length > 0 && (readUint16(row, countAt) & countMask) === 0;
}

/** @param partition the beginning of the row's key */
export function keyOfRow(layout: Layout, partition: Buffer, row: Buffer): Buffer {
  const key = new ByteWriter();
  key.write(partition);
  writeEndOfKey(key, layout, writersOf(layout), row);
  return key.written;
}

/** Writes what follows the partition. Of a damaged row, it may be anything. */
function writeEndOfKey(key: ByteWriter, layout: Layout, writers: readonly OrderWriter[], row: Buffer): void {
  const isStatic = isStaticRow(layout, row);
  key.writeByte(isStatic ? staticByte : rowByte);
  if (isStatic) return;
  let end = countAt + countLength;
  for (const write of writers) {
    const start = end + sizeLength;
    end = start + readUint32(row, end);
    if (end > row.length) return;
    write(key, row, start, end);
  }
}

/** One for each clustering column. */
function writersOf({ clusteringKey }: Layout): readonly OrderWriter[] {
  return clusteringKey.map(({ type, descending }) => orderWriter(type, descending));
}

/** Checks the rows of one partition that are read without their keys: each is intact, and in its place among the others. */
export class RowCheck {
  /** The beginning of their keys. */
  readonly partition: Buffer;
  readonly #layout: Layout;
  readonly #writers: readonly OrderWriter[];
  readonly #checksum: number;
  readonly #reversed: boolean;
  /** The ends of the range. */
  readonly #from = new ByteWriter();
  readonly #to = new ByteWriter();
  /** The key of the previous row, or the end of the range at which reading began. */
  #before: ByteWriter;
  /** Keys are written into these two in turns, so that the previous one is kept for the comparison. */
  #key = new ByteWriter();
  #next = new ByteWriter();

  constructor(layout: Layout, partition: Buffer, { from, to }: KeyRange, reversed: boolean) {
    this.#layout = layout;
    this.#writers = writersOf(layout);
    this.partition = partition;
    this.#checksum = continueChecksum(0, partition, 0, partition.length);
    this.#reversed = reversed;
    this.#from.write(from);
    this.#to.write(to);
    this.#key.write(partition);
    this.#next.write(partition);
    this.#before = reversed ? this.#to : this.#from;
  }

  /**
   * The same row, if it is intact and its key follows that of the previous one within the range.
   *
   * @throws {StoreError} `damaged`
   */
  checked(row: Buffer): Buffer {
    const { title } = this.#layout;
    const key = this.#key;
    key.length = this.partition.length;
    try {
      writeEndOfKey(key, this.#layout, this.#writers, row);
    } catch {
      // The bytes of a damaged value may be none of its type.
      throw damaged(title);
    }
    const checksum = continueChecksum(this.#checksum, key.bytes, this.partition.length, key.length);
    const isIntact = readUint32(row, 0) === continueChecksum(checksum, row, sealLength, row.length);
    if (!isIntact || !this.#isInPlace(key)) throw damaged(title);
    this.#before = key;
    [this.#key, this.#next] = [this.#next, key];
    return row;
  }

  #isInPlace(key: ByteWriter): boolean {
    const [low, high] = this.#reversed ? [this.#from, this.#before] : [this.#before, this.#to];
    // The end of a partition has another last byte.
    const start = this.partition.length - 1;
    const aboveLow = key.compare(low, start);
    return (aboveLow > 0 || (aboveLow === 0 && low === this.#from)) && key.compare(high, start) < 0;
  }
}
