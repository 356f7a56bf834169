import { isMultiCell } from "../../../model/index.ts";
import { encodeValue } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import { emptyRow, encodeRow, isLive, leavesTombstone, readParts } from "../rows/row-parts.ts";
import type { RowParts } from "../rows/row-parts.ts";
import { checked } from "../rows/seal.ts";
import { justBefore, noBytes } from "../rows/stamp.ts";
import type { Cell, Stamp } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";
import { collectionIn, forgetEmpty, mergeRow } from "./row-changes.ts";
import type { Moment } from "./stored-times.ts";
import { bury, forgetTombstone, readTombstone, writeTombstone } from "./tombstones.ts";
import type { PlannedRow, WritePlan } from "./write-plan.ts";

/** Reads and writes the parts of a draft's rows: existing rows, and the tombstones of deleted ones. */
export class RowWriter {
  readonly #draft: Draft;
  readonly #moment: Moment;
  /** Rows whose tombstone this batch has found or written: it may have other writes with the same time. */
  #buried: Set<string> | undefined;

  constructor(draft: Draft, moment: Moment) {
    this.#draft = draft;
    this.#moment = moment;
  }

  /** @param clustering the clustering values of a row that does not exist */
  load(layout: Layout, key: Buffer, clustering: readonly Buffer[]): RowParts {
    const sealed = this.#draft.get(key);
    const row = sealed ? readParts(checked(key, sealed, layout.title), layout.numbers.dropped) : emptyRow(clustering);
    const mayBeBuried = !this.#moment.isLatest || this.#isBuried(key);
    const tombstone = mayBeBuried ? readTombstone(this.#draft, layout, key) : undefined;
    if (tombstone) {
      mergeRow(row, tombstone, layout.types, this.#moment.nowMs);
      this.#noteTombstone(key);
    }
    purge(row, layout, this.#moment.nowMs);
    // A row that no longer exists does not keep the values of its key.
    return isLive(row) ? row : { ...row, clustering };
  }

  /** A row without a marker and without values does not exist, and leaves a tombstone. */
  store(layout: Layout, key: Buffer, row: RowParts): void {
    const draft = this.#draft;
    if (isLive(row)) {
      draft.put(key, encodeRow(key, row));
      if (this.#isBuried(key)) forgetTombstone(draft, key);
      return;
    }
    draft.delete(key);
    if (!leavesTombstone(row)) return;
    bury(draft, layout, key, row, this.#moment.nowMs);
    this.#noteTombstone(key);
  }

  /** Writes the row of a write that sets all its columns, without reading the previous row. */
  replace(plan: WritePlan, { key, clustering }: PlannedRow, stamp: Stamp): void {
    this.#draft.put(key, encodeRow(key, newRow(plan, clustering, stamp, this.#moment.nowMs)));
  }

  #noteTombstone(key: Buffer): void {
    this.#buried ??= new Set();
    this.#buried.add(key.toString("latin1"));
  }

  #isBuried(key: Buffer): boolean {
    return this.#buried?.has(key.toString("latin1")) === true;
  }

  /** Deletes a row that has no later write. The writes of a batch that come after it are later, so its tombstone may stay beside them. */
  delete(key: Buffer, deletion: Stamp): void {
    this.#draft.delete(key);
    writeTombstone(this.#draft, key, deletion);
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

/**
 * Turns what has ended into deletions, and forgets those that are old.
 *
 * @returns whether anything has ended
 */
export function purge(row: RowParts, { types, graceMs }: Pick<Layout, "types" | "graceMs">, nowMs: number): boolean {
  let hasEnded = false;
  const isOld = ({ expiresAt }: Stamp): boolean => expiresAt + graceMs <= nowMs;
  const remainderOf = <Ended extends Cell>(cell: Ended): Ended | undefined => {
    if (cell.expiresAt > nowMs && cell.bytes !== null) return cell;
    hasEnded ||= cell.bytes !== null;
    if (isOld(cell)) return undefined;
    return cell.bytes === null ? cell : { ...cell, bytes: null };
  };
  if (row.marker) row.marker = remainderOf(row.marker);
  if (row.deletion && isOld(row.deletion)) row.deletion = undefined;
  for (const [number, cell] of row.cells) {
    const type = types.get(number);
    // Its elements end apart from the moment at which it was emptied.
    if (cell.bytes !== null && cell.expiresAt <= nowMs && type && isMultiCell(type)) {
      collectionIn(row, { number, type }, cell.expiresAt);
      continue;
    }
    const current = remainderOf(cell);
    if (!current) row.cells.delete(number);
    else if (current !== cell) row.cells.set(number, current);
  }
  for (const [number, collection] of row.collections) {
    const { emptied, elements } = collection;
    if (emptied && isOld(emptied)) collection.emptied = undefined;
    for (const [name, element] of elements) {
      const current = remainderOf(element);
      if (!current) elements.delete(name);
      else if (current !== element) elements.set(name, current);
    }
    forgetEmpty(row, number, collection);
  }
  return hasEnded;
}
