/**
 * Tests rows by the restrictions that are for indexes: those that an index found, and all while none is built.
 *
 * Takes the restrictions of columns outside the key, and returns whether a row meets them.
 */
import type { Table } from "../../model/index.ts";
import { foldingOfColumn } from "./index-folding.ts";
import type { LayoutColumn } from "./layout.ts";
import { splitParts } from "../values/parts.ts";
import type { Bound, Holding, Restrictions } from "./restriction.ts";
import { pairs } from "../values/value-bytes.ts";
import { encodeValueOrder } from "../values/value-order.ts";

/** One column's restriction, with all bytes in their ordered form. */
export interface RowTest {
  readonly column: LayoutColumn;
  readonly start?: Bound;
  readonly end?: Bound;
  /** The value is one of these. */
  readonly among?: readonly Buffer[];
  readonly holdings: readonly Holding[];
  /** How the index compares values; as they are if missing. */
  readonly fold?: (bytes: Buffer) => Buffer;
}

export function planTests(table: Table, restrictions: Restrictions): readonly RowTest[] {
  return Array.from(restrictions, ([column, restriction]): RowTest => {
    const fold = foldingOfColumn(table, column);
    const ordered = ({ value, inclusive }: Bound): Bound => ({
      value: encodeValueOrder(column.type, value),
      inclusive,
    });
    switch (restriction.kind) {
      case "holds":
        return { column, holdings: restriction.holdings };
      case "range": {
        const { start, end } = restriction;
        return { column, ...(start && { start: ordered(start) }), ...(end && { end: ordered(end) }), holdings: [] };
      }
      case "in":
        return { column, among: restriction.values.map((value) => encodeValueOrder(column.type, value)), holdings: [] };
      case "eq": {
        const [value] = restriction.values;
        const bound = value && ordered({ value: fold ? fold(value) : value, inclusive: true });
        return { column, ...(bound && { start: bound, end: bound }), holdings: [], ...(fold && { fold }) };
      }
    }
  });
}

/** Whether a cell is what the test wants; a missing one never is. */
export function passes({ column, start, end, among, holdings, fold }: RowTest, cell: Buffer | undefined): boolean {
  if (!cell) return false;
  if (holdings.length > 0) return holdings.every((holding) => holds(column, cell, holding));
  const found = encodeValueOrder(column.type, fold ? fold(cell) : cell);
  if (among) return among.some((one) => one.equals(found));
  const above = start ? Buffer.compare(found, start.value) : 1;
  const below = end ? Buffer.compare(end.value, found) : 1;
  return (
    (above > 0 || (above === 0 && start?.inclusive === true)) && (below > 0 || (below === 0 && end?.inclusive === true))
  );
}

function holds({ type }: LayoutColumn, cell: Buffer, { key, value }: Holding): boolean {
  if (type.kind === "map") {
    return pairs(splitParts(type, cell)).some(
      ([oneKey, oneValue]) =>
        (!key || encodeValueOrder(type.key, oneKey).equals(key)) &&
        (!value || encodeValueOrder(type.value, oneValue).equals(value)),
    );
  }
  if (type.kind !== "list" && type.kind !== "set") return false;
  return splitParts(type, cell).some((part) => part && value && encodeValueOrder(type.item, part).equals(value));
}
