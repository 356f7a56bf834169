/**
 * Plans where the rows of a selection are located among the keys.
 *
 * Takes a selection and returns the partitions and their slices in read order, or rejects it with the database's
 * message. Reads nothing, and does not handle pages.
 */
import type { StoreError } from "../store-error.ts";
import type { Selection } from "../store.ts";
import { planAccess } from "./access.ts";
import { endOf, partitionKey, rowKeyOf } from "./key.ts";
import { checkDistinct } from "./distinct.ts";
import { columnOf, columnsOf, orderedBytes } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { everything, rangesOf } from "./key-range.ts";
import type { Edge, EdgeRange } from "./key-range.ts";
import { planNearest } from "./nearest-plan.ts";
import type { NearestPlan } from "./nearest-plan.ts";
import { planOrder } from "./read-order.ts";
import { refusal } from "./refusal.ts";
import { parseRestrictions } from "./parse-restrictions.ts";
import type { Restriction, Restrictions } from "./restriction.ts";
import { planTests } from "./row-test.ts";
import type { RowTest } from "./row-test.ts";
import { isWithin, spanOf } from "./token-span.ts";
import type { KeySpan } from "./token-span.ts";
import { checkWriteTimes } from "./write-times.ts";

export interface ReadPlan {
  readonly layout: Layout;
  /** The columns of the rows in the page. */
  readonly columns: Layout["columns"];
  /** The table's keys within the tokens that the selection names. */
  readonly span: KeySpan;
  /** Where the keys of each partition begin, in the order of their values; undefined for all partitions of the table. */
  readonly partitions: readonly Buffer[] | undefined;
  /** For each clustering column restricted to values, or each tuple of columns, their ordered bytes, sorted. */
  readonly prefixes: readonly (readonly Buffer[])[];
  /** Whether the prefixes cover all clustering columns. */
  readonly isFull: boolean;
  /** The ranges of the columns after them, in key order. */
  readonly ranges: readonly EdgeRange[];
  /** The tests for each row found that the key does not decide. */
  readonly tests: readonly RowTest[];
  readonly reversed: boolean;
  /** Columns by which the rows of several partitions are sorted together, so that they must fit one page. */
  readonly mergedBy: readonly LayoutColumn[] | undefined;
  readonly limit: number;
  /** Rows of one partition. */
  readonly perPartition: number;
  /** Whether each partition is one row, made of its key and its static columns. */
  readonly distinct: boolean;
  /** How the rows are chosen and sorted in place of their keys. */
  readonly nearest: NearestPlan | undefined;
  /** Why its rows cannot be tested, which the database reports when it reads them. */
  readonly untestable: StoreError | undefined;
}

/** Keys from `from` to before `to`; a point holds one key, `from`. */
export interface Slice {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly point: boolean;
}

/**
 * How many combinations of values a selection may name with a list per key column. The database has no such limit. Each
 * combination blocks the event loop for about 10 µs, even if no row has it.
 */
const mostCombinations = 5_000;

export function planRead(layout: Layout, selection: Selection): ReadPlan {
  const {
    filters,
    tuples,
    orderBy = [],
    limit = Infinity,
    perPartitionLimit = Infinity,
    pageSize,
    tokens,
    reads,
  } = selection;
  const { distinct: isDistinct = false, countsOnly = false, filtering = false } = selection;
  if (limit <= 0 || perPartitionLimit <= 0) throw refusal("LIMIT must be strictly positive");
  if (!(pageSize >= 1)) throw refusal("A page has at least one row");
  const restrictions = parseRestrictions(layout, filters, tuples);
  const columns = columnsOf(layout, selection.columns);
  checkWriteTimes(layout, selection);
  if (isDistinct) checkDistinct(layout, selection, restrictions, columns);
  const nearest = planNearest(layout, selection);
  const isOfTokens = hasTokens(tokens);
  const { keyed, tested, isIndexed, untestable } = planAccess(layout, restrictions, { nearest, isOfTokens, filtering });
  const { lists, prefixes, isFull, ranges, combined } = locate(layout, keyed);
  reads?.spend("combinations", combined);
  const span = spanOf(layout, tokens);
  const partitions = lists.length === 0 ? undefined : partitionsOf(layout, lists).filter((one) => isWithin(span, one));
  if (orderBy.length > 0 && isIndexed) {
    throw refusal("ORDER BY with 2ndary indexes is not supported, except for ANN queries.");
  }
  const reversed = planOrder(layout, orderBy, keyed, restrictions);
  // As in the database: a list of one partition counts too, and a selection that can find nothing is never paged. For whole
  // keys, it reads the static columns even if the lists are empty.
  const isMerged =
    orderBy.length > 0 &&
    !selection.orderedApart &&
    layout.partitionKey.some((column) => keyed.get(column)?.kind === "in");
  const readsStatics = isFull && [...columns.values()].some(({ kind }) => kind === "static");
  const findsRows = prefixes.every((list) => list.length > 0) && ranges.length > 0;
  const canFind = partitions?.length !== 0 && (findsRows || readsStatics);
  if (isMerged && canFind && limit > pageSize) {
    throw refusal(
      "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the " +
        "ORDER BY or the IN and sort client side, or disable paging for this query",
    );
  }
  // The order does not matter for a count.
  const mergedBy = isMerged && !countsOnly ? orderBy.map(({ column }) => columnOf(layout, column)) : undefined;
  return {
    layout,
    columns,
    span,
    partitions,
    prefixes,
    isFull,
    ranges,
    tests: planTests(layout.table, tested),
    reversed,
    mergedBy,
    limit,
    perPartition: isDistinct ? 1 : perPartitionLimit,
    distinct: isDistinct,
    nearest,
    untestable,
  };
}

