/**
 * Turns the changes of a write into elements to set or to delete.
 *
 * Items of a list get their places here, and an index or a value is looked up: among the items that were there before the
 * batch, and those that the same write has changed by then, as in the database.
 */
import { listPlace } from "../rows/elements.ts";
import type { LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import type { Collection, Element, RowParts } from "../rows/row-parts.ts";
import type { Stamp } from "../rows/stamp.ts";
import type { PlannedChange } from "./change-plan.ts";
import { collectionIn, putElements } from "./row-changes.ts";

export interface ChangedElements {
  readonly column: LayoutColumn;
  readonly elements: readonly Element[];
}

/** Numbers the items that a batch adds to lists; a list that is set as a whole counts from 0. */
export class ItemNumbers {
  #last = 2 ** 24;

  next(): number {
    return this.#last++;
  }
}

interface Resolving {
  readonly stamp: Stamp;
  readonly nowMs: number;
  /** When the items of lists are placed. */
  readonly writtenAt: number;
  readonly numbers: ItemNumbers;
  readonly isDelete: boolean | undefined;
  /** The row before the batch that columns of this kind belong to, empty if it does not exist. It is changed here. */
  readonly load: (kind: string) => RowParts;
}

/** @throws {StoreError} `invalid` for an index that a list does not have */
export function resolveChanges(changes: readonly PlannedChange[], resolving: Resolving): readonly ChangedElements[] {
  const { load, nowMs } = resolving;
  const readsList = changes.some(({ kind }) => kind === "discard" || kind === "index");
  const rows = new Map<string, RowParts>();
  const rowOf = (kind: string): RowParts => {
    const row = rows.get(kind) ?? load(kind);
    rows.set(kind, row);
    return row;
  };
  return changes.map((change) => {
    const { column } = change;
    const row = readsList ? rowOf(column.kind) : undefined;
    const elements = elementsOf(change, resolving, () => liveItems(row && collectionIn(row, column, nowMs)));
    if (row) putElements(row, column, elements, nowMs);
    return { column, elements };
  });
}

function elementsOf(
  change: PlannedChange,
  { stamp, nowMs, writtenAt, numbers, isDelete }: Resolving,
  items: () => readonly Element[],
): readonly Element[] {
  const { writtenAt: time } = stamp;
  const deleted = (path: Buffer): Element => ({ path, writtenAt: time, expiresAt: nowMs, bytes: null });
  const set = (path: Buffer, bytes: Buffer | null): Element => (bytes ? { ...stamp, path, bytes } : deleted(path));
  switch (change.kind) {
    case "put":
      return change.elements.map(([path, bytes]) => set(path, bytes));
    case "append":
      return change.items.map((item) => set(listPlace("behind", writtenAt, numbers.next()), item));
    case "prepend":
      return change.items.toReversed().map((item) => set(listPlace("before", writtenAt, numbers.next()), item));
    case "discard":
      return items().flatMap(({ path, bytes }) =>
        change.items.some((item) => bytes?.equals(item)) ? [deleted(path)] : [],
      );
    case "index": {
      const found = items();
      if (found.length === 0) {
        const what = isDelete ? "delete an element from" : "set an element on";
        throw rejection(`Attempted to ${what} a list which is null`);
      }
      const item = found[change.index];
      if (!item) throw rejection(`List index ${change.index} out of bound, list has size ${found.length}`);
      return change.bytes === undefined ? [] : [set(item.path, change.bytes)];
    }
  }
}

function liveItems(collection: Collection | undefined): readonly Element[] {
  return [...(collection?.elements.values() ?? [])].filter(({ bytes }) => bytes !== null);
}
