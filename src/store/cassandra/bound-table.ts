/** A table as statements need it: names as CQL has them, texts that are known, how values are read. */
import { contains, isMultiCell } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";
import { StoreError } from "../store-error.ts";
import type { TableName, Value } from "../store.ts";
import { cellReaderOf, isBeyondDriver } from "./read-value.ts";
import { Texts } from "./texts.ts";

export interface CqlTable extends TableName {
  readonly definition: Table;
  /** As CQL has it: `shop.products`. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, CqlColumn>;
  readonly list: readonly CqlColumn[];
  readonly key: readonly CqlColumn[];
  /** Those whose values the driver cannot decode. */
  readonly unreadable: readonly CqlColumn[];
  readonly counts: boolean;
  readonly texts: Texts;
}

export interface CqlColumn {
  readonly name: string;
  readonly type: Column["type"];
  readonly kind: Column["kind"];
  readonly isKey: boolean;
  /** As CQL has it. */
  readonly quoted: string;
  /** In a selection. */
  readonly selected: string;
  /** The member of the driver's rows that holds it. */
  readonly member: string;
  /** In an update: `stock = ?`, `views = views + ?`. */
  readonly assigned: string;
  /**
   * Whether setting it twice is setting it once. Items of a list are stored with names that are new each time, so a request
   * that the driver repeats with its first timestamp would add them again.
   */
  readonly isRepeatable: boolean;
  readonly read: (value: unknown) => Value | null;
}

const known = new WeakMap<Table, CqlTable>();

export function bindTable(keyspace: string, table: Table): CqlTable {
  const found = known.get(table);
  if (found?.keyspace === keyspace) return found;
  const bound = createTable(keyspace, table);
  known.set(table, bound);
  return bound;
}

function createTable(keyspace: string, table: Table): CqlTable {
  const columns = table.columns.map((column) => createColumn(column, `${keyspace}.${table.name}`));
  const byName = new Map(columns.map((column) => [column.name, column]));
  return {
    keyspace,
    table: table.name,
    definition: table,
    name: `${printName(keyspace)}.${printName(table.name)}`,
    columns: byName,
    list: columns,
    key: columns.filter(({ isKey }) => isKey),
    unreadable: columns.filter(({ type }) => isBeyondDriver(type)),
    counts: columns.some(({ type }) => contains(type, "counter")),
    texts: new Texts(),
  };
}

/** The driver sets members of an object; by this name it would set the object's prototype. */
const unsafeName = "__proto__";

function createColumn({ name, type, kind }: Column, table: string): CqlColumn {
  const quoted = printName(name);
  const member = name === unsafeName ? "column __proto__" : name;
  const counts = contains(type, "counter");
  return {
    name,
    type,
    kind,
    isKey: kind === "partition" || kind === "clustering",
    quoted,
    selected: member === name ? quoted : `${quoted} AS ${printName(member)}`,
    member,
    assigned: `${quoted} = ${counts ? `${quoted} + ` : ""}?`,
    isRepeatable: !counts && !(type.kind === "list" && isMultiCell(type)),
    read: cellReaderOf(type, `${table}.${name}`),
  };
}

/** @throws {StoreError} `invalid` when the table has no such column */
export function columnOf(table: CqlTable, name: string): CqlColumn {
  const column = table.columns.get(name);
  if (column) return column;
  throw new StoreError("invalid", `Undefined column name ${name} in table ${table.keyspace}.${table.table}`);
}

/** @throws {StoreError} `invalid` for a column that the driver cannot decode */
export function requireReadable(table: CqlTable, columns: readonly CqlColumn[]): void {
  const column = table.unreadable.find((one) => columns.includes(one));
  if (!column) return;
  const reason = "cassandra-driver does not know vectors of user types that have vectors: select other columns";
  throw new StoreError("invalid", `${table.keyspace}.${table.table}.${column.name} cannot be read: ${reason}`);
}
