/**
 * A page of rows: the statement and the options that a selection becomes, and the page that the cluster's response becomes.
 *
 * Sends nothing. A page state is sealed with a hash of the selection, so that one of another selection is refused.
 */
import { createHash } from "node:crypto";
import { ColumnRow } from "../column-row.ts";
import { openPageState, sealPageState } from "../page-state.ts";
import { StoreError } from "../store-error.ts";
import type { Page, Selection, Value } from "../store.ts";
import { columnsOf, requireReadable, selectedText } from "./bound-table.ts";
import type { CqlColumn, CqlTable, SelectedColumns } from "./bound-table.ts";
import { consistencyOf } from "./client.ts";
import type { CqlResult, DriverRow, StatementOptions } from "./client.ts";
import { printSelect, similarityMember, writeTimeMember } from "./print-select.ts";
import type { SelectStatement } from "./print-select.ts";
import { cellReaderOf } from "./read-value.ts";

/** What is sent for a page. */
interface PageStatement {
  readonly statement: SelectStatement;
  readonly options: StatementOptions;
  /** The columns that the rows show. */
  readonly columns: SelectedColumns;
}

export function printPage(table: CqlTable, selection: Selection): PageStatement {
  const { consistency, countsOnly, distinct, nearest, pageState, pageSize, reads } = selection;
  if (!(pageSize >= 1)) throw new StoreError("invalid", "A page has at least one row");
  const columns = columnsOf(table, selection.columns);
  if (!countsOnly) requireReadable(table, columns);
  reads?.spend("combinations", countCombinations(selection));
  const asked = nearest ? { ...selection, limit: candidatesOf(selection.limit) } : selection;
  const statement = printSelect(table, textOf(table, columns, selection), asked);
  const options = {
    consistency: consistencyOf(consistency),
    fetchSize: nearest || isOnePage(table, selection) ? 0 : pageSize,
    pageState: pageState === undefined ? undefined : openPageState(hashOf(statement, distinct), pageState),
    prepare: true,
    isIdempotent: true,
  };
  return { statement, options, columns };
}

export function pageOf(
  { countsOnly, distinct, nearest, limit }: Selection,
  { columns }: SelectedColumns,
  statement: SelectStatement,
  found: CqlResult,
): Page {
  const all = (nearest ? found.rows?.slice(0, limit) : found.rows) ?? [];
  const { pageState } = found;
  return {
    rows: countsOnly ? [] : all.map((row) => new CqlRow(columns, row)),
    count: countsOnly ? all.length : undefined,
    similarities: nearest && all.map((row) => row[similarityMember] as number),
    pageState:
      pageState === null ? undefined : sealPageState(hashOf(statement, distinct), Buffer.from(pageState, "hex")),
  };
}

/**
 * How many rows to request from a vector index. It examines few more than that and misses near ones: with 2,000 random
 * vectors of 32 numbers, it misses the nearest one in a third of all searches and a seventh of the nearest ten; with 50
 * requested rows, one in a hundred.
 */
function candidatesOf(limit: number | undefined): number | undefined {
  return limit === undefined
    ? undefined
    : Math.max(limit, Math.min(Math.max(limit * 2, fewestCandidates), mostCandidates));
}

const fewestCandidates = 50;
/** The cluster refuses more. */
const mostCandidates = 1000;

/**
 * The columns that the statement selects: more than the rows show if CQL requires it.
 *
 * Rows are counted page by page, by a column of their key. `COUNT(*)` is a single response that no limit divides, and a
 * large partition or table exceeds its timeout.
 */
function textOf(
  table: CqlTable,
  { list, text, isOfPartitions }: SelectedColumns,
  { countsOnly, distinct, filters, tuples = [] }: Selection,
): string {
  const wanted = countsOnly ? [] : list;
  if (distinct) return selectedText([...table.partitionKey, ...wanted.filter(({ kind }) => kind !== "partition")]);
  // CQL has no selection without columns, and none of only static columns if rows are restricted.
  if (wanted.length === 0) return selectedText(table.key.slice(0, 1));
  if (!isOfPartitions) return text;
  const names = [...filters.map(({ column }) => column), ...tuples.flatMap((tuple) => tuple.columns)];
  const restricted = names.map((name) => table.columns.get(name)).find((one) => one?.kind === "clustering");
  return restricted ? selectedText([...list, restricted]) : text;
}

/** The cluster reads each combination by itself, and responds when it has all of them. */
function countCombinations({ filters }: Selection): number {
  return filters.reduce(
    (product, { operator, value }) => product * (operator === "in" && Array.isArray(value) ? value.length : 1),
    1,
  );
}

/** A single row has no next page. Rows of several partitions are in order only if they are not paged. */
function isOnePage({ definition, key }: CqlTable, { filters, orderBy = [], limit, pageSize }: Selection): boolean {
  const isFixed = (name: string) => filters.some(({ column, operator }) => column === name && operator === "eq");
  if (filters.length === key.length && key.every(({ name }) => isFixed(name))) return true;
  if (orderBy.length === 0 || limit === undefined || limit > pageSize) return false;
  return filters.some(({ column, operator }) => operator === "in" && definition.partitionKey.includes(column));
}

/** A hash of which rows are read, and in which order; the columns are not part of it. */
function hashOf({ cql, fromPlace, parameters }: SelectStatement, distinct = false): Buffer {
  const hash = createHash("sha256").update(`${distinct ? "DISTINCT" : ""}${cql.slice(fromPlace)}`);
  for (const bytes of parameters) hash.update(`${bytes?.length ?? "none"}:`).update(bytes ?? "");
  return hash.digest();
}

const bigintOf = cellReaderOf({ kind: "native", name: "bigint" }, "a write time");

/** A row as the driver decoded it. */
export class CqlRow extends ColumnRow<CqlColumn> {
  readonly #row: DriverRow;

  constructor(columns: ReadonlyMap<string, CqlColumn>, row: DriverRow) {
    super(columns);
    this.#row = row;
  }

  protected read({ read, member }: CqlColumn): Value | null {
    return read(this.#row[member]);
  }

  writeTime(column: string): bigint | null {
    return bigintOf(this.#row[writeTimeMember(column)]) as bigint | null;
  }
}
