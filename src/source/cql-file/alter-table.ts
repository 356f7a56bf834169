/** Changes a table: its options and columns. */
import type { ColumnNode, Reference, TableAlteration } from "../../cql/grammar/index.ts";
import { alreadyThere, columnOf, setOptions } from "./create-table.ts";
import type { DraftColumn, DraftKeyspace, DraftTable } from "./draft.ts";
import { Misfit } from "./misfit.ts";
import { find, keyspaceOf } from "./places.ts";
import type { Draft } from "./places.ts";
import { expandType, isUserType } from "./user-types.ts";

export function alterTable(reference: Reference, ifExists: boolean, alteration: TableAlteration, draft: Draft): void {
  const keyspace = keyspaceOf(reference, draft);
  const table = find("table", reference.name, keyspace.tables, ifExists);
  if (!table) return;
  switch (alteration.kind) {
    case "options":
      return setOptions(table, alteration.options);
    case "add":
      return addColumns(alteration.columns, alteration.ifNotExists, table, keyspace);
    case "drop":
      return dropColumns(alteration.columns, alteration.ifExists, table, keyspace);
    case "rename":
      for (const [before, after] of alteration.renames) {
        const column = findColumn(table, before, alteration.ifExists);
        if (column) renameColumn(keyspace, table, column, after);
      }
      return;
    case "mask":
      return void findColumn(table, alteration.column, alteration.ifExists);
    case "retype":
      throw new Misfit(`${table.name}.${alteration.column} keeps its type`, { member: "type" });
    case "drop-compact-storage":
      throw new Misfit(`the storage of ${table.name} cannot change`, { member: "storage" });
  }
}

function findColumn({ name: table, columns }: DraftTable, name: string, isOptional: boolean): DraftColumn | undefined {
  const found = columns.find((one) => one.name === name);
  if (!found && !isOptional) throw new Misfit(`${table} has no column ${name}`, { member: name });
  return found;
}

function addColumns(
  nodes: readonly ColumnNode[],
  isOptional: boolean,
  table: DraftTable,
  keyspace: DraftKeyspace,
): void {
  for (const node of nodes) {
    const column = columnOf(node, keyspace);
    const old = table.dropped.get(column.name);
    if (old && !canReplace(old, { ...column, type: expandType(column.type, keyspace) })) {
      const had = `${table.name} had a column ${old.name} of the type ${old.type}`;
      throw new Misfit(`${had}: its values would be read as ${column.type}`, { member: old.name });
    }
    const isThere = table.columns.some((one) => one.name === column.name);
    if (isThere && !isOptional) throw alreadyThere(table, column);
    if (!isThere) table.columns.push(column);
  }
}

/** As the database decides: a dropped counter never comes back, another column with its own type and kind only. */
function canReplace(old: DraftColumn, column: DraftColumn): boolean {
  return old.type !== "counter" && old.type === column.type && old.isStatic === column.isStatic;
}

function dropColumns(names: readonly string[], isOptional: boolean, table: DraftTable, keyspace: DraftKeyspace): void {
  for (const name of names) {
    const column = findColumn(table, name, isOptional);
    if (!column) continue;
    requireDroppable(table, column, keyspace);
    table.columns = table.columns.filter((one) => one !== column);
    table.dropped.set(column.name, { ...column, type: expandType(column.type, keyspace) });
  }
}

function requireDroppable(table: DraftTable, { name, type }: DraftColumn, draft: DraftKeyspace): void {
  const holders: readonly (readonly [found: boolean, reason: string])[] = [
    [isKey(table, name), "is in the primary key"],
    [isIndexed(table, name, draft), "has an index: drop it first"],
    [isUserType(type, draft), "has a user type that is not frozen"],
    [[...draft.views.values()].includes(table.name), "is in a table with a materialized view: drop it first"],
  ];
  const reason = holders.find(([found]) => found)?.[1];
  if (reason !== undefined) throw new Misfit(`${table.name}.${name} cannot be dropped: it ${reason}`, { member: name });
}

function isKey({ partitionKey, clusteringKey }: DraftTable, column: string): boolean {
  return [...partitionKey, ...clusteringKey].includes(column);
}

function isIndexed(table: DraftTable, column: string, { indexes }: DraftKeyspace): boolean {
  return [...indexes.values()].some((index) => index.table === table.name && index.column === column);
}

function renameColumn({ indexes }: DraftKeyspace, table: DraftTable, column: DraftColumn, after: string): void {
  const before = column.name;
  if (!isKey(table, before))
    throw new Misfit(`${table.name}.${before} is not in the primary key: it keeps its name`, { member: before });
  if (before !== after && table.columns.some((one) => one.name === after))
    throw new Misfit(`${table.name} has a column ${after} already`, { member: after });
  const renamed = (name: string): string => (name === before ? after : name);
  column.name = after;
  table.partitionKey = table.partitionKey.map(renamed);
  table.clusteringKey = table.clusteringKey.map(renamed);
  if (table.descending.delete(before)) table.descending.add(after);
  for (const index of indexes.values()) if (index.table === table.name) index.column = renamed(index.column);
}
