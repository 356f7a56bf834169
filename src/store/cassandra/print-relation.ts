import type { Filter, Operand, TupleFilter } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { joinParts } from "../values/parts.ts";
import { columnOf, markerOf } from "./bound-table.ts";
import type { CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { bytesOf, itemOf, keyOf, partBytes } from "./parameters.ts";

export const signs = { eq: " = ", notEq: " != ", gt: " > ", gte: " >= ", lt: " < ", lte: " <= " } as const;

/** Adds what a filter says about a row that is read or deleted: `price > (decimal)?`. */
export function pushRelation(table: CqlTable, filter: Filter, pieces: string[], parameters: Parameter[]): void {
  const column = columnOf(table, filter.column);
  const { operator, value } = filter;
  const { name, type, quoted } = column;
  switch (operator) {
    case "in": {
      // With markers of its own, a list of one would count as an equality. CQL has no cast for the list.
      const parts = (value as readonly (Operand | null)[]).map((one) => bytesOf(column, one));
      pieces.push(quoted, " IN ?");
      parameters.push(joinParts({ kind: "list", item: type, frozen: true }, parts));
      return;
    }
    case "contains":
      pieces.push(quoted, " CONTAINS ", markerOf(itemOf(type)));
      parameters.push(partBytes(name, itemOf(type), value));
      return;
    case "containsKey":
      pieces.push(quoted, " CONTAINS KEY ", markerOf(keyOf(type)));
      parameters.push(partBytes(name, keyOf(type), value));
      return;
    case "containsEntry": {
      const entry = value as { readonly key?: unknown; readonly value?: unknown };
      pieces.push(quoted, "[", markerOf(keyOf(type)), "] = ", markerOf(itemOf(type)));
      parameters.push(partBytes(name, keyOf(type), entry.key), partBytes(name, itemOf(type), entry.value));
      return;
    }
    default:
      pieces.push(quoted, signs[operator], column.marker);
      parameters.push(bytesOf(column, value));
  }
}

/** Adds what a tuple says of several columns: `(at, seq) > ((timestamp)?, (int)?)`. */
export function pushTuple(table: CqlTable, filter: TupleFilter, pieces: string[], parameters: Parameter[]): void {
  const columns = filter.columns.map((name) => columnOf(table, name));
  const pushValues = (tuple: readonly (Operand | null)[]): void => {
    tuple.forEach((value, place) => {
      const column = columns[place];
      if (!column) throw new StoreError("invalid", "A tuple has more values than columns");
      pieces.push(place === 0 ? "(" : ", ", column.marker);
      parameters.push(bytesOf(column, value));
    });
    pieces.push(")");
  };
  pieces.push(`(${columns.map(({ quoted }) => quoted).join(", ")})`);
  if (filter.operator !== "in") {
    pieces.push(signs[filter.operator]);
    return pushValues(filter.value as readonly Operand[]);
  }
  pieces.push(" IN (");
  (filter.value as readonly (readonly Operand[])[]).forEach((tuple, index) => {
    if (index > 0) pieces.push(", ");
    pushValues(tuple);
  });
  pieces.push(")");
}
