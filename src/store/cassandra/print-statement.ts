/**
 * Calls of a store as CQL: each is one statement with a marker for every value.
 *
 * Values are checked and turned into bytes here, and each marker names their type: bytes of a table's earlier type could be
 * stored as another value. Whether the statement makes sense is left to the cluster, whose refusal says why in its own words.
 * Sends nothing.
 */
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { Condition, Delete, Filter, Insert, Operand, Operands, Selection, Update, Write } from "../store.ts";
import { checkedBytes } from "../values/checked-bytes.ts";
import { joinParts } from "../values/parts.ts";
import { columnOf, markerOf, piecesOfInsert } from "./bound-table.ts";
import type { CqlColumn, CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";

export interface Statement {
  readonly cql: string;
  readonly parameters: readonly Parameter[];
  /** Whether it does no more when it is executed twice. */
  readonly isIdempotent: boolean;
}

/** Columns without a value are left as they are, so that a table has one statement for all plain inserts of rows. */
export function printInsert(table: CqlTable, { values, ttlSeconds, ifNotExists }: Insert): Statement {
  const parameters: Parameter[] = [];
  for (const name of values.keys()) columnOf(table, name);
  // Without a column of the key it is about static columns alone, or refused. A condition reads what the statement names.
  const isWhole = !ifNotExists && table.key.every(({ name }) => values.has(name));
  const columns = isWhole ? table.list : table.list.filter(({ name }) => values.has(name));
  let isIdempotent = !ifNotExists && lasts(table, ttlSeconds);
  for (const column of columns) {
    const value = values.get(column.name);
    parameters.push(value === undefined ? undefined : bytesOf(column, value));
    if (value !== undefined && value !== null && !column.isRepeatable) isIdempotent = false;
  }
  // Unset, it is the table's own.
  parameters.push(ttlSeconds === undefined ? undefined : intBytes(ttlSeconds));
  const cql = isWhole ? table.wholeInsert : table.texts.of(piecesOfInsert(table.name, columns, ifNotExists));
  return { cql, parameters, isIdempotent };
}

export function printUpdate(table: CqlTable, update: Update): Statement {
  const { values, ttlSeconds } = update;
  const parameters: Parameter[] = [];
  const pieces = ["UPDATE ", table.name];
  if (ttlSeconds !== undefined) {
    pieces.push(" USING TTL ?");
    parameters.push(intBytes(ttlSeconds));
  }
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
  pushKey(table, values, pieces, parameters);
  return { cql: finish(table, update, pieces, parameters), parameters, isIdempotent };
}

export function printDelete(table: CqlTable, write: Delete): Statement {
  const parameters: Parameter[] = [];
  const pieces = ["DELETE FROM ", table.name];
  let separator = " WHERE ";
  for (const [name, value] of write.key) {
    const column = columnOf(table, name);
    pieces.push(separator, column.quoted, " = ", column.marker);
    parameters.push(bytesOf(column, value));
    separator = " AND ";
  }
  return { cql: finish(table, write, pieces, parameters), parameters, isIdempotent: !isGuarded(write) };
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

/** A statement that reads, and the part of its text that says which rows, in which order. */
export interface SelectStatement extends Statement {
  readonly rows: string;
}

export function printSelect(table: CqlTable, columns: readonly CqlColumn[], selection: Selection): SelectStatement {
  const { filters, orderBy = [], limit } = selection;
  const parameters: Parameter[] = [];
  const pieces: string[] = [" FROM ", table.name];
  let separator = " WHERE ";
  for (const filter of filters) {
    pieces.push(separator);
    pushRelation(table, filter, pieces, parameters);
    separator = " AND ";
  }
  separator = " ORDER BY ";
  for (const { column, order } of orderBy) {
    pieces.push(separator, columnOf(table, column).quoted, order === "DESC" ? " DESC" : " ASC");
    separator = ", ";
  }
  if (limit !== undefined) {
    pieces.push(" LIMIT ?");
    parameters.push(intBytes(limit));
  }
  const rows = table.texts.of(pieces);
  const selected = ["SELECT "];
  columns.forEach((column, index) => selected.push(index === 0 ? "" : ", ", column.selected));
  return { cql: table.texts.of([...selected, rows]), rows, parameters, isIdempotent: true };
}

/** Whether what the row holds decides on the write. */
export function isGuarded(write: Guard): boolean {
  return write.ifNotExists === true || write.ifExists === true || (write.conditions ?? []).length > 0;
}

interface Guard {
  readonly ifNotExists?: boolean | undefined;
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** A value that is gone soon could come back by a repeated request. */
const leastLife = 300;

function lasts({ definition }: CqlTable, ttlSeconds = definition.defaultTimeToLive): boolean {
  return ttlSeconds === 0 || ttlSeconds >= leastLife;
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

/** Adds what guards the write. */
function finish(table: CqlTable, guard: Guard, pieces: string[], parameters: Parameter[]): string {
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
  return table.texts.of(pieces);
}

const signs = { eq: " = ", notEq: " != ", gt: " > ", gte: " >= ", lt: " < ", lte: " <= " } as const;

function pushCondition(table: CqlTable, condition: Condition, pieces: string[], parameters: Parameter[]): void {
  const column = columnOf(table, condition.column);
  const { operator, value } = condition;
  if (operator !== "in") {
    pieces.push(column.quoted, signs[operator], column.marker);
    parameters.push(bytesOf(column, value));
    return;
  }
  const list = value as readonly (Operand | null)[];
  pieces.push(column.quoted, " IN (");
  list.forEach((one, index) => {
    pieces.push(index === 0 ? "" : ", ", column.marker);
    parameters.push(bytesOf(column, one));
  });
  pieces.push(")");
}

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

function itemOf(type: CqlType): CqlType | undefined {
  return type.kind === "map" ? type.value : "item" in type ? type.item : undefined;
}

function keyOf(type: CqlType): CqlType | undefined {
  return type.kind === "map" ? type.key : undefined;
}

function bytesOf({ name, type }: CqlColumn, value: unknown): Buffer | null {
  return value === null ? null : checkedBytes(name, type, value);
}

const noBytes = Buffer.of();

/** Of a type without such parts the cluster refuses the statement before it looks at the bytes. */
function partBytes(column: string, type: CqlType | undefined, value: unknown): Buffer | null {
  if (value === null || value === undefined) return null;
  return type ? checkedBytes(column, type, value) : noBytes;
}

function intBytes(value: number): Buffer {
  if (value !== (value | 0)) throw new StoreError("invalid", `${value} is not a whole number of 32 bits`);
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
