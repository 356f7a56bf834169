import type { IndexKind } from "../../../model/index.ts";
import { splitKey } from "../key.ts";
import type { Layout, LayoutColumn, LayoutIndex } from "../layout.ts";
import { splitParts } from "../../values/parts.ts";
import type { Row } from "../row.ts";
import { cellOf } from "../row-values.ts";
import { pairs } from "../../values/value-bytes.ts";
import { encodeValueOrder } from "../../values/value-order.ts";
import { expiryEntry, indexEntry } from "./entry-key.ts";
import type { Entry } from "./entry-key.ts";

/** The entry of a row, or of the static cells of a partition, in an index; of a collection one for each of its values. */
export function indexEntries(layout: Layout, { id, index, column }: LayoutIndex, key: Buffer, row: Row): Entry[] {
  const parts = splitKey(key);
  if (!parts) return [];
  const { partition, isStatic } = parts;
  const cell = cellOf(layout, column, partition, isStatic ? undefined : row, isStatic ? row : undefined);
  if (!cell) return [];
  return indexedValues(column, index.kind, cell).map((ordered) => indexEntry(id, ordered, key));
}

/** One entry for each time at which something in the row expires. */
export function expiryEntries(key: Buffer, { marker, cells }: Row): Entry[] {
  const times = new Set<number>();
  for (const { expiresAt } of [...(marker ? [marker] : []), ...cells.values()]) times.add(expiresAt);
  times.delete(Infinity);
  return Array.from(times, (time) => expiryEntry(time, key));
}

/** What an index finds a cell by, in ordered form; as `Holding` has it. */
function indexedValues({ type }: LayoutColumn, kind: IndexKind, cell: Buffer): readonly Buffer[] {
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
