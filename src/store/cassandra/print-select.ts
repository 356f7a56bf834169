import { StoreError } from "../store-error.ts";
import type { Selection } from "../store.ts";
import { isMultiCell } from "../../model/index.ts";
import { similarityFunctionOf } from "../similarity.ts";
import { columnOf } from "./bound-table.ts";
import type { CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { bigintBytes, bytesOf, intBytes } from "./parameters.ts";
import { pushRelations } from "./print-relation.ts";
import type { Statement } from "./print-write.ts";

export interface SelectStatement extends Statement {
  /** Where the part of the text begins that says which rows, in which order. */
  readonly fromPlace: number;
}

/** The member of the driver's rows that holds how near the vector of a row is. No column of a table has such a name. */
export const similarityMember = "similarity of the nearest";

/** The member of the driver's rows that holds when a column was written. */
export function writeTimeMember(column: string): string {
  return `write time of ${column}`;
}

/**
 * A page of rows as CQL: a statement with a marker for every value.
 *
 * @param columns `sensor, at`
 */
export function printSelect(table: CqlTable, columns: string, selection: Selection): SelectStatement {
  const parameters: Parameter[] = [];
  const pieces = [selection.distinct ? "SELECT DISTINCT " : "SELECT ", columns];
  if (!selection.countsOnly) pushWriteTimes(table, selection, pieces);
  pushSimilarity(table, selection, pieces, parameters);
  const fromPlace = pieces.reduce((sum, { length }) => sum + length, 0);
  pieces.push(" FROM ", table.name);
  pushWhere(table, selection, pieces, parameters);
  pushOrder(table, selection, pieces, parameters);
  const { perPartitionLimit, limit } = selection;
  if (perPartitionLimit !== undefined) {
    pieces.push(" PER PARTITION LIMIT ?");
    parameters.push(intBytes(perPartitionLimit));
  }
  if (limit !== undefined) {
    pieces.push(" LIMIT ?");
    parameters.push(intBytes(limit));
  }
  if (selection.filtering) pieces.push(" ALLOW FILTERING");
  return { cql: table.texts.of(pieces), fromPlace, parameters, isIdempotent: true };
}

function pushWhere(table: CqlTable, selection: Selection, pieces: string[], parameters: Parameter[]): void {
  let separator = pushRelations(table, selection, " WHERE ", pieces, parameters);
  if (!selection.tokens) return;
  const { after, upTo } = selection.tokens;
  for (const [sign, edge] of [[" > ", after] as const, [" <= ", upTo] as const]) {
    if (edge === undefined) continue;
    pieces.push(separator, table.token, sign, "(bigint)?");
    parameters.push(bigintBytes(edge));
    separator = " AND ";
  }
}

function pushOrder(table: CqlTable, selection: Selection, pieces: string[], parameters: Parameter[]): void {
  const { nearest, orderBy = [] } = selection;
  let separator = " ORDER BY ";
  if (nearest) {
    const column = columnOf(table, nearest.column);
    pieces.push(separator, column.quoted, " ANN OF ", column.marker);
    parameters.push(bytesOf(column, nearest.to));
    separator = ", ";
  }
  for (const { column, order } of orderBy) {
    pieces.push(separator, columnOf(table, column).quoted, order === "DESC" ? " DESC" : " ASC");
    separator = ", ";
  }
}

function pushWriteTimes(table: CqlTable, { writeTimes = [] }: Selection, selected: string[]): void {
  for (const name of writeTimes) {
    const { quoted, type } = columnOf(table, name);
    // Newer versions of the database have a list of times for it.
    if (isMultiCell(type)) {
      throw new StoreError("invalid", `Cannot use selection function writeTime on non-frozen column ${name}`);
    }
    selected.push(", WRITETIME(", quoted, ") AS ", `"${writeTimeMember(name).replaceAll('"', '""')}"`);
  }
}

function pushSimilarity(table: CqlTable, { nearest }: Selection, selected: string[], parameters: Parameter[]): void {
  if (!nearest) return;
  const column = columnOf(table, nearest.column);
  selected.push(
    `, similarity_${similarityFunctionOf(table.definition, nearest.column)}(`,
    column.quoted,
    ", ",
    column.marker,
    `) AS "${similarityMember}"`,
  );
  parameters.push(bytesOf(column, nearest.to));
}
