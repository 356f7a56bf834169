import type { IndexKind } from "../../../model/index.ts";
import { foldingOf } from "../index-folding.ts";
import { FoundRow, Partition } from "../found-row.ts";
import { splitKey } from "../key.ts";
import type { Layout, LayoutColumn, LayoutIndex } from "../layout.ts";
import { splitParts } from "../../values/parts.ts";
import type { RowParts } from "../row-parts.ts";
import type { Cell } from "../stamp.ts";
import type { StoredRow } from "../stored-row.ts";
import { pairs } from "../../values/value-bytes.ts";
import { encodeValueOrder } from "../../values/value-order.ts";
import { expiryEntry, indexEntry } from "./entry-key.ts";
import type { Entry } from "./entry-key.ts";

/** The entry of a row, or of the static cells of a partition, in an index; of a collection one for each of its values. */
export function indexEntries(layout: Layout, { id, index, column }: LayoutIndex, key: Buffer, row: StoredRow): Entry[] {
  const parts = splitKey(key);
  if (!parts) return [];
  const { partition, isStatic } = parts;
  const found = new FoundRow(layout.columns, {
    key,
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

/** What an index finds a cell by, in ordered form; as `Holding` has it. One of vectors is not searched: they are compared. */
function indexedValues({ type }: LayoutColumn, kind: IndexKind, cell: Buffer): readonly Buffer[] {
  if (type.kind === "vector") return [];
  if (kind === "full") return [encodeValueOrder(type, cell)];
  if (type.kind === "map") {
    return pairs(splitParts(type, cell)).map(([key, value]) => {
      const ordered = { keys: encodeValueOrder(type.key, key), values: encodeValueOrder(type.value, value) };
      return kind === "entries" ? Buffer.concat([ordered.keys, ordered.values]) : ordered[kind];
    });
  }
  if (type.kind !== "list" && type.kind !== "set") return [];
  return splitParts(type, cell).flatMap((part) => (part ? [encodeValueOrder(type.item, part)] : []));
}
