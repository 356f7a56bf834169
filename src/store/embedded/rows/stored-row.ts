/**
 * A stored row, read in place: most of a found row is read once or never.
 *
 * Its format is described in `row-parts`. It hides deleted cells and joins the elements of each collection to one value, as
 * the protocol has it. The static cells of a partition are a row without clustering values.
 */
import type { LayoutColumn } from "./layout.ts";
import {
  cellHead,
  collectionHead,
  countAt,
  countLength,
  countMask,
  flags,
  isCurrentFormat,
  isDropped,
  isMarked,
  kinds,
  numberLength,
  readWrittenAt,
  startOfCollections,
  writeCell,
} from "./row-parts.ts";
import type { CollectionKind, Dropped } from "./row-parts.ts";
import { sealLength } from "./seal.ts";
import { endsAt, isDeletedAt, microsOf, readCell, readUint16, readUint32, sizeLength, stampLength } from "./stamp.ts";
import type { Cell } from "./stamp.ts";

/** What says where a row stores the value of a column. */
type StoredColumn = Pick<LayoutColumn, "kind" | "keyIndex" | "number">;

const firstValue = countAt + countLength + sizeLength;

/** Its parts share memory with the bytes. */
export class StoredRow {
  /** The bytes that `encodeRow` wrote, seal included, or the same with joined collections. */
  readonly content: Buffer;
  /** Where the bytes of each cell begin. */
  readonly #cells: readonly number[];
  readonly isMarked: boolean;
  /** The bytes that `encodeRow` wrote, with separate elements of collections. */
  readonly unjoined: Buffer;

  private constructor(content: Buffer, cells: readonly number[], isMarked: boolean, unjoined: Buffer) {
    this.content = content;
    this.#cells = cells;
    this.isMarked = isMarked;
    this.unjoined = unjoined;
  }

  /**
   * The row without expired cells; undefined if nothing is left. A counter of zero counts as something.
   *
   * @param dropped columns whose cells are left out
   * @param nowMs -Infinity for everything written, expired or not, from which its index entries are derived
   */
  static read(content: Buffer, dropped: Dropped, nowMs: number): StoredRow | undefined {
    const count = readUint16(content, countAt);
    let offset = countAt + countLength;
    for (let left = count & countMask; left > 0; left--) offset += sizeLength + readUint32(content, offset);
    const cells: number[] = [];
    let left = readUint16(content, offset);
    for (offset += countLength; left > 0; left--) {
      const start = offset + cellHead;
      const isLive = !isDeletedAt(content, offset + numberLength) && !endsAt(content, offset + numberLength, nowMs);
      if (isLive && !isDropped(dropped, readUint16(content, offset))) cells.push(start);
      offset = start + readUint32(content, start - sizeLength);
    }
    const marked = isMarked(content, count) && !endsAt(content, sealLength, nowMs);
    const joined = (count & flags.collections) === 0 ? content : join(content, offset, cells, dropped, nowMs);
    return marked || cells.length > 0 ? new StoredRow(joined, cells, marked, content) : undefined;
  }

  /** In bytes, without the seal. */
  get length(): number {
    return this.content.length - sealLength;
  }

