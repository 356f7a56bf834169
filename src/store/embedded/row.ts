/**
 * A stored row: its cells with the time of their writing and of their end, as one value of the key-value store.
 *
 * Encodes and decodes a `Row`. The static cells of a partition are a row without clustering values.
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

export interface Row {
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

export const emptyRow: Row = { marker: undefined, clustering: [], cells: new Map() };

/** The row without what has ended, or undefined when nothing is left of it. A counter of zero is something. */
export function liveRow(row: Row | undefined, nowMs: number): Row | undefined {
  if (!row) return undefined;
  const ended = (stamp: Stamp | undefined): boolean => stamp !== undefined && stamp.expiresAt <= nowMs;
  const marker = ended(row.marker) ? undefined : row.marker;
  let cells = row.cells;
  for (const cell of row.cells.values()) {
    if (!ended(cell)) continue;
    cells = new Map([...row.cells].filter(([, candidate]) => !ended(candidate)));
    break;
  }
  if (!marker && cells.size === 0) return undefined;
  return marker === row.marker && cells === row.cells ? row : { ...row, marker, cells };
}

const stampLength = 16;
/** Of the number, the stamp and the length of a cell. */
const cellHead = 2 + stampLength + 4;

export function encodeRow({ marker, clustering, cells }: Row): Buffer {
  let length = stampLength + 2 + 2;
  for (const value of clustering) length += 4 + value.length;
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

/** Reads what `encodeRow` wrote; the parts share memory with the bytes. */
export function decodeRow(bytes: Buffer): Row {
  const marker = readStamp(bytes, 0);
  let offset = stampLength + 2;
  const clustering: Buffer[] = [];
  for (let left = bytes.readUInt16BE(stampLength); left > 0; left--) {
    const start = offset + 4;
    offset = start + bytes.readUInt32BE(offset);
    clustering.push(bytes.subarray(start, offset));
  }
  const cells = new Map<number, Cell>();
  const count = bytes.readUInt16BE(offset);
  offset += 2;
  for (let left = count; left > 0; left--) {
    const start = offset + cellHead;
    const end = start + bytes.readUInt32BE(start - 4);
    const { writtenAt, expiresAt } = readStamp(bytes, offset + 2);
    cells.set(bytes.readUInt16BE(offset), { writtenAt, expiresAt, bytes: bytes.subarray(start, end) });
    offset = end;
  }
  return { marker: marker.writtenAt === 0 ? undefined : marker, clustering, cells };
}

const noStamp: Stamp = { writtenAt: 0, expiresAt: 0 };

function writeStamp(row: Buffer, offset: number, { writtenAt, expiresAt }: Stamp): number {
  row.writeDoubleBE(writtenAt, offset);
  return row.writeDoubleBE(expiresAt, offset + 8);
}

function readStamp(row: Buffer, offset: number): Stamp {
  return { writtenAt: row.readDoubleBE(offset), expiresAt: row.readDoubleBE(offset + 8) };
}

function writeSized(row: Buffer, offset: number, bytes: Buffer): number {
  const start = row.writeUInt32BE(bytes.length, offset);
  row.set(bytes, start);
  return start + bytes.length;
}
