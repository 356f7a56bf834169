/**
 * Reads and writes the rows of a draft, and tombstones: what is left of a row that has gone or of a deleted range, so that an
 * older write that comes later has no effect.
 *
 * Tombstones have keys of their own, so that readers never meet them. A tombstone suppresses writes that are not later than it.
 * A batch that `isLatest` is later than every tombstone stored before: it writes live rows without reading their tombstones, and
 * an old tombstone may stay beside a live row until it is swept. A batch that is not the latest reads the tombstone of each row
 * and merges it into the row. The writes of one batch may share a time, so every batch reads the tombstones that it wrote itself.
 *
 *     04 | key of the row without its mark                                      what `row-parts` writes of a row that has gone
 *     05 | beginning of the partition without its mark | length, 4 | from … to   a stamp; of rows of a range
 */
import { isMultiCell } from "../../../model/index.ts";
import { endOf, marks } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import { encodeValue } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import { emptyRow, encodeRow, isLive, leavesTombstone, readParts } from "../rows/row-parts.ts";
import type { RowParts } from "../rows/row-parts.ts";
import { checked } from "../rows/seal.ts";
import { justBefore, noBytes, sizeLength } from "../rows/stamp.ts";
import type { Cell, Stamp } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";
import { isShadowed, mergeRow, purge } from "./row-changes.ts";
import type { Moment } from "./stored-times.ts";
import type { PlannedRow, WritePlan } from "./write-plan.ts";

/** What rows need to know of the moment of a batch; expiry has nothing else of one. */
type BatchTime = Pick<Moment, "nowMs" | "isLatest">;

export class RowWriter {
  readonly #draft: Draft;
  readonly #moment: BatchTime;
  /** Keys of rows whose tombstone this batch has found or written. */
  #buried: Set<string> | undefined;

  constructor(draft: Draft, moment: BatchTime) {
    this.#draft = draft;
    this.#moment = moment;
  }

  /** @param clustering the clustering values of a row that does not exist */
  load(layout: Layout, key: Buffer, clustering: readonly Buffer[]): RowParts {
    const { nowMs, isLatest } = this.#moment;
    const row = this.#read(layout, key) ?? emptyRow(clustering);
    const mayBeBuried = !isLatest || this.#isBuried(key);
    const tombstone = mayBeBuried ? this.#read(layout, marked(marks.deletedRow, key)) : undefined;
    if (tombstone) {
      mergeRow(row, tombstone, layout.types, nowMs);
      this.#noteTombstone(key);
    }
    purge(row, layout, nowMs);
    // A row that no longer exists does not keep the values of its key.
    return isLive(row) ? row : { ...row, clustering };
  }

  /** Stores a loaded row. One without a marker and without values does not exist, and leaves a tombstone. */
  store(layout: Layout, key: Buffer, row: RowParts): void {
    if (isLive(row)) {
      this.#draft.put(key, encodeRow(key, row));
      // Its parts are in the row now.
      if (this.#isBuried(key)) this.#draft.delete(marked(marks.deletedRow, key));
      return;
    }
    this.#draft.delete(key);
    if (!leavesTombstone(row)) return;
    // A batch that is the latest has not read the earlier one.
    const earlier = this.#read(layout, marked(marks.deletedRow, key));
    if (earlier) mergeRow(row, earlier, layout.types, this.#moment.nowMs);
    this.#bury(key, row);
  }

  /** Writes the row of a write that sets all its columns, without reading the previous row. */
  replace(plan: WritePlan, { key, clustering }: PlannedRow, stamp: Stamp): void {
    this.#draft.put(key, encodeRow(key, newRow(plan, clustering, stamp, this.#moment.nowMs)));
  }

  /** Deletes a row that has no later write, without reading it. */
  delete(key: Buffer, deletion: Stamp): void {
    this.#draft.delete(key);
    this.#bury(key, { ...emptyRow([]), deletion });
  }

  /** @throws {StoreError} `damaged` */
  #read(layout: Layout, key: Buffer): RowParts | undefined {
    const sealed = this.#draft.get(key);
    return sealed && readParts(checked(key, sealed, layout.title), layout.numbers.dropped);
  }

  #bury(rowKey: Buffer, rest: RowParts): void {
    const key = marked(marks.deletedRow, rowKey);
    this.#draft.put(key, encodeRow(key, { ...rest, clustering: [] }));
    this.#noteTombstone(rowKey);
  }

