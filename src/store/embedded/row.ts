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

export function encodeRow(row: Row): Buffer {
  const values = row.clustering.flatMap((bytes) => [uint32(bytes.length), bytes]);
  const cells = [...row.cells].flatMap(([index, cell]) => [
    uint16(index),
    encodeStamp(cell),
    uint32(cell.bytes.length),
    cell.bytes,
  ]);
  return Buffer.concat([
    encodeStamp(row.marker),
    uint16(row.clustering.length),
    ...values,
    uint16(row.cells.size),
    ...cells,
  ]);
}

/** Reads what `encodeRow` wrote; the parts share memory with the bytes. */
export function decodeRow(bytes: Buffer): Row {
  let offset = 0;
  const take = (length: number): Buffer => bytes.subarray(offset, (offset += length));
  const number = (length: 2 | 4): number => take(length).readUIntBE(0, length);
  const stamp = (): Stamp => ({ writtenAt: take(8).readDoubleBE(), expiresAt: take(8).readDoubleBE() });
  const marker = stamp();
  const clustering = Array.from({ length: number(2) }, () => take(number(4)));
  const cells = new Map<number, Cell>();
  for (let left = number(2); left > 0; left--) {
    const index = number(2);
    cells.set(index, { ...stamp(), bytes: take(number(4)) });
  }
  return { marker: marker.writtenAt === 0 ? undefined : marker, clustering, cells };
}

function encodeStamp(stamp: Stamp | undefined): Buffer {
  const bytes = Buffer.alloc(16);
  if (stamp) {
    bytes.writeDoubleBE(stamp.writtenAt);
    bytes.writeDoubleBE(stamp.expiresAt, 8);
  }
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
