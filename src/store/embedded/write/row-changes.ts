/**
 * Changes of a row's parts, each with its write time: the latest write wins.
 *
 * Works on parts in memory and knows neither keys nor plans.
 */
import { isMultiCell } from "../../../model/index.ts";
import type { CqlType } from "../../../model/index.ts";
import {
  collectionOf,
  elementFinder,
  listPlace,
  nameOf,
  nextNumber,
  placeElements,
  splitElements,
} from "../rows/elements.ts";
import type { LayoutColumn } from "../rows/layout.ts";
import type { Collection, Element, RowParts } from "../rows/row-parts.ts";
import { justBefore, wins } from "../rows/stamp.ts";
import type { Cell, Stamp, Time } from "../rows/stamp.ts";

/** The facts of a column that changes need. */
type ChangedColumn = Pick<LayoutColumn, "number" | "type">;

/** The types of the columns outside the key, by their numbers. */
type ColumnTypes = ReadonlyMap<number, CqlType>;

export function setMarker(row: RowParts, marker: Cell): void {
  if (isShadowed(marker, row.deletion)) return;
  if (!row.marker || wins(marker, row.marker)) row.marker = marker;
}

/** Sets a column of one cell. */
export function setCell(row: RowParts, number: number, cell: Cell): void {
  if (isShadowed(cell, row.deletion)) return;
  const existing = row.cells.get(number);
  if (!existing || wins(cell, existing)) row.cells.set(number, cell);
}

/** Sets a counter. Its cell has the sum of all earlier writes, so it wins over one with the same time, as within a batch. */
export function setCounter(row: RowParts, number: number, cell: Cell): void {
  if (!isShadowed(cell, row.deletion)) row.cells.set(number, cell);
}

/**
 * Sets a collection: it is emptied just before.
 *
 * @param cell without bytes it deletes the collection, just before its time too
 * @param listTime the time that orders its items; their write time may differ
 */
export function setCollection(row: RowParts, column: ChangedColumn, cell: Cell, listTime: Time, nowMs: number): void {
  if (isShadowed(cell, row.deletion)) return;
  const { number, type } = column;
  // The items of a list in one cell get their places from the cell's write time.
  const fitsOneCell = type.kind !== "list" || listTime === cell.writtenAt;
  if (fitsOneCell && isBefore(row, number, cell.writtenAt)) {
    row.collections.delete(number);
    row.cells.set(number, cell.bytes ? cell : { writtenAt: justBefore(cell.writtenAt), expiresAt: nowMs, bytes: null });
    return;
  }
  const emptied = { writtenAt: justBefore(cell.writtenAt), expiresAt: nowMs };
  const collection = collectionIn(row, column, nowMs);
  empty(collection, emptied);
  if (cell.bytes) {
    const first = nextNumber(collection, listTime);
    const elements = splitElements(type, cell.bytes).map(([path, bytes], index): Element => {
      const place = type.kind === "list" ? listPlace("behind", listTime, first + index) : path;
      return { ...cell, path: place, bytes };
    });
    putElements(row, column, elements, nowMs);
  }
}

/** Sets or deletes single elements, no two of which have an equal path. */
export function putElements(row: RowParts, column: ChangedColumn, elements: readonly Element[], nowMs: number): void {
  if (elements.length === 0) return;
  const collection = collectionIn(row, column, nowMs);
  const { type } = column;
  const find = elementFinder(collection, type);
  let added = 0;
  for (const element of elements) {
    if (isShadowed(element, row.deletion) || isShadowed(element, collection.emptied)) continue;
    const existing = find(element.path);
    if (existing && !wins(element, existing)) continue;
    const name = nameOf(element.path);
    if (existing && nameOf(existing.path) !== name) collection.elements.delete(nameOf(existing.path));
    if (!collection.elements.has(name)) added++;
    collection.elements.set(name, element);
  }
  if (added > 0) placeElements(collection, type, added);
  forgetEmpty(row, column.number, collection);
}