  #noteTombstone(key: Buffer): void {
    this.#buried ??= new Set();
    this.#buried.add(key.toString("latin1"));
  }

  #isBuried(key: Buffer): boolean {
    return this.#buried?.has(key.toString("latin1")) === true;
  }
}

/** The row of an INSERT that sets all its columns. */
function newRow({ cells }: WritePlan, clustering: readonly Buffer[], stamp: Stamp, nowMs: number): RowParts {
  const { writtenAt, expiresAt } = stamp;
  const row = emptyRow(clustering);
  row.marker = { writtenAt, expiresAt, bytes: noBytes };
  for (const { column, bytes } of cells) {
    if (column.kind !== "regular") continue;
    if (bytes) row.cells.set(column.number, { writtenAt, expiresAt, bytes });
    else {
      const deletedAt = isMultiCell(column.type) ? justBefore(writtenAt) : writtenAt;
      // The end of a deleted cell is when it was deleted.
      row.cells.set(column.number, { writtenAt: deletedAt, expiresAt: nowMs, bytes });
    }
  }
  return row;
}

/** What a write leaves in a cell of a row. */
export function cellOf(row: RowParts, column: LayoutColumn, bytes: Buffer | null, stamp: Stamp, nowMs: number): Cell {
  const { writtenAt, expiresAt } = stamp;
  if (bytes === null) return { writtenAt, expiresAt: nowMs, bytes };
  return { writtenAt, expiresAt, bytes: column.isCounter ? sum(column, bytes, row.cells.get(column.number)) : bytes };
}

function sum(column: LayoutColumn, bytes: Buffer, cell: Cell | undefined): Buffer {
  if (bytes.length !== 8) throw rejection("Invalid null value for counter increment");
  const total = bytes.readBigInt64BE() + (cell?.bytes?.readBigInt64BE() ?? 0n);
  if (total === BigInt.asIntN(64, total)) return encodeValue(column, total);
  throw rejection(`Counter column ${column.name} cannot hold more than 64 bits`);
}

/** The span of the tombstones of all tables. */
export const tombstoneSpan = { gte: Buffer.of(marks.deletedRow), lt: Buffer.of(marks.deletedRange + 1) } as const;

/** The span of range tombstones. */
export const rangeSpan = { ...tombstoneSpan, gte: Buffer.of(marks.deletedRange) } as const;

/** A deleted range of the rows of a partition. */
export interface DeletedRange extends KeyRange, Stamp {}

/** Remembers the deletion of a range. */
export function writeRange(draft: Draft, partition: Buffer, { from, to }: KeyRange, deletion: Stamp): void {
  // Both begin as the partition does, but for its last byte.
  const shared = partition.length - 1;
  const length = Buffer.allocUnsafe(sizeLength);
  length.writeUInt32BE(from.length - shared);
  const key = Buffer.concat([
    marked(marks.deletedRange, partition),
    length,
    from.subarray(shared),
    to.subarray(shared),
  ]);
  const earlier = draft.get(key);
  if (earlier && isShadowed(deletion, deletionOf(key, earlier))) return;
  draft.put(key, encodeRow(key, { ...emptyRow([]), deletion }));
}

/** The deleted ranges of a partition. */
export async function readRanges(draft: Draft, partition: Buffer): Promise<readonly DeletedRange[]> {
  const ranges: DeletedRange[] = [];
  const beginning = marked(marks.deletedRange, partition);
  const shared = partition.subarray(0, -1);
  for await (const [key, sealed] of draft.range(beginning, endOf(beginning))) {
    const start = beginning.length + sizeLength;
    const split = start + key.readUInt32BE(beginning.length);
    ranges.push({
      ...deletionOf(key, sealed),
      from: Buffer.concat([shared, key.subarray(start, split)]),
      to: Buffer.concat([shared, key.subarray(split)]),
    });
  }
  return ranges;
}

function deletionOf(key: Buffer, sealed: Buffer): Stamp {
  // Each has one: `writeRange` writes nothing else.
  return readParts(checked(key, sealed, "a deleted range"), []).deletion as Stamp;
}

function marked(mark: number, key: Buffer): Buffer {
  const tombstone = Buffer.from(key);
  tombstone[0] = mark;
  return tombstone;
}