  /** Where the bytes of a column begin in the content; 0 for a column without a value. */
  startOf({ kind, keyIndex, number }: StoredColumn): number {
    const { content } = this;
    if (kind === "clustering") {
      if (keyIndex >= (readUint16(content, countAt) & countMask)) return 0;
      let start = firstValue;
      for (let left = keyIndex; left > 0; left--) start = this.endOf(start) + sizeLength;
      return start;
    }
    for (const start of this.#cells) if (readUint16(content, start - cellHead) === number) return start;
    return 0;
  }

  /** Where the bytes that begin there end. */
  endOf(start: number): number {
    return start + readUint32(this.content, start - sizeLength);
  }

  /** The bytes of a column; undefined when it is null. */
  bytes(column: StoredColumn): Buffer | undefined {
    const start = this.startOf(column);
    return start === 0 ? undefined : this.content.subarray(start, this.endOf(start));
  }

  /** The cell of a column whose elements are not separate. */
  cell(column: StoredColumn): Cell | undefined {
    const { content } = this;
    const start = this.startOf(column);
    if (start === 0) return undefined;
    return readCell(content, start - cellHead + numberLength, start, this.endOf(start), isCurrentFormat(content));
  }

  /** The write time of a column with a single cell; undefined if it is null. */
  writtenAt(column: StoredColumn): bigint | undefined {
    const start = column.kind === "clustering" ? 0 : this.startOf(column);
    return start === 0 ? undefined : microsOf(readWrittenAt(this.content, start - cellHead + numberLength));
  }

  withoutCells(): StoredRow {
    return new StoredRow(this.content, [], this.isMarked, this.unjoined);
  }
}

/**
 * The bytes of a row with one cell for each collection, of the elements that have not expired.
 *
 * @param cells where the cells of other columns begin; those of the collections are added
 */
function join(content: Buffer, endOfCells: number, cells: number[], dropped: Dropped, nowMs: number): Buffer {
  const start = startOfCollections(content, endOfCells);
  const values = joinCollections(content, start, nowMs).filter(([number]) => !isDropped(dropped, number));
  let length = start;
  for (const [, value] of values) length += cellHead + value.length;
  const row = Buffer.allocUnsafe(length);
  let offset = content.copy(row, 0, 0, start);
  for (const [number, value] of values) {
    offset = writeCell(row, offset, number, { writtenAt: 0, expiresAt: Infinity, bytes: value });
    cells.push(offset - value.length);
  }
  return row;
}

type JoinedValue = readonly [number: number, value: Buffer];

/** An element in the row: where its path begins, its value, and what follows; each with its length before it. */
type Place = readonly [path: number, value: number, end: number];

/** The values of the collections of a row by the numbers of their columns, without what has ended; none of empty ones. */
function joinCollections(row: Buffer, start: number, nowMs: number): readonly JoinedValue[] {
  const values: JoinedValue[] = [];
  let offset = start + countLength;
  for (let left = row.readUInt16BE(start); left > 0; left--) {
    const number = row.readUInt16BE(offset);
    const kind = kinds[row.readUInt8(offset + numberLength)] ?? "set";
    const places: Place[] = [];
    let count = row.readUInt32BE(offset + collectionHead - sizeLength);
    for (offset += collectionHead; count > 0; count--) {
      const path = offset + stampLength;
      const value = path + sizeLength + row.readUInt32BE(path);
      const end = value + sizeLength + row.readUInt32BE(value);
      if (!isDeletedAt(row, offset) && !endsAt(row, offset, nowMs)) places.push([path, value, end]);
      offset = end;
    }
    if (places.length > 0)
      values.push([number, kind === "user" ? joinFields(row, places) : joinItems(kind, row, places)]);
  }
  return values;
}

/** What of an element is in the value. */
const spans: Readonly<Record<Exclude<CollectionKind, "user">, (place: Place) => readonly [from: number, to: number]>> =
  {
    list: ([, value, end]) => [value, end],
    set: ([path, value]) => [path, value],
    map: ([path, , end]) => [path, end],
  };

function joinItems(kind: Exclude<CollectionKind, "user">, row: Buffer, places: readonly Place[]): Buffer {
  const spanOf = spans[kind];
  let length = sizeLength;
  for (const place of places) {
    const [from, to] = spanOf(place);
    length += to - from;
  }
  const joined = Buffer.allocUnsafe(length);
  let offset = joined.writeInt32BE(places.length);
  for (const place of places) {
    const [from, to] = spanOf(place);
    offset += row.copy(joined, offset, from, to);
  }
  return joined;
}

const noField = Buffer.alloc(sizeLength, 0xff);

/** Fields without a value have a length of -1; those after the last field with a value are omitted. */
function joinFields(row: Buffer, places: readonly Place[]): Buffer {
  const parts: Buffer[] = [];
  for (const [path, value, end] of places) {
    const place = row.readUInt16BE(path + sizeLength);
    while (parts.length < place) parts.push(noField);
    parts.push(row.subarray(value, end));
  }
  return Buffer.concat(parts);
}
