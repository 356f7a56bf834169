/** What a statement says of its rows: filters, tuples, and the conditions that guard a write; and how it names a part of a column. */
import type { Condition, Delete, Filter, Operand, TupleFilter } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { joinParts } from "../values/parts.ts";
import { columnOf, markerOf } from "./bound-table.ts";
import type { CqlTable, CqlColumn } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { bytesOf, itemOf, keyOf, partBytes } from "./parameters.ts";
import type { CqlType } from "../../model/index.ts";
import { printName } from "../../model/index.ts";

export const signs = { eq: " = ", notEq: " != ", gt: " > ", gte: " >= ", lt: " < ", lte: " <= " } as const;

/** Adds what filters and tuples say of the rows that are read or deleted. @returns what separates the next relation from them */
export function pushRelations(
  table: CqlTable,
  { filters = [], tuples = [] }: Partial<Pick<Delete, "filters" | "tuples">>,
  first: string,
  pieces: string[],
  parameters: Parameter[],
): string {
  let separator = first;
  for (const filter of filters) {
    pieces.push(separator);
    pushRelation(table, filter, pieces, parameters);
    separator = " AND ";
  }
  for (const tuple of tuples) {
    pieces.push(separator);
    pushTuple(table, tuple, pieces, parameters);
    separator = " AND ";
  }
  return separator;
}

/** Adds what a filter says about a row that is read or deleted: `price > (decimal)?`. */
function pushRelation(table: CqlTable, filter: Filter, pieces: string[], parameters: Parameter[]): void {
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
function pushTuple(table: CqlTable, filter: TupleFilter, pieces: string[], parameters: Parameter[]): void {
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

export type Part = { readonly at: Operand } | { readonly field: string };

const index: CqlType = { kind: "native", name: "int" };

/**
 * Adds a part of a column as CQL names it: `settings[(text)?]`, `address.city`.
 *
 * @returns the type of the part's value
 * @throws {StoreError} `invalid` when the column's type has no such part
 */
export function pushPart(column: CqlColumn, part: Part, pieces: string[], parameters: Parameter[]): CqlType {
  const { name, type, quoted } = column;
  if ("field" in part) {
    const field = type.kind === "user" ? type.type.fields.find((one) => one.name === part.field) : undefined;
    if (!field) throw new StoreError("invalid", `Column ${name} does not have a field named ${part.field}`);
    pieces.push(quoted, ".", printName(field.name));
    return field.type;
  }
  const item = type.kind === "map" || type.kind === "list" ? itemOf(type) : undefined;
  if (!item) throw new StoreError("invalid", `Column ${name} does not have elements that a key or an index names`);
  const key = type.kind === "map" ? type.key : index;
  pieces.push(quoted, "[", markerOf(key), "]");
  parameters.push(partBytes(name, key, part.at));
  return item;
}

export interface Guard {
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** Adds what guards a write: ` IF EXISTS`, ` IF stock > (int)? AND settings[(text)?] = (text)?`. */
export function pushGuard(table: CqlTable, guard: Guard, pieces: string[], parameters: Parameter[]): void {
  let separator = " IF ";
  if (guard.ifExists) {
    pieces.push(" IF EXISTS");
    separator = " AND ";
  }
  for (const condition of guard.conditions ?? []) {
    pieces.push(separator);
    pushCondition(table, condition, pieces, parameters);
    separator = " AND ";
  }
}

function pushCondition(table: CqlTable, condition: Condition, pieces: string[], parameters: Parameter[]): void {
  const column = columnOf(table, condition.column);
  const { part, operator, value } = condition;
  if (operator === "contains" || operator === "containsKey") throw new TypeError("only embedded stores test it");
  let { type, marker } = column;
  if (part) {
    type = pushPart(column, part, pieces, parameters);
    marker = markerOf(type);
  } else pieces.push(column.quoted);
  if (operator !== "in") {
    pieces.push(signs[operator], marker);
    parameters.push(partBytes(column.name, type, value));
    return;
  }
  pieces.push(" IN (");
  (value as readonly (Operand | null)[]).forEach((one, index) => {
    pieces.push(index === 0 ? "" : ", ", marker);
    parameters.push(partBytes(column.name, type, one));
  });
  pieces.push(")");
}
