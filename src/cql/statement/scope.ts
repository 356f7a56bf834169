/**
 * Finds what statements name: tables with their columns and types, in the keyspace of the caller unless they name another.
 */
import { primaryKey } from "../../model/index.ts";
import type { Column, Keyspace, Table, UserType } from "../../model/index.ts";
import type { EmbeddedStore } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Reference } from "../grammar/tree.ts";
import type { TableScope } from "../values/index.ts";
import type { ColumnSpec } from "../protocol/message.ts";
import type { Caller, Database } from "./prepared.ts";

/** @throws {CqlError} `invalid` when there is no such keyspace or table */
export async function requireTable(database: Database, caller: Caller, reference: Reference): Promise<TableScope> {
  const name = keyspaceOf(reference, caller);
  const keyspace = await findKeyspace(database, name);
  if (!keyspace) throw invalid(`keyspace ${name} does not exist`);
  const table = tablesOf(keyspace).get(reference.name);
  if (!table) throw invalid(`table ${reference.name} does not exist`);
  return scopeOf(keyspace, table);
}

/** @throws {CqlError} `invalid` when neither has one */
export function keyspaceOf({ keyspace }: Reference, caller: Caller): string {
  const name = keyspace ?? caller.keyspace;
  if (name !== undefined) return name;
  throw invalid("No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename");
}

export async function findKeyspace(database: Database, name: string): Promise<Keyspace | undefined> {
  return (await database.storeOf(name)).keyspace(name);
}

/** Whether the table and the types that statements of the scope were prepared for are still the ones of the database. */
export function isCurrentScope(database: Database, scope: TableScope): boolean | Promise<boolean> {
  const store = database.storeOf(scope.keyspace);
  const isIn = (found: EmbeddedStore): boolean => isCurrentIn(found.definition(scope.keyspace), scope);
  return store instanceof Promise ? store.then(isIn) : isIn(store);
}

function isCurrentIn(keyspace: Keyspace | undefined, { table, userTypes }: TableScope): boolean {
  if (!keyspace || tablesOf(keyspace).get(table.name) !== table) return false;
  const current = userTypesOf(keyspace);
  return current === userTypes || Array.from(userTypes).every(([type, known]) => current.get(type) === known);
}

function scopeOf(keyspace: Keyspace, table: Table): TableScope {
  const cached = scopes.get(table);
  const userTypes = userTypesOf(keyspace);
  if (cached?.userTypes === userTypes) return cached;
  const columns = new Map(table.columns.map((column): [string, Column] => [column.name, column]));
  const scope: TableScope = { keyspace: keyspace.name, table, columns, userTypes };
  scopes.set(table, scope);
  return scope;
}

function tablesOf(keyspace: Keyspace): ReadonlyMap<string, Table> {
  return remembered(tables, keyspace, () => byName(keyspace.tables));
}

function userTypesOf(keyspace: Keyspace): ReadonlyMap<string, UserType> {
  return remembered(types, keyspace, () => byName(keyspace.userTypes));
}

function byName<Named extends { readonly name: string }>(all: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(all.map((one) => [one.name, one]));
}

/** Definitions keep their identity until they change. */
const scopes = new WeakMap<Table, TableScope>();
const tables = new WeakMap<Keyspace, ReadonlyMap<string, Table>>();
const types = new WeakMap<Keyspace, ReadonlyMap<string, UserType>>();

function remembered<Value>(memory: WeakMap<Keyspace, Value>, keyspace: Keyspace, compute: () => Value): Value {
  const value = memory.get(keyspace) ?? compute();
  memory.set(keyspace, value);
  return value;
}

/** A column of a result, or the target of a marker. */
export function specIn({ keyspace, table }: TableScope, { name, type }: Pick<ColumnSpec, "name" | "type">): ColumnSpec {
  return { keyspace, table: table.name, name, type };
}

/** The columns of a table as the database orders them: the key, then static ones and others by their names. */
export function columnsInOrder(table: Table): readonly Column[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const named = (kind: Column["kind"]): string[] =>
    table.columns
      .filter((column) => column.kind === kind)
      .map(({ name }) => name)
      .sort(compareColumnNames);
  const names = [...primaryKey(table), ...named("static"), ...named("regular")];
  return names.map((name) => columns.get(name) as Column);
}

/** As the database compares them: the first eight bytes as one number with a sign, so that `Ü` is before `a`; then all bytes. */
export function compareColumnNames(one: string, other: string): number {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  const [prefix, otherPrefix] = [prefixOf(bytes), prefixOf(others)];
  if (prefix !== otherPrefix) return prefix < otherPrefix ? -1 : 1;
  return Buffer.compare(bytes, others);
}

function prefixOf(bytes: Buffer): bigint {
  const prefix = Buffer.alloc(8);
  bytes.copy(prefix);
  return prefix.readBigInt64BE();
}
