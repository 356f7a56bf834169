import { contains, isMultiCell, printCqlType } from "../../../model/index.ts";
import type { CqlType, IndexKind } from "../../../model/index.ts";
import type { Filter, Operator } from "../../store.ts";
import { checkedBytes } from "../../values/encoded.ts";
import { encodeValueOrder } from "../../values/order.ts";
import { encodeValue } from "../rows/layout.ts";
import type { LayoutColumn } from "../rows/layout.ts";
import { durationsOf, nullInCondition, operatorSigns, rejection } from "../rows/rejection.ts";

/** All filters of a selection on one column, in binary form. */
export type Restriction =
  | { readonly kind: "eq" | "in"; readonly values: readonly Buffer[] }
  | { readonly kind: "range"; readonly start?: Bound; readonly end?: Bound }
  /** What a collection must contain; all of it. */
  | { readonly kind: "holds"; readonly holdings: readonly Holding[] }
  /** A restriction of several columns together. */
  | TupleRestriction;

export interface Bound {
  readonly value: Buffer;
  readonly inclusive: boolean;
}

/** An item or a value, a key, or an entry of a collection; both in their ordered form. */
export interface Holding {
  readonly in: Exclude<IndexKind, "full">;
  readonly key?: Buffer;
  readonly value?: Buffer;
}

/** All tuple filters of a selection on several columns. */
export type TupleRestriction =
  /** One of these tuples. */
  | { readonly kind: "tuples"; readonly columns: readonly LayoutColumn[]; readonly tuples: readonly Tuple[] }
  /** Between two tuples, one of which may be shorter, in the order of their values. */
  | {
      readonly kind: "slice";
      readonly columns: readonly LayoutColumn[];
      readonly start?: TupleBound;
      readonly end?: TupleBound;
    }
  /** A column restricted by the tuple of an earlier column. */
  | { readonly kind: "member"; readonly first: LayoutColumn };

/** Binary forms of values, of the columns from the first on. */
export type Tuple = readonly Buffer[];

export interface TupleBound {
  readonly values: Tuple;
  readonly inclusive: boolean;
}

export type Restrictions = ReadonlyMap<LayoutColumn, Restriction>;

/** @throws {StoreError} `invalid` when the operator does not apply to the column's type */
export function parseRestriction(column: LayoutColumn, { operator, value }: Filter): Restriction {
  const { name, type } = column;
  const operands: readonly unknown[] = operator === "in" && Array.isArray(value) ? value : [value];
  if (operator === "notEq") throw rejection(`Unsupported "!=" relation: ${name} != ?`);
  if (type.kind === "user" && isMultiCell(type)) {
    throw rejection(`Non-frozen UDT column '${name}' (${printCqlType(type)}) cannot be restricted by any relation`);
  }
  if (operands.includes(null)) throw nullInCondition(name);
  if (operator === "contains" || operator === "containsKey" || operator === "containsEntry") {
    return { kind: "holds", holdings: [parseHolding(column, operator, value)] };
  }
  if (isMultiCell(type)) {
    const sign = operatorSigns[operator];
    throw rejection(`Collection column '${name}' (${printCqlType(type)}) cannot be restricted by a '${sign}' relation`);
  }
  const values = operands.map((operand) => encodeValue(column, operand));
  if (operator === "eq" || operator === "in") return { kind: operator, values };
  if (contains(type, "duration")) {
    const what = type.kind === "native" ? "duration columns" : durationsOf(type);
    throw rejection(`Slice restrictions are not supported on ${what}`);
  }
  const [bound] = values;
  return bound ? parseRange(operator, bound) : { kind: "range" };
}

/** @throws {StoreError} `invalid` when the type of the column has no such parts, or the value is null or not of their type */
export function parseHolding(
  column: LayoutColumn,
  operator: "contains" | "containsKey" | "containsEntry",
  value: unknown,
  nullRefusal = nullInCondition,
): Holding {
  const { name, type } = column;
  const ordered = (part: CqlType, operand: unknown): Buffer => {
    if (operand === null || operand === undefined) throw nullRefusal(name);
    return encodeValueOrder(part, checkedBytes(column.name, part, operand));
  };
  if (operator === "contains") {
    if (type.kind === "map") return { in: "values", value: ordered(type.value, value) };
    if (type.kind === "list" || type.kind === "set") return { in: "values", value: ordered(type.item, value) };
    throw rejection(`Cannot use CONTAINS on non-collection column ${name}`);
  }
  if (operator === "containsKey") {
    if (type.kind === "map") return { in: "keys", key: ordered(type.key, value) };
    throw rejection(`Cannot use CONTAINS KEY on non-map column ${name}`);
  }
  if (type.kind !== "map") throw rejection(`Column "${name}" cannot be used as a map`);
  if (type.frozen) throw rejection(`Map-entry equality predicates on frozen map column ${name} are not supported`);
  const entry = value as { readonly key?: unknown; readonly value?: unknown };
  return { in: "entries", key: ordered(type.key, entry.key), value: ordered(type.value, entry.value) };
}

function parseRange(operator: Extract<Operator, "gt" | "gte" | "lt" | "lte">, value: Buffer): Restriction {
  const bound = { value, inclusive: operator === "gte" || operator === "lte" };
  return operator === "gt" || operator === "gte" ? { kind: "range", start: bound } : { kind: "range", end: bound };
}

/**
 * Combines two filters on one column as the two ends of a range, or as two things that a collection contains.
 *
 * @throws {StoreError} `invalid` when they contradict one another
 */
export function combined(name: string, one: Restriction, other: Restriction): Restriction {
  if (one.kind === "holds" && other.kind === "holds") {
    return { kind: "holds", holdings: [...one.holdings, ...other.holdings] };
  }
  if (one.kind !== "range" && one.kind !== "holds") {
    const what = one.kind === "eq" ? "an Equal" : "a IN";
    throw rejection(`${name} cannot be restricted by more than one relation if it includes ${what}`);
  }
  if (one.kind === "holds") {
    throw rejection(
      `Collection column ${name} can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality`,
    );
  }
  if (other.kind !== "range") {
    throw rejection(`Column "${name}" cannot be restricted by both an equality and an inequality relation`);
  }
  if (one.start && other.start) throw rejection(`More than one restriction was found for the start bound on ${name}`);
  if (one.end && other.end) throw rejection(`More than one restriction was found for the end bound on ${name}`);
  return { ...one, ...other };
}
