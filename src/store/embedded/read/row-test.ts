/**
 * Tests rows by the restrictions that their keys do not decide: those for indexes, and those for filtering.
 *
 * Takes restrictions of any columns, and returns whether a row meets them.
 */
import type { Table } from "../../../model/index.ts";
import { splitParts } from "../../values/parts.ts";
import { pairs } from "../../values/value-bytes.ts";
import { encodeValueOrder } from "../../values/order.ts";
import { foldingOfColumn } from "../definitions/index-rules.ts";
import type { LayoutColumn } from "../rows/layout.ts";
import type { Bound, Holding, Restriction, Restrictions } from "./restriction.ts";

/** One column's restriction, or a part of that of several, with all bytes in their ordered form. */
export interface RowTest {
  readonly column: LayoutColumn;
  /** What is compared is the tuple of these columns. @default the column alone */
  readonly columns?: readonly LayoutColumn[];
  readonly start?: Bound;
  readonly end?: Bound;
  /** The value is one of these. */
  readonly among?: readonly Buffer[];
  readonly holdings: readonly Holding[];
  /** How the index compares values; as they are if missing. */
  readonly fold?: (bytes: Buffer) => Buffer;
}

export function planTests(table: Table, restrictions: Restrictions): readonly RowTest[] {
  return Array.from(restrictions).flatMap(([column, restriction]): readonly RowTest[] => {
    const fold = foldingOfColumn(table, column);
    const ordered = ({ value, inclusive }: Bound): Bound => ({
      value: encodeValueOrder(column.type, value),
      inclusive,
    });
    switch (restriction.kind) {
      case "holds":
        return [{ column, holdings: restriction.holdings }];
      case "range": {
        const { start, end } = restriction;
        return [{ column, ...(start && { start: ordered(start) }), ...(end && { end: ordered(end) }), holdings: [] }];
      }
      case "in":
        return [
          { column, among: restriction.values.map((value) => encodeValueOrder(column.type, value)), holdings: [] },
        ];
      case "eq": {
        const [value] = restriction.values;
        const bound = value && ordered({ value: fold ? fold(value) : value, inclusive: true });
        return [{ column, ...(bound && { start: bound, end: bound }), holdings: [], ...(fold && { fold }) }];
      }
      case "tuples":
      case "slice":
        return planTupleTests(column, restriction);
      case "member":
        return [];
    }
  });
}

function planTupleTests(
  column: LayoutColumn,
  restriction: Extract<Restriction, { readonly kind: "tuples" | "slice" }>,
): readonly RowTest[] {
  const { columns } = restriction;
  const orderedTuple = (values: readonly Buffer[]): Buffer =>
    Buffer.concat(values.map((value, place) => encodeValueOrder((columns[place] as LayoutColumn).type, value)));
  if (restriction.kind === "tuples") {
    return [{ column, columns, among: restriction.tuples.map(orderedTuple), holdings: [] }];
  }
  // Each end has columns of its own.
  return (["start", "end"] as const).flatMap((side) => {
    const bound = restriction[side];
    if (!bound) return [];
    const { values, inclusive } = bound;
    const end = { value: orderedTuple(values), inclusive };
    return [{ column, columns: columns.slice(0, values.length), [side]: end, holdings: [] }];
  });
}

/** What a test reads of a row. */
interface Tested {
  stored(column: LayoutColumn): Buffer | undefined;
}

/** Whether a row is what the test wants; a missing value never is. */
export function passes(test: RowTest, row: Tested): boolean {
  const { column, columns, start, end, among, holdings, fold } = test;
  const cell = row.stored(column);
  if (!cell) return false;
  if (holdings.length > 0) return holdings.every((holding) => holds(column, cell, holding));
  const found = columns ? tupleOf(columns, row) : encodeValueOrder(column.type, fold ? fold(cell) : cell);
  if (!found) return false;
  if (among) return among.some((one) => one.equals(found));
  const above = start ? Buffer.compare(found, start.value) : 1;
  const below = end ? Buffer.compare(end.value, found) : 1;
  return (
    (above > 0 || (above === 0 && start?.inclusive === true)) && (below > 0 || (below === 0 && end?.inclusive === true))
  );
}

function tupleOf(columns: readonly LayoutColumn[], row: Tested): Buffer | undefined {
  const parts = columns.map((column) => {
    const cell = row.stored(column);
    return cell && encodeValueOrder(column.type, cell);
  });
  return parts.every((part) => part !== undefined) ? Buffer.concat(parts) : undefined;
}

/** Whether a value of the column contains something. */
export function holds({ type }: LayoutColumn, cell: Buffer, { key, value }: Holding): boolean {
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