/** Removes everything written up to the time of a deletion. @returns whether it removed anything */
export function shadow(row: RowParts, deletion: Stamp): boolean {
  let isChanged = false;
  const covers = (stamp: Stamp | undefined): boolean => {
    const covered = stamp !== undefined && isShadowed(stamp, deletion);
    isChanged ||= covered;
    return covered;
  };
  if (covers(row.marker)) row.marker = undefined;
  for (const [number, cell] of row.cells) if (covers(cell)) row.cells.delete(number);
  for (const [number, collection] of row.collections) {
    if (covers(collection.emptied)) collection.emptied = undefined;
    for (const [name, element] of collection.elements) if (covers(element)) collection.elements.delete(name);
    forgetEmpty(row, number, collection);
  }
  return isChanged;
}

/** Removes a column without elements that was never emptied, or so long ago that the time was forgotten. */
function forgetEmpty(row: RowParts, number: number, { emptied, elements }: Collection): void {
  if (!emptied && elements.size === 0) row.collections.delete(number);
}

export function deleteRow(row: RowParts, deletion: Stamp): void {
  if (isShadowed(deletion, row.deletion)) return;
  row.deletion = deletion;
  shadow(row, deletion);
}

/**
 * Turns what has ended into deletions, and forgets those that are old.
 *
 * @returns whether anything has ended
 */
export function purge(
  row: RowParts,
  { types, graceMs }: { readonly types: ColumnTypes; readonly graceMs: number },
  nowMs: number,
): boolean {
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
    // Its elements end, but the deletion of those before them stays; the grace period of both begins at the end.
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

/** Merges the rest of a row, or of its deletion, into the existing row. */
export function mergeRow(row: RowParts, other: RowParts, types: ColumnTypes, nowMs: number): void {
  if (other.deletion) deleteRow(row, other.deletion);
  if (other.marker) setMarker(row, other.marker);
  const numbers = new Set([...other.cells.keys(), ...other.collections.keys()]);
  for (const number of numbers) {
    const type = types.get(number);
    const [cell, collection] = [other.cells.get(number), other.collections.get(number)];
    if (!type) continue;
    if (cell && !isMultiCell(type)) setCell(row, number, cell);
    else mergeCollection(row, { number, type }, collection ?? collectionOf(type, cell, nowMs), nowMs);
  }
}

function mergeCollection(row: RowParts, column: ChangedColumn, { emptied, elements }: Collection, nowMs: number): void {
  if (emptied && !isShadowed(emptied, row.deletion)) empty(collectionIn(row, column, nowMs), emptied);
  putElements(row, column, [...elements.values()], nowMs);
}

/** Whether a deletion suppresses a write. If both have the same time, the deletion wins. */
export function isShadowed({ writtenAt }: Stamp, deletion: Stamp | undefined): boolean {
  return deletion !== undefined && writtenAt <= deletion.writtenAt;
}

/**
 * The elements of a column, which are stored separately from now on.
 *
 * @param emptiedMs since when what a write of the whole column replaced counts as deleted: the grace period begins then
 */
export function collectionIn(row: RowParts, { number, type }: ChangedColumn, emptiedMs: number): Collection {
  const existing = row.collections.get(number);
  if (existing) return existing;
  const collection = collectionOf(type, row.cells.get(number), emptiedMs);
  row.cells.delete(number);
  row.collections.set(number, collection);
  return collection;
}

function empty(collection: Collection, emptied: Stamp): void {
  if (isShadowed(emptied, collection.emptied)) return;
  collection.emptied = emptied;
  for (const [name, element] of collection.elements) {
    if (isShadowed(element, emptied)) collection.elements.delete(name);
  }
}

/** Whether everything in the column was written before the time, so that a write of the whole replaces it completely. */
function isBefore({ cells, collections }: RowParts, number: number, time: Time): boolean {
  const cell = cells.get(number);
  const collection = collections.get(number);
  if (cell && cell.writtenAt >= time) return false;
  if (!collection) return true;
  if (collection.emptied && collection.emptied.writtenAt >= time) return false;
  for (const { writtenAt } of collection.elements.values()) if (writtenAt >= time) return false;
  return true;
}
