/** What time does to a row in parts: what has ended is a deletion, and an old one is forgotten. */
import { isMultiCell } from "../../model/index.ts";
import type { Layout } from "./layout.ts";
import { collectionIn, forgetEmpty } from "./row-changes.ts";
import type { RowParts } from "./row-parts.ts";
import type { Cell, Stamp } from "./stamp.ts";

/**
 * Turns what has ended into deletions, and forgets those that are old.
 *
 * @returns whether anything has ended
 */
export function settle(row: RowParts, { types, graceMs }: Pick<Layout, "types" | "graceMs">, nowMs: number): boolean {
  let hasEnded = false;
  const isOld = ({ expiresAt }: Stamp): boolean => expiresAt + graceMs <= nowMs;
  const cellOf = <Ended extends Cell>(cell: Ended): Ended | undefined => {
    if (cell.expiresAt > nowMs && cell.bytes !== null) return cell;
    hasEnded ||= cell.bytes !== null;
    if (isOld(cell)) return undefined;
    return cell.bytes === null ? cell : { ...cell, bytes: null };
  };
  if (row.marker) row.marker = cellOf(row.marker);
  if (row.deletion && isOld(row.deletion)) row.deletion = undefined;
  for (const [number, cell] of row.cells) {
    const type = types.get(number);
    // Its elements end apart from the moment at which it was emptied.
    if (cell.bytes !== null && cell.expiresAt <= nowMs && type && isMultiCell(type)) {
      collectionIn(row, { number, type }, cell.expiresAt);
      continue;
    }
    const current = cellOf(cell);
    if (!current) row.cells.delete(number);
    else if (current !== cell) row.cells.set(number, current);
  }
  for (const [number, collection] of row.collections) {
    const { emptied, elements } = collection;
    if (emptied && isOld(emptied)) collection.emptied = undefined;
    for (const [name, element] of elements) {
      const current = cellOf(element);
      if (!current) elements.delete(name);
      else if (current !== element) elements.set(name, current);
    }
    forgetEmpty(row, number, collection);
  }
  return hasEnded;
}

/** Whether a settled row exists for readers. */
export function isThere({ marker, cells, collections }: RowParts): boolean {
  if (marker && marker.bytes !== null) return true;
  for (const { bytes } of cells.values()) if (bytes !== null) return true;
  for (const { elements } of collections.values()) {
    for (const { bytes } of elements.values()) if (bytes !== null) return true;
  }
  return false;
}

/** Whether a settled row, which readers do not see, keeps older writes without effect. */
export function isRemembered({ marker, deletion, cells, collections }: RowParts): boolean {
  return marker !== undefined || deletion !== undefined || cells.size > 0 || collections.size > 0;
}
