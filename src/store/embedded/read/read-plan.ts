/**
 * Plans where the rows of a selection are located among the keys.
 *
 * Takes a selection and returns the partitions and their slices in read order, or rejects it with the database's
 * message. Reads nothing, and does not handle pages.
 */
import { isMultiCell } from "../../../model/index.ts";
import type { StoreError } from "../../store-error.ts";
import type { Selection } from "../../store.ts";
import { isWithin } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import { columnOf, columnsOf } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import { planAccess } from "./access.ts";
import { spanOf } from "./key-range.ts";
import { locate, partitionsOf } from "./locate.ts";
import type { KeySlices } from "./locate.ts";
import { planNearest } from "./nearest.ts";
import type { NearestPlan } from "./nearest.ts";
import { parseRestrictions } from "./parse-restrictions.ts";
import type { Restrictions } from "./restriction.ts";
import { planTests } from "./row-test.ts";
import type { RowTest } from "./row-test.ts";

export interface ReadPlan extends KeySlices {
  readonly layout: Layout;
  /** The columns of the rows in the page. */
  readonly columns: Layout["columns"];
  /** The table's keys within the tokens that the selection names. */
  readonly span: KeyRange;
  /** Where the keys of each partition begin, in the order of their values; undefined for all partitions of the table. */
  readonly partitions: readonly Buffer[] | undefined;
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
  if (limit <= 0 || perPartitionLimit <= 0) throw rejection("LIMIT must be strictly positive");
  if (!(pageSize >= 1)) throw rejection("A page has at least one row");
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
    throw rejection("ORDER BY with 2ndary indexes is not supported, except for ANN queries.");
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
    throw rejection(
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

/** @throws {StoreError} `invalid` when the selection is about more than whole partitions */
function checkDistinct(
  layout: Layout,
  { perPartitionLimit, nearest, orderBy = [], writeTimes = [], countsOnly }: Selection,
  restrictions: Restrictions,
  columns: Layout["columns"],
): void {
  const isOfRows = [...restrictions.keys()].some(({ kind }) => kind === "clustering" || kind === "regular");
  if (isOfRows || nearest) {
    throw rejection(
      "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
    );
  }
  const sorted = layout.partitionKey.some((column) => restrictions.get(column)?.kind === "in") ? orderBy : [];
  const named = [...(countsOnly ? [] : [...columns.keys(), ...writeTimes]), ...sorted.map(({ column }) => column)];
  const selected = named.flatMap((name) => layout.columns.get(name) ?? []);
  const ofRows = selected.find(({ kind }) => kind === "clustering" || kind === "regular");
  if (ofRows) {
    throw rejection(
      `SELECT DISTINCT queries must only request partition key columns and/or static columns (not ${ofRows.name})`,
    );
  }
  if (perPartitionLimit !== undefined) {
    throw rejection("PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries");
  }
}

/** @throws {StoreError} `invalid` for a column that is not a single cell */
function checkWriteTimes(layout: Layout, { writeTimes = [], countsOnly }: Selection): void {
  if (countsOnly) return;
  for (const name of writeTimes) {
    const { kind, type } = columnOf(layout, name);
    if (kind === "partition" || kind === "clustering") {
      throw rejection(`Cannot use selection function writetime on PRIMARY KEY part ${name}`);
    }
    if (isMultiCell(type)) throw rejection(`Cannot use selection function writeTime on non-frozen column ${name}`);
  }
}

/**
 * @param keyed the restrictions that locate rows
 * @returns whether rows are read in reverse of the declared order
 */
function planOrder(
  layout: Layout,
  orderBy: NonNullable<Selection["orderBy"]>,
  keyed: Restrictions,
  restrictions: Restrictions,
): boolean {
  if (orderBy.length === 0) return false;
  if (!layout.partitionKey.every((column) => keyed.has(column))) {
    throw rejection("ORDER BY is only supported when the partition key is restricted by an EQ or an IN.");
  }
  const directions = new Set<boolean>();
  let place = 0;
  for (const { column: name, order } of orderBy) {
    const column = columnOf(layout, name);
    const position = layout.clusteringKey.indexOf(column);
    if (position < 0) {
      throw rejection(`Order by is currently only supported on the clustered columns of the PRIMARY KEY, got ${name}`);
    }
    // A column with one value only may be left out.
    while (place < position && restrictions.get(layout.clusteringKey[place] as LayoutColumn)?.kind === "eq") place++;
    if (place !== position) {
      throw rejection(
        "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY",
      );
    }
    place++;
    directions.add((order === "DESC") !== column.descending);
  }
  if (directions.size > 1) throw rejection("Unsupported order by relation");
  return directions.has(true);
}
