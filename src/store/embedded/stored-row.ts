/**
 * A stored row: its cells with the time of their writing and of their end, as one value of the key-value store.
 *
 * `encodeRow` writes one from its parts; a `StoredRow` reads it in place: most of a row that is found is looked at once or never.
 * The static cells of a partition are a row without clustering values.
 *
 *     marker: stamp | values: count 2, (length 4, bytes) … | cells: count 2, (column 2, stamp, length 4, bytes) …
 *
 * A stamp is two doubles: microseconds of writing and milliseconds of the end; a writing at 0 means that there is none.
 */

/** When a cell or a row marker was written, and when it ends. */
export interface Stamp {
  /** Microseconds since 1970. */
  readonly writtenAt: number;
  /** Milliseconds since 1970, or Infinity. */
  readonly expiresAt: number;
}

export interface Cell extends Stamp {
  readonly bytes: Buffer;
}

/** What a row is written from. */
export interface RowParts {
  /** What INSERT leaves and UPDATE does not: with it the row is there even if all its cells are null. */
  readonly marker: Stamp | undefined;
  /**
   * Binary forms of the clustering columns. They stand in the row, since a key has only what sorts:
   * of the decimals 1.0 and 1.00 it could not tell which was written.
   */
  readonly clustering: readonly Buffer[];
  /** By the number of the column; a null has no cell. */
  readonly cells: ReadonlyMap<number, Cell>;
}

/** Where a row has the value of a column. */
interface Place {
  readonly kind: string;
  /** Of a key column, in the key. */
  readonly place: number;
  readonly number: number;
}

const stampLength = 16;
const countLength = 2;
const sizeLength = 4;
/** Of the number, the stamp and the length of a cell. */
const cellHead = 2 + stampLength + sizeLength;
const firstValue = stampLength + countLength + sizeLength;
/** How the double Infinity begins. */
const never = 0x7ff0;

/** Its parts share memory with the bytes. */
export class StoredRow {
  /** What `encodeRow` wrote. */
  readonly content: Buffer;
  /** Where the bytes of each cell begin. */
  readonly #cells: readonly number[];
  readonly #isMarked: boolean;

  private constructor(content: Buffer, cells: readonly number[], isMarked: boolean) {
    this.content = content;
    this.#cells = cells;
    this.#isMarked = isMarked;
  }

  /** @param dropped columns whose cells are left out */
  static of(content: Buffer, dropped: readonly { readonly number: number }[]): StoredRow {
    let offset = stampLength + countLength;
    for (let left = content.readUInt16BE(stampLength); left > 0; left--) {
      offset += sizeLength + content.readUInt32BE(offset);
    }
    const cells: number[] = [];
    let left = content.readUInt16BE(offset);
    for (offset += countLength; left > 0; left--) {
      const number = content.readUInt16BE(offset);
      offset += cellHead;
      if (dropped.length === 0 || !dropped.some((column) => column.number === number)) cells.push(offset);
      offset += content.readUInt32BE(offset - sizeLength);
    }
    return new StoredRow(content, cells, content.readDoubleBE(0) !== 0);
  }

  /** The row without what has ended, or undefined when nothing is left of it. A counter of zero is something. */
  live(nowMs: number): StoredRow | undefined {
    const { content } = this;
    const isMarked = this.#isMarked && !ends(content, 0, nowMs);
    const hasEnded = this.#cells.some((start) => ends(content, start - cellHead + 2, nowMs));
    const cells = hasEnded ? this.#cells.filter((start) => !ends(content, start - cellHead + 2, nowMs)) : this.#cells;
    if (!isMarked && cells.length === 0) return undefined;
    return isMarked === this.#isMarked && !hasEnded ? this : new StoredRow(content, cells, isMarked);
  }

  /** Where the bytes of a column begin in the content; 0 for a column without a value. */
  startOf({ kind, place, number }: Place): number {
    const { content } = this;
    if (kind === "clustering") {
      if (place >= content.readUInt16BE(stampLength)) return 0;
      let start = firstValue;
      for (let left = place; left > 0; left--) start = this.endOf(start) + sizeLength;
      return start;
    }
    for (const start of this.#cells) if (content.readUInt16BE(start - cellHead) === number) return start;
    return 0;
  }

  /** Where the bytes end that begin there. */
  endOf(start: number): number {
    return start + this.content.readUInt32BE(start - sizeLength);
  }

  /** The bytes of a column; undefined when it is null. */
  bytes(column: Place): Buffer | undefined {
    const start = this.startOf(column);
    return start === 0 ? undefined : this.content.subarray(start, this.endOf(start));
  }

  get marker(): Stamp | undefined {
    return this.#isMarked ? readStamp(this.content, 0) : undefined;
  }

  withoutCells(): StoredRow {
    return new StoredRow(this.content, [], this.#isMarked);
  }

  /** For those who write it again with changes. */
  parts(): RowParts & { readonly cells: Map<number, Cell> } {
    const { content, marker } = this;
    const clustering: Buffer[] = [];
    for (let place = 0; place < content.readUInt16BE(stampLength); place++) {
      clustering.push(this.bytes({ kind: "clustering", place, number: 0 }) as Buffer);
    }
    const cells = new Map<number, Cell>();
    for (const start of this.#cells) {
      const head = start - cellHead;
      const bytes = content.subarray(start, this.endOf(start));
      cells.set(content.readUInt16BE(head), { ...readStamp(content, head + 2), bytes });
    }
    return { marker, clustering, cells };
  }
}

export function encodeRow({ marker, clustering, cells }: RowParts): Buffer {
  let length = stampLength + countLength + countLength;
  for (const value of clustering) length += sizeLength + value.length;
  for (const { bytes } of cells.values()) length += cellHead + bytes.length;
  const row = Buffer.allocUnsafe(length);
  let offset = writeStamp(row, 0, marker ?? noStamp);
  offset = row.writeUInt16BE(clustering.length, offset);
  for (const value of clustering) offset = writeSized(row, offset, value);
  offset = row.writeUInt16BE(cells.size, offset);
  for (const [number, cell] of cells) {
    offset = row.writeUInt16BE(number, offset);
    offset = writeStamp(row, offset, cell);
    offset = writeSized(row, offset, cell.bytes);
  }
  return row;
}

const noStamp: Stamp = { writtenAt: 0, expiresAt: 0 };

function writeStamp(row: Buffer, offset: number, { writtenAt, expiresAt }: Stamp): number {
  row.writeDoubleBE(writtenAt, offset);
  return row.writeDoubleBE(expiresAt, offset + 8);
}

function readStamp(row: Buffer, offset: number): Stamp {
  return { writtenAt: row.readDoubleBE(offset), expiresAt: row.readDoubleBE(offset + 8) };
}

/** Whether the stamp there has ended. */
function ends(row: Buffer, offset: number, nowMs: number): boolean {
  return row.readUInt16BE(offset + 8) !== never && row.readDoubleBE(offset + 8) <= nowMs;
}

function writeSized(row: Buffer, offset: number, bytes: Buffer): number {
  const start = row.writeUInt32BE(bytes.length, offset);
  row.set(bytes, start);
  return start + bytes.length;
}
