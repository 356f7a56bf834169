/**
 * Writes as CQL: each is one statement with a marker for every value.
 *
 * Values are checked and turned into bytes here, and each marker names their type: bytes of a table's earlier type could be
 * stored as another value. Whether the statement makes sense is left to the cluster, whose refusal says why in its own words.
 * Sends nothing.
 */
import type { Delete, Insert, Operands, Update, Write, WriteTime } from "../store.ts";
import { columnOf, piecesOfInsert } from "./bound-table.ts";
import type { CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { bigintBytes, bytesOf, intBytes } from "./parameters.ts";
import { isRepeatableChange, pushChange } from "./print-change.ts";
import { pushGuard, pushRelation, pushTuple } from "./print-relation.ts";
import type { Guard } from "./print-relation.ts";

export interface Statement {
  readonly cql: string;
  readonly parameters: readonly Parameter[];
  /** Whether executing it twice has the same effect as once. */
  readonly isIdempotent: boolean;
}

/** Columns without a value are left as they are, so that a table has one statement for all plain inserts of rows. */
export function printInsert(table: CqlTable, { values, ttlSeconds, timestamp, ifNotExists }: Insert): Statement {
  const parameters: Parameter[] = [];
  // Without a column of the key it is about static columns alone, or refused. A condition reads what the statement names.
  const isWhole = !ifNotExists && timestamp === undefined && table.key.every(({ name }) => values.has(name));
  const columns = isWhole ? table.list : table.list.filter(({ name }) => values.has(name));
  let isIdempotent = !ifNotExists && lasts(table, ttlSeconds);
  let known = 0;
  for (const column of columns) {
    const value = values.get(column.name);
    if (value !== undefined) known++;
    parameters.push(value === undefined ? undefined : bytesOf(column, value));
    if (value !== undefined && value !== null && !column.isRepeatable) isIdempotent = false;
  }
  if (known < values.size) for (const name of values.keys()) columnOf(table, name);
  if (timestamp !== undefined) parameters.push(bigintBytes(timestamp));
  // Unset, it is the table's own.
  parameters.push(ttlSeconds === undefined ? undefined : intBytes(ttlSeconds));
  const options = { ifNotExists, isTimed: timestamp !== undefined };
  const cql = isWhole ? table.wholeInsert : table.texts.of(piecesOfInsert(table.name, columns, options));
  return { cql, parameters, isIdempotent };
}

export function printUpdate(table: CqlTable, update: Update): Statement {
  const { values, changes = [], ttlSeconds } = update;
  const parameters: Parameter[] = [];
  const pieces = ["UPDATE ", table.name];
  pushUsing(update, pieces, parameters);
  let isIdempotent = !isGuarded(update) && lasts(table, ttlSeconds);
  let separator = " SET ";
  for (const [name, value] of values) {
    const column = columnOf(table, name);
    if (column.isKey) continue;
    pieces.push(separator, column.assigned);
    parameters.push(bytesOf(column, value));
    if (!column.isRepeatable) isIdempotent = false;
    separator = ", ";
  }
  for (const change of changes) {
    pieces.push(separator);
    pushChange(table, change, pieces, parameters);
    if (!isRepeatableChange(table, change)) isIdempotent = false;
    separator = ", ";
  }
  pushKey(table, values, pieces, parameters);
  pushGuard(table, update, pieces, parameters);
  return { cql: table.texts.of(pieces), parameters, isIdempotent };
}

export function printDelete(table: CqlTable, write: Delete): Statement {
  const parameters: Parameter[] = [];
  const pieces = ["DELETE FROM ", table.name];
  pushUsing(write, pieces, parameters);
  let separator = " WHERE ";
  for (const [name, value] of write.key) {
    const column = columnOf(table, name);
    pieces.push(separator, column.quoted, " = ", column.marker);
    parameters.push(bytesOf(column, value));
    separator = " AND ";
  }
  for (const filter of write.filters ?? []) {
    pieces.push(separator);
    pushRelation(table, filter, pieces, parameters);
    separator = " AND ";
  }
  for (const tuple of write.tuples ?? []) {
    pieces.push(separator);
    pushTuple(table, tuple, pieces, parameters);
    separator = " AND ";
  }
  pushGuard(table, write, pieces, parameters);
  return { cql: table.texts.of(pieces), parameters, isIdempotent: !isGuarded(write) };
}

export function printWrite(table: CqlTable, write: Write): Statement {
  switch (write.kind) {
    case "insert":
      return printInsert(table, write);
    case "update":
      return printUpdate(table, write);
    case "delete":
      return printDelete(table, write);
  }
}

/** Whether what the row holds decides on the write. */
export function isGuarded(write: Guard & { readonly ifNotExists?: boolean | undefined }): boolean {
  return write.ifNotExists === true || write.ifExists === true || (write.conditions ?? []).length > 0;
}

/** A value that expires soon could reappear through a retried request. */
const leastLife = 300;

function lasts({ definition }: CqlTable, ttlSeconds = definition.defaultTimeToLive): boolean {
  return ttlSeconds === 0 || ttlSeconds >= leastLife;
}

function pushUsing(
  { timestamp, ttlSeconds }: WriteTime & { readonly ttlSeconds?: number | undefined },
  pieces: string[],
  parameters: Parameter[],
): void {
  if (timestamp !== undefined) {
    pieces.push(" USING TIMESTAMP ?");
    parameters.push(bigintBytes(timestamp));
  }
  if (ttlSeconds !== undefined) {
    pieces.push(timestamp === undefined ? " USING TTL ?" : " AND TTL ?");
    parameters.push(intBytes(ttlSeconds));
  }
}

function pushKey(table: CqlTable, values: Operands, pieces: string[], parameters: Parameter[]): void {
  let separator = " WHERE ";
  for (const [name, value] of values) {
    const column = columnOf(table, name);
    if (!column.isKey) continue;
    pieces.push(separator, column.quoted, " = ", column.marker);
    parameters.push(bytesOf(column, value));
    separator = " AND ";
  }
}
