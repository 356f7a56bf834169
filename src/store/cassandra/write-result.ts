/** What the response to a write, or to a batch of them, says of it: applied, or the row that prevented it. */
import { isDeepStrictEqual } from "node:util";
import type { Operands, WriteResult, Row, Write } from "../store.ts";
import { plainValue } from "../values/encoded.ts";
import type { CqlColumn, CqlTable } from "./bound-table.ts";
import type { CqlResult, DriverRow } from "./client.ts";
import { CqlRow } from "./page.ts";
import { isGuarded } from "./print-write.ts";

export function writeResultOf(table: CqlTable, { rows }: CqlResult): WriteResult {
  const row = rows?.[0];
  if (!row || row["[applied]"] === true) return { applied: true };
  return { applied: false, current: currentOf(table, row) };
}

/** The row that prevented a write; undefined if there is no row. */
function currentOf(table: CqlTable, row: DriverRow): Row | undefined {
  const shown = new Map([...table.columns].filter(([, { member }]) => row[member] !== undefined));
  return shown.size > 0 ? new CqlRow(shown, row) : undefined;
}

/**
 * The result of each write of a batch.
 *
 * If a batch is not applied, the cluster returns the rows that its conditions are about, each with its key and all columns
 * named by any condition.
 */
export function writeResultsOf(
  table: CqlTable,
  writes: readonly Write[],
  rows: readonly DriverRow[],
): readonly WriteResult[] {
  if (rows[0]?.["[applied]"] !== false) return writes.map(() => ({ applied: true }));
  return writes.map((write) => ({
    applied: false,
    current: isGuarded(write) ? findCurrent(table, write, rows) : undefined,
  }));
}

function findCurrent(table: CqlTable, write: Write, rows: readonly DriverRow[]): Row | undefined {
  const given = write.kind === "delete" ? write.key : write.values;
  const columns = shownBy(table, write);
  // A batch with conditions is about one partition, whose static columns every row shows.
  const isStatic = columns.length > 0 && columns.every(({ kind }) => kind === "static");
  const row = rows.find((one) => isStatic || table.key.every((column) => isOf(column, one, given)));
  return row && new CqlRow(new Map(columns.map((column) => [column.name, column])), row);
}

/** A write of static columns names no row, so any row of its partition belongs to it. */
function isOf(column: CqlColumn, row: DriverRow, given: Operands): boolean {
  const value = given.get(column.name);
  return value === undefined || isDeepStrictEqual(column.read(row[column.member]), plainValue(value));
}

/** All columns for `IF [NOT] EXISTS`, or the columns of the conditions. */
function shownBy(table: CqlTable, write: Write): readonly CqlColumn[] {
  if (write.kind === "insert" || write.ifExists) return table.list;
  const named = new Set(write.conditions?.map(({ column }) => column));
  return table.list.filter(({ name }) => named.has(name));
}
