/**
 * Writes as CQL: each is one statement with a marker for every value.
 *
 * Values are checked and turned into bytes here, and each marker names their type: bytes of a table's earlier type could be
 * stored as another value. Whether the statement makes sense is left to the cluster, whose refusal says why in its own words.
 * Sends nothing.
 */
import { printCqlType } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { Change, Delete, Insert, Operands, Update, Write, WriteTime } from "../store.ts";
import { columnOf, markerOf, piecesOfInsert } from "./bound-table.ts";
import type { CqlColumn, CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { bigintBytes, bytesOf, intBytes, partBytes } from "./parameters.ts";
import { pushGuard, pushPart, pushRelations } from "./print-relation.ts";
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
  pushRelations(table, write, separator, pieces, parameters);
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

// Changes inside collections and user types.

type WholeChange = Exclude<Change["kind"], "element" | "field">;

/** How a change of a collection stands in an update, and the type of its value. */
interface Form {
  readonly text: (column: string, marker: string) => readonly string[];
  readonly valueType: (type: CqlType) => CqlType;
}

const same = (type: CqlType): CqlType => type;
const plus: Form = { text: (column, marker) => [column, " = ", column, " + ", marker], valueType: same };
const minus: Form = { text: (column, marker) => [column, " = ", column, " - ", marker], valueType: same };
const before: Form = { text: (column, marker) => [column, " = ", marker, " + ", column], valueType: same };
/** The cluster compares with a frozen type here. */
const keysOf = (type: CqlType): CqlType => (type.kind === "map" ? { kind: "set", item: type.key, frozen: true } : type);

const forms: Partial<Record<CqlType["kind"], Partial<Record<WholeChange, Form>>>> = {
  set: { add: plus, remove: minus },
  list: { append: plus, prepend: before, remove: minus },
  map: { add: plus, remove: { ...minus, valueType: keysOf } },
};

/** Adds a change inside a column: `tags = tags + (set<text>)?`. @throws {StoreError} `invalid` for a type that has none such */
function pushChange(table: CqlTable, change: Change, pieces: string[], parameters: Parameter[]): void {
  const column = columnOf(table, change.column);
  if (change.kind === "element" || change.kind === "field") {
    const type = pushPart(column, change, pieces, parameters);
    pieces.push(" = ", markerOf(type));
    parameters.push(partBytes(column.name, type, change.value));
    return;
  }
  const form = forms[column.type.kind]?.[change.kind];
  if (!form) throw refused(column, change.kind);
  const type = form.valueType(column.type);
  pieces.push(...form.text(column.quoted, markerOf(type)));
  parameters.push(partBytes(column.name, type, change.value));
}

/**
 * Whether making the change twice is making it once. An item of a list gets a name that is new each time, and an index
 * counts what is in the list at the moment.
 */
function isRepeatableChange({ columns }: CqlTable, { column, kind }: Change): boolean {
  if (kind === "element") return columns.get(column)?.type.kind !== "list";
  return kind !== "append" && kind !== "prepend";
}

function refused({ name, type }: CqlColumn, kind: WholeChange): StoreError {
  return new StoreError("invalid", `Invalid operation (${kind}) for column ${name} of type ${printCqlType(type)}`);
}
