/** The cells that a column's value is stored in, for whoever asks about their times. Most readers of a row never do. */
import { isMultiCell } from "../../model/index.ts";
import type { Cell as ReadCell } from "../store.ts";
import { collectionOf } from "./elements.ts";
import type { LayoutColumn } from "./layout.ts";
import { readParts } from "./row-parts.ts";
import type { Cell } from "./stamp.ts";
import type { StoredRow } from "./stored-row.ts";
import { microsOf } from "./times.ts";

const none: readonly ReadCell[] = [];

/**
 * One cell, or one for each element in the order of the type; none for a value that is null.
 *
 * @param row one without what has ended
 * @param column one outside the key
 */
export function cellsOf(row: StoredRow, column: LayoutColumn, nowMs: number): readonly ReadCell[] {
  const { type, number } = column;
  if (!isMultiCell(type)) {
    const cell = row.cell(column);
    return cell ? [shown(cell, nowMs)] : none;
  }
  const { collections } = readParts(row.unjoined, []);
  const { elements } = collections.get(number) ?? collectionOf(type, row.cell(column), nowMs);
  return Array.from(elements.values())
    .filter(({ bytes, expiresAt }) => bytes !== null && expiresAt > nowMs)
    .map((element) => ({ path: element.path, ...shown(element, nowMs) }));
}

function shown({ bytes, writtenAt, expiresAt }: Cell, nowMs: number): ReadCell {
  return {
    bytes: bytes ?? Buffer.of(),
    writeTime: microsOf(writtenAt),
    // A second that has begun is left.
    ttlSeconds: expiresAt === Infinity ? null : Math.ceil((expiresAt - nowMs) / 1000),
  };
}
