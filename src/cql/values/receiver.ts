/** The receivers of terms, and the tables and types that terms refer to. */
import { parseCqlType, printName } from "../../model/index.ts";
import type { Column, CqlType, Table, UserType } from "../../model/index.ts";
import type { Composite } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { nativeType } from "./types.ts";
import type { ItemsType, MapType, RecordType } from "./types.ts";

/**
 * The target of a term: column `name` of `type`. Parts are named as the database names them: `key(m)`, `value(m)`,
 * `[limit]`, `partition key token`, `idx(list)`, `in(column)`.
 */
export interface Receiver {
  readonly name: string;
  readonly type: CqlType;
  /** Whether a list may have nulls, about which the statement has its own say. @default false */
  readonly mayHaveNulls?: boolean;
}

/**
 * The receiver of one marker after `IN`.
 *
 * @param columns `(c)`, or the columns of a tuple, `(a,b)`
 */
export function inReceiver(columns: string, item: CqlType): Receiver & { readonly type: Composite } {
  return { name: `in${columns}`, type: { kind: "list", item, frozen: true }, mayHaveNulls: true };
}

/** The table and types that the terms and selectors of one statement refer to. */
export interface TableScope {
  readonly keyspace: string;
  readonly table: Table;
  readonly columns: ReadonlyMap<string, Column>;
  readonly userTypes: ReadonlyMap<string, UserType>;
}

export function indexReceiver(column: string): Receiver {
  return { name: `idx(${column})`, type: nativeType("int") };
}

export function keyReceiver(column: string, { key }: MapType): Receiver {
  return { name: `key(${column})`, type: key };
}

/** An item of a list or a set, or a value of a map. */
export function elementReceiver(column: string, type: MapType | ItemsType): Receiver {
  return { name: `value(${column})`, type: type.kind === "map" ? type.value : type.item };
}

/** Undefined when the type has no such field. */
export function fieldReceiver(column: string, { type }: RecordType, field: string): Receiver | undefined {
  const found = type.fields.find(({ name }) => name === field);
  return found && { name: `${column}.${field}`, type: found.type };
}

/** The type that a hint or a cast names. */
export function namedType(text: string, { keyspace, userTypes }: Pick<TableScope, "keyspace" | "userTypes">): CqlType {
  const parsed = parseCqlType(text, { userTypes, impliesFrozen: true });
  if ("type" in parsed) return parsed.type;
  throw invalid(parsed.code === "unknown-type" ? `Unknown type ${keyspace}.${parsed.found ?? text}` : parsed.message);
}

/** @throws {CqlError} `invalid` if the table has no such column */
export function columnIn({ columns, keyspace, table }: TableScope, name: string): Column {
  const column = columns.get(name);
  if (!column) throw invalid(`Undefined column name ${printName(name)} in table ${keyspace}.${table.name}`);
  return column;
}
