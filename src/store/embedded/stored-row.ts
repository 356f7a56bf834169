/**
 * A stored row, read in place: most of a found row is read once or never.
 *
 * Its format is described in `row-parts`. It hides deleted cells and shows each collection as one value. The static cells of
 * a partition are a row without clustering values.
 */
import { joinCollections } from "./join-collections.ts";
import {
  cellHead,
  countLength,
  countMask,
  flags,
  isCurrent,
  isMarked,
  readWrittenAt,
  startOfCollections,
  writeCell,
} from "./row-parts.ts";
import { endsAt, isDeletedAt, readCell, sizeLength, stampLength } from "./stamp.ts";
import type { Cell } from "./stamp.ts";
import { microsOf } from "./times.ts";

/** Where a row stores the value of a column. */
interface Place {
  readonly kind: string;
  /** The place of a key column in the key. */
  readonly place: number;
  readonly number: number;
}

const firstValue = stampLength + countLength + sizeLength;

interface Collections {
  /** Where the collections begin in the content. */
  readonly start: number;
  readonly dropped: readonly { readonly number: number }[];
}

/** Its parts share memory with the bytes. */
export class StoredRow {
  /** The bytes that `encodeRow` wrote, or the same with joined collections. */
  readonly content: Buffer;
  /** Where the bytes of each cell begin. */
  readonly #cells: readonly number[];
  readonly isMarked: boolean;
  /** Collections whose elements are not yet joined to values. */
  readonly #collections: Collections | undefined;
  /** The content with separate elements, if they are joined in `content`. */
  readonly #apart: Buffer | undefined;

  private constructor(
    content: Buffer,
    cells: readonly number[],
    isMarked: boolean,
    collections?: Collections,
    apart?: Buffer,
  ) {
    this.content = content;
    this.#cells = cells;
    this.isMarked = isMarked;
    this.#collections = collections;
    this.#apart = apart;
  }

  /** @param dropped columns whose cells are left out */
  static of(content: Buffer, dropped: readonly { readonly number: number }[]): StoredRow {
    const count = content.readUInt16BE(stampLength);
    let offset = stampLength + countLength;
    for (let left = count & countMask; left > 0; left--) {
      offset += sizeLength + content.readUInt32BE(offset);
    }
    const cells: number[] = [];
    let left = content.readUInt16BE(offset);
    for (offset += countLength; left > 0; left--) {
      const number = content.readUInt16BE(offset);
      const isThere = !isDeletedAt(content, offset + 2);
      offset += cellHead;
      if (isThere && (dropped.length === 0 || !dropped.some((column) => column.number === number))) cells.push(offset);
      offset += content.readUInt32BE(offset - sizeLength);
    }
    const hasCollections = (count & flags.collections) !== 0;
    const collections = hasCollections ? { start: startOfCollections(content, offset), dropped } : undefined;
    return new StoredRow(content, cells, isMarked(content, count), collections);
  }

  /** The row without expired cells; undefined if nothing is left. A counter of zero counts as something. */
  live(nowMs: number): StoredRow | undefined {
    if (this.#collections) return this.#joined(this.#collections, nowMs).live(nowMs);
    const { content } = this;
    const marked = this.isMarked && !endsAt(content, 0, nowMs);
    const hasEnded = this.#cells.some((start) => endsAt(content, start - cellHead + 2, nowMs));
    const cells = hasEnded ? this.#cells.filter((start) => !endsAt(content, start - cellHead + 2, nowMs)) : this.#cells;
    if (!marked && cells.length === 0) return undefined;
    if (marked === this.isMarked && !hasEnded) return this;
    return new StoredRow(content, cells, marked, undefined, this.#apart);
  }

  /** The row with everything written, expired or not, from which its index entries are derived; undefined if nothing is left. */
  written(): StoredRow | undefined {
    return this.live(-Infinity);
  }

  /** Where the bytes of a column begin in the content; 0 for a column without a value. */
  startOf({ kind, place, number }: Place): number {
    const { content } = this;
    if (kind === "clustering") {
      if (place >= (content.readUInt16BE(stampLength) & countMask)) return 0;
      let start = firstValue;
      for (let left = place; left > 0; left--) start = this.endOf(start) + sizeLength;
      return start;
    }
    for (const start of this.#cells) if (content.readUInt16BE(start - cellHead) === number) return start;
    return 0;
  }

  /** Where the bytes that begin there end. */
  endOf(start: number): number {
    return start + this.content.readUInt32BE(start - sizeLength);
  }

  /** The bytes of a column; undefined when it is null. */
  bytes(column: Place): Buffer | undefined {
    const start = this.startOf(column);
    return start === 0 ? undefined : this.content.subarray(start, this.endOf(start));
  }

  /** The cell of a column whose elements are not separate. */
  cell(column: Place): Cell | undefined {
    const { content } = this;
    const start = this.startOf(column);
    if (start === 0) return undefined;
    return readCell(content, start - cellHead + 2, start, this.endOf(start), isCurrent(content));
  }

  /** The bytes that `encodeRow` wrote, with separate elements of collections. */
  get unjoined(): Buffer {
    return this.#apart ?? this.content;
  }

  /** The write time of a column with a single cell; undefined if it is null. */
  writtenAt(column: Place): bigint | undefined {
    const start = column.kind === "clustering" ? 0 : this.startOf(column);
    return start === 0 ? undefined : microsOf(readWrittenAt(this.content, start - cellHead + 2));
  }

  withoutCells(): StoredRow {
    return new StoredRow(this.content, [], this.isMarked);
  }

  /** The row with one cell for each collection, of the elements that have not expired. */
  #joined({ start, dropped }: Collections, nowMs: number): StoredRow {
    const before = this.content.subarray(0, start);
    const values = joinCollections(this.content, start, nowMs).filter(
      ([number]) => !dropped.some((column) => column.number === number),
    );
    let length = before.length;
    for (const [, value] of values) length += cellHead + value.length;
    const row = Buffer.allocUnsafe(length);
    let offset = before.copy(row);
    const cells = [...this.#cells];
    for (const [number, value] of values) {
      offset = writeCell(row, offset, number, { writtenAt: 0, expiresAt: Infinity, bytes: value });
      cells.push(offset - value.length);
    }
    return new StoredRow(row, cells, this.isMarked, undefined, this.content);
  }
}
