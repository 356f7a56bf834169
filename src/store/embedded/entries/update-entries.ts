/**
 * Keeps the entries of rows in step with what a draft does to the rows, in the same write.
 *
 * Compares each changed row with what it was, so that whoever changes rows needs to know nothing of entries. Reads no
 * row of a table without indexes, unless the draft has put something that expires.
 */
import type { IndexKind } from "../../../model/index.ts";
import { splitParts } from "../../values/parts.ts";
import { pairs } from "../../values/value-bytes.ts";
import { encodeValueOrder } from "../../values/order.ts";
import { foldingOf } from "../definitions/index-rules.ts";
import { FoundRow, Partition } from "../rows/found-row.ts";
import { splitKey, tableIdOf } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import type { Layout, LayoutColumn, LayoutIndex } from "../rows/layout.ts";
import { readParts } from "../rows/row-parts.ts";
import type { RowParts } from "../rows/row-parts.ts";
import { undamaged } from "../rows/seal.ts";
import type { Cell } from "../rows/stamp.ts";
import { StoredRow } from "../rows/stored-row.ts";
import type { Draft } from "../storage/draft.ts";
import type { Cursor, KeyValueStore } from "../storage/key-value-store.ts";
import { expiryEntry, indexEntry } from "./entry-key.ts";
import type { Entry } from "./entry-key.ts";

/** @param layoutOf by number; undefined for a table that was dropped */
export function updateEntries(draft: Draft, layoutOf: (id: number) => Layout | undefined): void {
  for (const operation of draft.operations()) {
    const { key } = operation;
    const layout = layoutOf(tableIdOf(key));
    if (!layout || (layout.indexes.length === 0 && !draft.expires)) continue;
    const before = entriesOf(layout, key, draft.previousValue(key));
    const after = entriesOf(layout, key, operation.type === "put" ? operation.value : undefined);
    for (const [name, entry] of before) if (!after.has(name)) draft.delete(entry.key);
    // A range of rows is deleted with its entries before all other changes, so the row's entries are put again.
    const isGone = draft.isInDeletedRange(key);
    for (const [name, entry] of after) if (isGone || !before.has(name)) draft.put(entry.key, entry.value);
  }
}

/** By their keys as text. A damaged row can still be deleted; its entries stay, and whoever follows them finds no row. */
export function entriesOf(layout: Layout, key: Buffer, sealed: Buffer | undefined): ReadonlyMap<string, Entry> {
  const stored = undamaged(key, sealed, layout.title);
  if (!stored) return new Map();
  const { dropped } = layout.numbers;
  const row = layout.indexes.length > 0 ? StoredRow.read(stored, dropped, -Infinity) : undefined;
  const entries = [
    ...(row ? layout.indexes.flatMap((index) => indexEntries(layout, index, key, row)) : []),
    ...expiryEntries(key, readParts(stored, dropped)),
  ];
  return new Map(entries.map((entry) => [entry.key.toString("latin1"), entry]));
}

const keysAtOnce = 500;

/**
 * The stored keys of a range of rows and of their entries, some at a time.
 *
 * @param draft deletes the range; an entry that it puts for a row that has gone is deleted from it too
 * @param layout of the rows; undefined for a table that was dropped
 */
export async function* storedKeys(
  keyValues: KeyValueStore,
  { from, to }: KeyRange,
  draft: Draft,
  layout: Layout | undefined,
): AsyncGenerator<readonly Buffer[]> {
  if (!layout || layout.indexes.length === 0) return yield* chunks(keyValues.keys({ gte: from, lt: to }));
  for await (const rows of chunks(keyValues.iterator({ gte: from, lt: to }))) {
    yield rows.flatMap(([key, sealed]) => {
      const entries = Array.from(entriesOf(layout, key, sealed).values(), (entry) => entry.key);
      // An index that is being built may have got the entry in this group, before the row was deleted.
      if (!draft.get(key)) for (const entry of entries) if (draft.hasChangeOf(entry)) draft.delete(entry);
      return [key, ...entries];
    });
  }
}

async function* chunks<Item>(iterator: Cursor<Item>): AsyncGenerator<readonly Item[]> {
  try {
    for (;;) {
      const items = await iterator.nextv(keysAtOnce);
      if (items.length === 0) return;
      yield items;
    }
  } finally {
    await iterator.close();
  }
}

/** The entry of a row, or of the static cells of a partition, in an index; of a collection one for each of its values. */
export function indexEntries(layout: Layout, { id, index, column }: LayoutIndex, key: Buffer, row: StoredRow): Entry[] {
  const parts = splitKey(key);
  if (!parts) return [];
  const { partition, isStatic } = parts;
  const found = new FoundRow(layout.columns, {
    partition: new Partition(layout, partition, -Infinity),
    row: isStatic ? undefined : row,
    statics: isStatic ? row : undefined,
  });
  const cell = found.stored(column);
  if (!cell) return [];
  const folded = foldingOf(index)?.(cell) ?? cell;
  return indexedValues(column, index.kind, folded).map((ordered) => indexEntry(id, ordered, key));
}

/** One entry for each time at which something in the row expires. */
export function expiryEntries(key: Buffer, { marker, cells, collections }: RowParts): Entry[] {
  const times = new Set<number>();
  const add = ({ expiresAt, bytes }: Cell): void => {
    if (bytes !== null && expiresAt !== Infinity) times.add(expiresAt);
  };
  if (marker) add(marker);
  cells.forEach(add);
  for (const { elements } of collections.values()) elements.forEach(add);
  return Array.from(times, (time) => expiryEntry(time, key));
}

/**
 * What an index finds a cell by, in the ordered form in which `read/restriction.ts` looks for it. An index of vectors has no
 * entries: a search compares its vector with that of each row (`read/nearest.ts`).
 */
function indexedValues({ type }: LayoutColumn, kind: IndexKind, cell: Buffer): readonly Buffer[] {
  if (type.kind === "vector") return [];
  if (kind === "full") return [encodeValueOrder(type, cell)];
  if (type.kind === "map") {
    return pairs(splitParts(type, cell)).map(([key, value]) => {
      const ordered = { keys: encodeValueOrder(type.key, key), values: encodeValueOrder(type.value, value) };
      return kind === "entries" ? Buffer.concat([ordered.keys, ordered.values]) : ordered[kind];
    });
  }
  // Only an index of whole values can be of a column that is not a collection.
  if (type.kind !== "list" && type.kind !== "set") return [];
  return splitParts(type, cell).flatMap((part) => (part ? [encodeValueOrder(type.item, part)] : []));
}
