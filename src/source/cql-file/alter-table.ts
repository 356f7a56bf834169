/** Reads what changes a table: its options and columns. */
import { expandType, isUserType } from "./user-types.ts";
import type { DraftColumn, DraftKeyspace, DraftTable } from "./draft.ts";
import { find, readPlace, readRenames } from "./places.ts";
import type { Draft } from "./places.ts";
import { passMask, readColumn, readTableOptions } from "./read-table.ts";
import type { StatementReader } from "./statement-reader.ts";

export function alterTable(reader: StatementReader, draft: Draft): void {
  const ifExists = reader.take("if", "exists");
  const { name, keyspace } = readPlace(reader, draft, "table");
  const table = find(reader, "table", name, keyspace.tables, ifExists);
  if (!table) return;
  if (reader.take("with")) return readTableOptions(reader, table);
  if (reader.take("add")) return addColumns(reader, table, keyspace);
  if (reader.take("drop")) return dropColumns(reader, table, keyspace);
  if (reader.take("alter")) return changeMask(reader, table);
  reader.expect("rename");
  const isOptional = reader.take("if", "exists");
  readRenames(reader, (before, after) => {
    const column = findColumn(reader, table, before, isOptional);
    if (column) renameColumn(reader, keyspace, table, column, after);
  });
}

function findColumn(
  reader: StatementReader,
  { name: table, columns }: DraftTable,
  name: string,
  isOptional: boolean,
): DraftColumn | undefined {
  const found = columns.find((one) => one.name === name);
  if (!found && !isOptional) throw reader.wrong(`${table} has no column ${name}`);
  return found;
}

function changeMask(reader: StatementReader, table: DraftTable): void {
  const isOptional = reader.take("if", "exists");
  findColumn(reader, table, reader.name("the name of a column"), isOptional);
  if (reader.take("drop", "masked")) return;
  if (!reader.sees("masked", "with")) throw reader.unreadable("MASKED WITH or DROP MASKED");
  passMask(reader);
}

function addColumns(reader: StatementReader, { name, columns, dropped }: DraftTable, keyspace: DraftKeyspace): void {
  const isOptional = reader.take("if", "not", "exists");
  readSeveral(reader, () => {
    const column = readColumn(reader, keyspace);
    const old = dropped.get(column.name);
    if (old && !canReplace(old, { ...column, type: expandType(column.type, keyspace) }))
      throw reader.wrong(
        `${name} had a column ${old.name} of the type ${old.type}: its values would be read as ${column.type}`,
      );
    const isThere = columns.some((one) => one.name === column.name);
    if (isThere && !isOptional) throw reader.wrong(`${name} has a column ${column.name} already`);
    if (!isThere) columns.push(column);
  });
}

/** As the database decides: a dropped counter never comes back, another column with its own type and kind only. */
function canReplace(old: DraftColumn, column: DraftColumn): boolean {
  return old.type !== "counter" && old.type === column.type && old.isStatic === column.isStatic;
}

function dropColumns(reader: StatementReader, table: DraftTable, keyspace: DraftKeyspace): void {
  const isOptional = reader.take("if", "exists");
  readSeveral(reader, () => {
    const column = findColumn(reader, table, reader.name("the name of a column"), isOptional);
    if (!column) return;
    requireDroppable(reader, table, column, keyspace);
    table.columns = table.columns.filter((one) => one !== column);
    table.dropped.set(column.name, { ...column, type: expandType(column.type, keyspace) });
  });
  if (reader.take("using", "timestamp")) reader.pass();
}

function requireDroppable(reader: StatementReader, table: DraftTable, column: DraftColumn, draft: DraftKeyspace): void {
  const { name, type } = column;
  const holders: readonly (readonly [found: boolean, reason: string])[] = [
    [isKey(table, name), "is in the primary key"],
    [isIndexed(table, name, draft), "has an index: drop it first"],
    [isUserType(type, draft), "has a user type that is not frozen"],
    [[...draft.views.values()].includes(table.name), "is in a table with a materialized view: drop it first"],
  ];
  const reason = holders.find(([found]) => found)?.[1];
  if (reason !== undefined) throw reader.wrong(`${table.name}.${name} cannot be dropped: it ${reason}`);
}

function isKey({ partitionKey, clusteringKey }: DraftTable, column: string): boolean {
  return [...partitionKey, ...clusteringKey].includes(column);
}

function isIndexed(table: DraftTable, column: string, { indexes }: DraftKeyspace): boolean {
  return [...indexes.values()].some((index) => index.table === table.name && index.column === column);
}

function renameColumn(
  reader: StatementReader,
  { indexes }: DraftKeyspace,
  table: DraftTable,
  column: DraftColumn,
  after: string,
): void {
  const before = column.name;
  if (!isKey(table, before)) throw reader.wrong(`${table.name}.${before} is not in the primary key: it keeps its name`);
  if (before !== after && table.columns.some((one) => one.name === after))
    throw reader.wrong(`${table.name} has a column ${after} already`);
  const renamed = (name: string): string => (name === before ? after : name);
  column.name = after;
  table.partitionKey = table.partitionKey.map(renamed);
  table.clusteringKey = table.clusteringKey.map(renamed);
  if (table.descending.delete(before)) table.descending.add(after);
  for (const index of indexes.values()) if (index.table === table.name) index.column = renamed(index.column);
}

/** One item, or several within parentheses. */
function readSeveral(reader: StatementReader, readItem: () => void): void {
  if (reader.sees("(")) return reader.list(readItem);
  readItem();
  if (reader.sees(",")) throw reader.unreadable("parentheses around several columns");
}
