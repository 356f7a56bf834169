/**
 * Parses the filters of a selection, and those that compare several clustering columns with a tuple: `(a, b) > (1, 2)`.
 *
 * Equalities and tuples of one column become restrictions of their columns. Any other tuple belongs to its first column, and
 * the columns after it are its members.
 */
import type { Filter, Operand, TupleFilter } from "../../store.ts";
import { columnOf, encodeValue } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { nullInCondition, operatorSigns, rejection } from "../rows/rejection.ts";
import { combined, parseRestriction } from "./restriction.ts";
import type { Restriction, Restrictions, Tuple, TupleRestriction } from "./restriction.ts";

/**
 * Parses filters, and those by tuples, into one restriction per column; whether the columns can be searched is not looked at.
 *
 * @throws {StoreError} `invalid` when filters contradict one another, or the type of a column has no such operator
 */
export function parseRestrictions(
  layout: Layout,
  filters: readonly Filter[],
  tuples: readonly TupleFilter[] = [],
): Restrictions {
  const restrictions = new Map<LayoutColumn, Restriction>();
  for (const filter of filters) {
    const column = columnOf(layout, filter.column);
    const restriction = parseRestriction(column, filter);
    const earlier = restrictions.get(column);
    restrictions.set(column, earlier ? combined(column.name, earlier, restriction) : restriction);
  }
  for (const tuple of tuples) addTuple(layout, tuple, restrictions);
  return restrictions;
}

function addTuple(layout: Layout, filter: TupleFilter, restrictions: Map<LayoutColumn, Restriction>): void {
  const columns = columnsOf(layout, filter);
  const [first] = columns;
  if (!first) throw rejection("A tuple has at least one column");
  const { operator } = filter;
  const tuples = (operator === "in" ? filter.value : [filter.value]) as readonly (readonly (Operand | null)[])[];
  const encoded = tuples.map((tuple) => encodeTuple(columns, tuple));
  const [values = []] = encoded;
  const isSlice = operator !== "eq" && operator !== "in";
  refuseOthers(columns, restrictions, isSlice);
  if (operator === "eq") {
    columns.forEach((column, place) =>
      restrictions.set(column, { kind: "eq", values: values.slice(place, place + 1) }),
    );
  } else if (!isSlice) {
    const list = { kind: "in", values: encoded.flat() } as const;
    add(restrictions, columns, columns.length === 1 ? list : { kind: "tuples", columns, tuples: encoded });
  } else {
    const bound = { values, inclusive: operator === "gte" || operator === "lte" };
    const isStart = operator === "gt" || operator === "gte";
    const slice: Slice = { kind: "slice", columns, ...(isStart ? { start: bound } : { end: bound }) };
    const earlier = restrictions.get(first);
    const merged = earlier ? mergeSlices(sliceOf(first, earlier), slice) : slice;
    add(restrictions, merged.columns, merged);
  }
}

type Slice = Extract<TupleRestriction, { readonly kind: "slice" }>;

function columnsOf(layout: Layout, { columns: names, operator }: TupleFilter): readonly LayoutColumn[] {
  const columns: LayoutColumn[] = [];
  for (const name of names) {
    const column = columnOf(layout, name);
    const last = columns.at(-1);
    if (column.kind !== "clustering") {
      throw rejection(`Multi-column relations can only be applied to clustering columns but was applied to: ${name}`);
    }
    const relation = `(${names.join(", ")}) ${operatorSigns[operator]} (${names.map(() => "?").join(", ")})`;
    if (columns.includes(column)) throw rejection(`Column "${name}" appeared twice in a relation: ${relation}`);
    if (last && column.keyIndex !== last.keyIndex + 1) {
      throw rejection(`Clustering columns must appear in the PRIMARY KEY order in multi-column relations: ${relation}`);
    }
    columns.push(column);
  }
  return columns;
}

function encodeTuple(columns: readonly LayoutColumn[], tuple: readonly (Operand | null)[]): Tuple {
  if (tuple.length !== columns.length) {
    throw rejection(`Expected ${columns.length} elements in value tuple, but got ${tuple.length}`);
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
  if (!first) return;
  restrictions.set(first, restriction);
  for (const member of members) restrictions.set(member, { kind: "member", first });
}

/** Only two slices go together, and only if both begin at one column. */
function refuseOthers(
  columns: readonly LayoutColumn[],
  restrictions: ReadonlyMap<LayoutColumn, Restriction>,
  isSlice: boolean,
): void {
  for (const column of columns) {
    const found = restrictions.get(column);
    const first = found?.kind === "member" ? found.first : column;
    const restriction = restrictions.get(first);
    if (restriction) refuseOther(columns, first, restriction, isSlice);
  }
}

function refuseOther(
  columns: readonly LayoutColumn[],
  first: LayoutColumn,
  restriction: Restriction,
  isSlice: boolean,
): void {
  const { kind } = restriction;
  const own = kind === "slice" || kind === "tuples" ? restriction.columns : [first];
  const names = namesOf(columns.filter((column) => own.includes(column)));
  const isList = kind === "in" || kind === "tuples";
  if (isList || kind === "eq") {
    const what = isList ? "a IN" : "an Equal";
    throw rejection(`${names} cannot be restricted by more than one relation if it includes ${what}`);
  }
  if (!isSlice || kind === "holds") {
    throw rejection(`Column "${names}" cannot be restricted by both an equality and an inequality relation`);
  }
  if (first !== columns[0]) {
    throw rejection(`Column "${names}" cannot be restricted by two inequalities not starting with the same column`);
  }
}

/** As the database lists them. */
function namesOf(columns: readonly LayoutColumn[]): string {
  return columns.map(({ name }) => name).join(" ,");
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

function mergeSlices(one: Slice, other: Slice): Slice {
  const names = namesOf(one.columns.filter((column) => other.columns.includes(column)));
  if (one.start && other.start) throw rejection(`More than one restriction was found for the start bound on ${names}`);
  if (one.end && other.end) throw rejection(`More than one restriction was found for the end bound on ${names}`);
  const columns = one.columns.length > other.columns.length ? one.columns : other.columns;
  return { ...one, ...other, columns };
}
