/**
 * The parts of a stored row, from which it is written and into which it is read for a change.
 *
 *     seal, 4 | marker: stamp | values: flags and count 2, (length 4, bytes) … | cells: count 2, (column 2, stamp, length 4, bytes) …
 *     | deletion: stamp | collections: count 2, (column 2, kind 1, emptied: stamp, count 4, (stamp, path, bytes) …) …
 *
 * A stamp is the write time in 8 bytes and the milliseconds of the end as a double. A deleted cell has the negative time of its
 * deletion for an end, length 0, and null for bytes once read. Deletion and collections are present only if their flag is set.
 * Rows of earlier formats have no flags, write times as doubles, and 0 in place of a missing marker.
 *
 * Does not check what it reads: the seal has shown that a row is intact, and data of a newer format is not opened.
 */
import { sealLength, writeSeal } from "./seal.ts";
import {
  isDeletedAt,
  noBytes,
  readCell,
  readStamp,
  readTime,
  sizeLength,
  stampLength,
  writeSized,
  writeStamp,
} from "./stamp.ts";
import type { Cell, Stamp, Time } from "./stamp.ts";

/** A cell of a collection or a user type: an item of a set, a value of a map, an item of a list, a field. */
export interface Element extends Cell {
  /** The item of a set, the key of a map, the place among the items of a list, the number of a field. */
  readonly path: Buffer;
}

export type CollectionKind = (typeof kinds)[number];

/** A column whose elements were written separately. */
export interface Collection {
  readonly kind: CollectionKind;
  /** All elements up to this time are deleted. */
  emptied: Stamp | undefined;
  /** By the bytes of their paths as text, in the order of the type. */
  elements: Map<string, Element>;
}

export interface RowParts {
  /** Left by INSERT, not by UPDATE: with it, the row exists even if all its cells are null. Its bytes are empty. */
  marker: Cell | undefined;
  /** When the row was last deleted as a whole. */
  deletion: Stamp | undefined;
  /**
   * Binary forms of the clustering columns. They are in the row because the key has only their sort order, which does not
   * show whether the decimal 1.0 or 1.00 was written.
   */
  readonly clustering: readonly Buffer[];
  /** Cells by the number of the column; a collection has one if it was written as a whole. */
  readonly cells: Map<number, Cell>;
  /** Collections by the number of the column, which then has no cell. */
  readonly collections: Map<number, Collection>;
}

export function emptyRow(clustering: readonly Buffer[]): RowParts {
  return { marker: undefined, deletion: undefined, clustering, cells: new Map(), collections: new Map() };
}

/** Whether a purged row exists for readers. */
export function isLive({ marker, cells, collections }: RowParts): boolean {
  if (marker && marker.bytes !== null) return true;
  for (const { bytes } of cells.values()) if (bytes !== null) return true;
  for (const { elements } of collections.values()) {
    for (const { bytes } of elements.values()) if (bytes !== null) return true;
  }
  return false;
}

/** Whether a purged row that is not live keeps older writes without effect. */
export function leavesTombstone({ marker, deletion, cells, collections }: RowParts): boolean {
  return marker !== undefined || deletion !== undefined || cells.size > 0 || collections.size > 0;
}

/** Stored by their places in this list. */
export const kinds = ["list", "set", "map", "user"] as const;

/** Where the count of the clustering values is, behind seal and marker. */
export const countAt = sealLength + stampLength;
export const countLength = 2;
/** The bytes of the number of a column. */
export const numberLength = 2;
/** The bytes of a cell's number, stamp and length. */
export const cellHead = numberLength + stampLength + sizeLength;
/** Stored together with the count of the clustering values. */
export const flags = { current: 0x8000, marked: 0x4000, deleted: 0x2000, collections: 0x1000 } as const;
export const countMask = 0x0fff;

const noStamp: Stamp = { writtenAt: 0, expiresAt: 0 };

/** The row as it is stored under its key. */
export function encodeRow(key: Buffer, { marker, deletion, clustering, cells, collections }: RowParts): Buffer {
  let length = countAt + countLength + countLength;
  for (const value of clustering) length += sizeLength + value.length;
  for (const { bytes } of cells.values()) length += cellHead + (bytes?.length ?? 0);
  if (deletion) length += stampLength;
  if (collections.size > 0) length += lengthOf(collections);
  const row = Buffer.allocUnsafe(length);
  let offset = writeStamp(row, sealLength, marker ?? noStamp, marker?.bytes === null);
  const present =
    flags.current |
    (marker ? flags.marked : 0) |
    (deletion ? flags.deleted : 0) |
    (collections.size > 0 ? flags.collections : 0);
  offset = row.writeUInt16BE(clustering.length | present, offset);
  for (const value of clustering) offset = writeSized(row, offset, value);
  offset = row.writeUInt16BE(cells.size, offset);
  for (const [number, cell] of cells) offset = writeCell(row, offset, number, cell);
  if (deletion) offset = writeStamp(row, offset, deletion);
  if (collections.size > 0) writeCollections(row, offset, collections);
  return writeSeal(key, row);
}

/** Writes the cell of a column. @returns the offset after it */
export function writeCell(row: Buffer, start: number, number: number, cell: Cell): number {
  const stamp = row.writeUInt16BE(number, start);
  return writeSized(row, writeStamp(row, stamp, cell, cell.bytes === null), cell.bytes ?? noBytes);
}