function hasTokens({ after, upTo }: NonNullable<Selection["tokens"]> = {}): boolean {
  return after !== undefined || upTo !== undefined;
}

/** Where the rows selected by restrictions of the key are located. */
interface KeyPlace extends Pick<ReadPlan, "prefixes" | "isFull" | "ranges"> {
  /** The values of each partition column; empty for all partitions. */
  readonly lists: readonly (readonly Buffer[])[];
  /** How many combinations of values the lists name. */
  readonly combined: number;
}

/** @throws {StoreError} `invalid` if the lists name too many combinations */
export function locate(layout: Layout, keyed: Restrictions): KeyPlace {
  const lists = partitionLists(layout, keyed);
  const prefixes = prefixLists(layout, keyed);
  const combined = countCombinations([...lists, ...prefixes]);
  const ranged = layout.clusteringKey.find((column) => isOfRange(keyed.get(column)));
  const restriction = ranged && keyed.get(ranged);
  const ranges = restriction ? rangesOf(ranged, restriction) : everything;
  const isFull = !ranged && layout.clusteringKey.every((column) => keyed.has(column));
  return { lists, prefixes, isFull, ranges, combined };
}

/** Where the keys of each partition begin, in the order of the lists. */
export function partitionsOf(layout: Layout, lists: KeyPlace["lists"]): readonly Buffer[] {
  return Array.from(combinations(lists, false), (values) => partitionKey(layout, values));
}

function isOfValues(restriction: Restriction): restriction is Extract<Restriction, { kind: "eq" | "in" }> {
  return restriction.kind === "eq" || restriction.kind === "in";
}

function isOfRange(restriction: Restriction | undefined): boolean {
  return restriction?.kind === "range" || restriction?.kind === "slice";
}

/** Whether the selection reads whole partitions: then a partition without rows is shown by its static columns. */
export function wholePartitions({ prefixes, ranges }: ReadPlan): boolean {
  return prefixes.length === 0 && ranges === everything;
}

/** The slices of a partition that the plan reads, one after the other. */
export function* slicesOf(
  plan: Pick<ReadPlan, "prefixes" | "isFull" | "ranges" | "reversed">,
  partition: Buffer,
): Generator<Slice> {
  const { isFull: point } = plan;
  const ranges = plan.reversed ? plan.ranges.toReversed() : plan.ranges;
  for (const prefix of combinations(plan.prefixes, plan.reversed)) {
    // Only a whole key has a key after it: there is none after the bytes of a column's greatest value.
    const keyAt = ({ bytes, after }: Edge): Buffer => {
      const key = rowKeyOf(partition, [...prefix, bytes]);
      return after ? endOf(key) : key;
    };
    const beginning = rowKeyOf(partition, prefix);
    for (const { from, to } of ranges) {
      yield { from: from ? keyAt(from) : beginning, to: to ? keyAt(to) : endOf(beginning), point };
    }
  }
}

/** The values of each partition column; empty if the selection is about all partitions. */
function partitionLists(layout: Layout, restrictions: Restrictions): readonly (readonly Buffer[])[] {
  return layout.partitionKey.flatMap((column) => {
    const restriction = restrictions.get(column);
    return restriction && isOfValues(restriction) ? [distinct(restriction.values, byValue(column))] : [];
  });
}

/** The ordered bytes of each clustering column that is restricted to values. */
function prefixLists(layout: Layout, restrictions: Restrictions): readonly (readonly Buffer[])[] {
  return layout.clusteringKey.flatMap((column) => {
    const restriction = restrictions.get(column);
    if (restriction?.kind === "tuples") {
      const { columns, tuples } = restriction;
      const orderedTuple = (tuple: readonly Buffer[]): Buffer =>
        Buffer.concat(tuple.map((value, place) => orderedBytes(columns[place] as LayoutColumn, value)));
      return [distinct(tuples.map(orderedTuple), Buffer.compare)];
    }
    if (!restriction || !isOfValues(restriction)) return [];
    const ordered = restriction.values.map((value) => orderedBytes(column, value));
    return [distinct(ordered, Buffer.compare)];
  });
}

/** @throws {StoreError} `invalid` if they are too many for one selection */
function countCombinations(lists: readonly (readonly Buffer[])[]): number {
  const count = lists.reduce((product, list) => product * list.length, 1);
  if (count <= mostCombinations) return count;
  throw refusal(
    `The lists of a selection may name at most ${mostCombinations} combinations of key values, these name ${count}; ` +
      "give shorter lists and read in several steps",
  );
}

/** All combinations of one item of each list; in order if the lists are. */
function* combinations(lists: readonly (readonly Buffer[])[], reversed: boolean): Generator<readonly Buffer[]> {
  const [first, ...rest] = lists;
  if (!first) return yield [];
  for (const item of reversed ? first.toReversed() : first) {
    for (const others of combinations(rest, reversed)) yield [item, ...others];
  }
}

function distinct(items: readonly Buffer[], compare: Compare): readonly Buffer[] {
  return items
    .toSorted(compare)
    .filter((item, index, sorted) => index === 0 || !item.equals(sorted[index - 1] as Buffer));
}

type Compare = (one: Buffer, other: Buffer) => number;

/** Compares binary forms by their values. Equal decimals of different scale are two partitions. */
function byValue(column: LayoutColumn): Compare {
  return (one, other) =>
    Buffer.compare(orderedBytes(column, one), orderedBytes(column, other)) || Buffer.compare(one, other);
}
