/**
 * Parses the filters that compare several clustering columns with a tuple: `(a, b) > (1, 2)`.
 *
 * Equal tuples and those of one column become restrictions of their columns. Any other belongs to its first column, and the
 * columns behind it are its members.
 */
import type { Operand, TupleFilter } from "../store.ts";
import { columnOf, encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { nullInCondition, refusal } from "./refusal.ts";
import type { Restriction } from "./restriction.ts";

export type TupleRestriction =
  /** One of these tuples. */
  | { readonly kind: "tuples"; readonly columns: readonly LayoutColumn[]; readonly tuples: readonly Tuple[] }
  /** Between two tuples, of which one may be shorter, in the order of their values. */
  | {
      readonly kind: "slice";
      readonly columns: readonly LayoutColumn[];
      readonly start?: TupleBound;
      readonly end?: TupleBound;
    }
  /** A column that a tuple of an earlier one restricts. */
  | { readonly kind: "member" };

/** Binary forms of values, of the columns from the first on. */
type Tuple = readonly Buffer[];

export interface TupleBound {
  readonly values: Tuple;
  readonly inclusive: boolean;
}

/** @throws {StoreError} `invalid` as the database would */
export function addTuples(
  layout: Layout,
  filters: readonly TupleFilter[],
  restrictions: Map<LayoutColumn, Restriction>,
): void {
  for (const filter of filters) addTuple(layout, filter, restrictions);
}

function addTuple(layout: Layout, filter: TupleFilter, restrictions: Map<LayoutColumn, Restriction>): void {
  const columns = columnsOf(layout, filter.columns);
  const [first] = columns;
  if (!first) throw refusal("A tuple has at least one column");
  const { operator } = filter;
  const tuples = (operator === "in" ? filter.value : [filter.value]) as readonly (readonly (Operand | null)[])[];
  const encoded = tuples.map((tuple) => encodeTuple(columns, tuple));
  const [values = []] = encoded;
  if (operator === "eq") {
    refuseRestricted(columns, restrictions, "an Equal");
    columns.forEach((column, place) =>
      restrictions.set(column, { kind: "eq", values: values.slice(place, place + 1) }),
    );
    return;
  }
  if (operator === "in") {
    refuseRestricted(columns, restrictions, "a IN");
    add(
      restrictions,
      columns,
      columns.length === 1 ? { kind: "in", values: encoded.flat() } : { kind: "tuples", columns, tuples: encoded },
    );
    return;
  }
  const bound = { values, inclusive: operator === "gte" || operator === "lte" };
  const isStart = operator === "gt" || operator === "gte";
  const slice: Slice = { kind: "slice", columns, ...(isStart ? { start: bound } : { end: bound }) };
  const earlier = restrictions.get(first);
  refuseOthers(columns, earlier, restrictions);
  const merged = earlier ? mergeSlices(first, sliceOf(first, earlier), slice) : slice;
  add(restrictions, merged.columns, merged);
}

type Slice = Extract<TupleRestriction, { readonly kind: "slice" }>;

function columnsOf(layout: Layout, names: readonly string[]): readonly LayoutColumn[] {
  const columns: LayoutColumn[] = [];
  for (const name of names) {
    const column = columnOf(layout, name);
    const last = columns.at(-1);
    if (column.kind !== "clustering") {
      throw refusal(`Multi-column relations can only be applied to clustering columns but was applied to: ${name}`);
    }
    const relation = `(${names.join(", ")})`;
    if (columns.includes(column)) throw refusal(`Column "${name}" appeared twice in a relation: ${relation}`);
    if (last && column.place !== last.place + 1) {
      throw refusal(`Clustering columns must appear in the PRIMARY KEY order in multi-column relations: ${relation}`);
    }
    columns.push(column);
  }
  return columns;
}

function encodeTuple(columns: readonly LayoutColumn[], tuple: readonly (Operand | null)[]): Tuple {
  if (tuple.length !== columns.length) {
    throw refusal(`Expected ${columns.length} elements in value tuple, but got ${tuple.length}`);
  }
  return columns.map((column, place) => {
    const value = tuple[place];
    if (value === null || value === undefined) throw nullInCondition(column.name);
    return encodeValue(column, value);
  });
}

function add(
  restrictions: Map<LayoutColumn, Restriction>,
  [first, ...members]: readonly LayoutColumn[],
  restriction: Restriction,
): void {
  if (first) restrictions.set(first, restriction);
  for (const member of members) restrictions.set(member, { kind: "member" });
}

function refuseRestricted(
  columns: readonly LayoutColumn[],
  restrictions: ReadonlyMap<LayoutColumn, Restriction>,
  what: "an Equal" | "a IN",
): void {
  const common = columns.filter((column) => restrictions.has(column));
  if (common.length === 0) return;
  const names = common.map(({ name }) => name).join(" ,");
  throw refusal(`${names} cannot be restricted by more than one relation if it includes ${what}`);
}

/** Two slices go together only if both begin at one column. */
function refuseOthers(
  columns: readonly LayoutColumn[],
  earlier: Restriction | undefined,
  restrictions: ReadonlyMap<LayoutColumn, Restriction>,
): void {
  const own = earlier?.kind === "slice" ? earlier.columns : columns.slice(0, 1);
  const other = columns.find((column) => restrictions.has(column) && !own.includes(column)) ?? columns[0];
  const restriction = other && restrictions.get(other);
  if (!other || !restriction) return;
  switch (restriction.kind) {
    case "eq":
    case "in":
    case "tuples": {
      const what = restriction.kind === "eq" ? "an Equal" : "a IN";
      throw refusal(`${other.name} cannot be restricted by more than one relation if it includes ${what}`);
    }
    case "holds":
      throw refusal(`Column "${other.name}" cannot be restricted by both an equality and an inequality relation`);
    case "member":
    case "range":
    case "slice":
      if (own.includes(other) && restriction.kind !== "member") return;
      throw refusal(
        `Column "${other.name}" cannot be restricted by two inequalities not starting with the same column`,
      );
  }
}

/** A range of one column, or a slice, as a slice. */
function sliceOf(column: LayoutColumn, restriction: Restriction): Slice {
  if (restriction.kind === "slice") return restriction;
  if (restriction.kind !== "range") throw new TypeError("not a slice");
  const { start, end } = restriction;
  return {
    kind: "slice",
    columns: [column],
    ...(start && { start: { values: [start.value], inclusive: start.inclusive } }),
    ...(end && { end: { values: [end.value], inclusive: end.inclusive } }),
  };
}

function mergeSlices({ name }: LayoutColumn, one: Slice, other: Slice): Slice {
  if (one.start && other.start) throw refusal(`More than one restriction was found for the start bound on ${name}`);
  if (one.end && other.end) throw refusal(`More than one restriction was found for the end bound on ${name}`);
  const columns = one.columns.length > other.columns.length ? one.columns : other.columns;
  return { ...one, ...other, columns };
}