/**
 * @param row what `encodeRow` wrote, its seal checked
 * @param dropped columns whose cells are left out
 */
export function readParts(row: Buffer, dropped: Dropped): RowParts {
  const count = row.readUInt16BE(countAt);
  const isCurrentFormat = (count & flags.current) !== 0;
  let offset = countAt + countLength;
  const clustering: Buffer[] = [];
  for (let left = count & countMask; left > 0; left--) {
    const end = offset + sizeLength + row.readUInt32BE(offset);
    clustering.push(row.subarray(offset + sizeLength, end));
    offset = end;
  }
  const cells = new Map<number, Cell>();
  let left = row.readUInt16BE(offset);
  for (offset += countLength; left > 0; left--) {
    const number = row.readUInt16BE(offset);
    const start = offset + cellHead;
    const end = start + row.readUInt32BE(start - sizeLength);
    const cell = readCell(row, offset + numberLength, start, end, isCurrentFormat);
    if (!isDropped(dropped, number)) cells.set(number, cell);
    offset = end;
  }
  const parts: RowParts = {
    marker: hasMarker(row, count) ? readCell(row, sealLength, 0, 0, isCurrentFormat) : undefined,
    deletion: undefined,
    clustering,
    cells,
    collections: new Map(),
  };
  if ((count & flags.deleted) !== 0) {
    parts.deletion = readStamp(row, offset, true);
    offset += stampLength;
  }
  if ((count & flags.collections) !== 0) readCollections(row, offset, parts.collections, dropped);
  return parts;
}

/** Dropped columns: rows may still have their cells. */
export type Dropped = readonly { readonly number: number }[];

export function isDropped(dropped: Dropped, number: number): boolean {
  return dropped.length > 0 && dropped.some((column) => column.number === number);
}

/** Where the collections of a row begin, after its cells; only for a row that has collections. */
export function startOfCollections(row: Buffer, endOfCells: number): number {
  return endOfCells + ((row.readUInt16BE(countAt) & flags.deleted) === 0 ? 0 : stampLength);
}

/** Whether the row has a marker, which may have expired. @param count the number before its clustering values */
export function isMarked(row: Buffer, count: number): boolean {
  return hasMarker(row, count) && !isDeletedAt(row, sealLength);
}

function hasMarker(row: Buffer, count: number): boolean {
  return (count & flags.current) === 0 ? row.readDoubleBE(sealLength) !== 0 : (count & flags.marked) !== 0;
}

/** Length of the head: number of the column, kind, stamp of when it was emptied, count of elements. */
export const collectionHead = numberLength + 1 + stampLength + sizeLength;

function lengthOf(collections: RowParts["collections"]): number {
  let length = countLength;
  for (const { elements } of collections.values()) {
    length += collectionHead;
    for (const { path, bytes } of elements.values()) {
      length += stampLength + sizeLength + path.length + sizeLength + (bytes?.length ?? 0);
    }
  }
  return length;
}

function writeCollections(row: Buffer, start: number, collections: RowParts["collections"]): void {
  let offset = row.writeUInt16BE(collections.size, start);
  for (const [number, { kind, emptied, elements }] of collections) {
    offset = row.writeUInt16BE(number, offset);
    offset = row.writeUInt8(kinds.indexOf(kind), offset);
    // Without an end it was never emptied.
    offset = writeStamp(row, offset, emptied ?? { writtenAt: 0, expiresAt: Infinity });
    offset = row.writeUInt32BE(elements.size, offset);
    for (const element of elements.values()) {
      offset = writeStamp(row, offset, element, element.bytes === null);
      offset = writeSized(row, offset, element.path);
      offset = writeSized(row, offset, element.bytes ?? noBytes);
    }
  }
}

function readCollections(row: Buffer, start: number, collections: RowParts["collections"], dropped: Dropped): void {
  let offset = start + countLength;
  for (let left = row.readUInt16BE(start); left > 0; left--) {
    const number = row.readUInt16BE(offset);
    const kind = kinds[row.readUInt8(offset + numberLength)] as CollectionKind;
    const emptied = readStamp(row, offset + numberLength + 1, true);
    const elements = new Map<string, Element>();
    let count = row.readUInt32BE(offset + collectionHead - sizeLength);
    for (offset += collectionHead; count > 0; count--) {
      const place = offset + stampLength + sizeLength;
      const pathEnd = place + row.readUInt32BE(place - sizeLength);
      const bytesEnd = pathEnd + sizeLength + row.readUInt32BE(pathEnd);
      const path = row.subarray(place, pathEnd);
      const cell = readCell(row, offset, pathEnd + sizeLength, bytesEnd, true);
      elements.set(path.toString("latin1"), { ...cell, path });
      offset = bytesEnd;
    }
    if (isDropped(dropped, number)) continue;
    collections.set(number, { kind, emptied: emptied.expiresAt === Infinity ? undefined : emptied, elements });
  }
}

/** The write time of a stamp. */
export function readWrittenAt(row: Buffer, offset: number): Time {
  return isCurrentFormat(row) ? readTime(row, offset) : row.readDoubleBE(offset);
}

/** Whether the row has the current format. */
export function isCurrentFormat(row: Buffer): boolean {
  return (row.readUInt16BE(countAt) & flags.current) !== 0;
}
