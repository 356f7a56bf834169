/** Creates and changes the tables and views of a draft: columns and options. */
import type {
  ColumnNode,
  CreateTable,
  CreateView,
  Options,
  Reference,
  TableAlteration,
} from "../../cql/grammar/index.ts";
import { didYouMean } from "../../errors.ts";
import { tableOptionNames } from "../cql/find-table-options.ts";
import type { DraftColumn, DraftKeyspace, DraftTable, DraftView, Draft } from "./draft.ts";
import { Misfit, find, keyspaceOf } from "./draft.ts";
import { printType, expandType, isUserType } from "./user-types.ts";

export function tableOf(definition: CreateTable, draft: DraftKeyspace): DraftTable {
  const { table: reference, columns, partitionKey, clusteringKey, hasTwoKeys, compactStorage, options } = definition;
  const { name } = reference;
  if (hasTwoKeys) throw new Misfit(`${name} has two primary keys`, { member: "key" });
  const table: DraftTable = {
    name,
    columns: [],
    partitionKey: [...partitionKey],
    clusteringKey: [...clusteringKey],
    descending: new Set(),
    options: new Map(),
    isCompact: compactStorage,
    dropped: new Map(),
  };
  for (const node of columns) {
    const column = columnOf(node, draft);
    if (table.columns.some((one) => one.name === column.name)) throw alreadyExists(table, column);
    table.columns.push(column);
  }
  requireKey(table);
  for (const { column, order } of definition.clusteringOrder) {
    if (!clusteringKey.includes(column)) throw new Misfit(`${column} is not a clustering column`, { member: column });
    if (order === "DESC") table.descending.add(column);
  }
  setOptions(table, options);
  return table;
}

/** A view of a table that the file lacks has no columns: it is left out later. */
export function viewOf(definition: CreateView, { tables }: DraftKeyspace): DraftView {
  const { view: reference, of, columns: names, partitionKey, clusteringKey, clusteringOrder } = definition;
  const columns = tables.get(of.name)?.columns ?? [];
  const view: DraftView = {
    name: reference.name,
    viewOf: of.name,
    // The table's own list without names: the view then also shows columns that are added to the table later.
    columns: names ? columns.filter(({ name }) => names.includes(name)) : columns,
    partitionKey: [...partitionKey],
    clusteringKey: [...clusteringKey],
    descending: new Set(clusteringOrder.filter(({ order }) => order === "DESC").map(({ column }) => column)),
    options: new Map(),
    isCompact: false,
    dropped: new Map(),
  };
  setOptions(view, definition.options);
  return view;
}

function requireKey({ name, columns, partitionKey, clusteringKey }: DraftTable): void {
  if (partitionKey.length === 0) throw new Misfit(`${name} has no primary key`);
  const names = new Set(columns.map((column) => column.name));
  const unknown = [...partitionKey, ...clusteringKey].find((column) => !names.has(column));
  if (unknown === undefined) return;
  throw new Misfit(`the primary key names ${unknown}, which is not a column`, { member: unknown });
}

/** Masks change what some users see, not the table. */
function columnOf({ name, type, isStatic }: ColumnNode, draft: DraftKeyspace): DraftColumn {
  return { name, type: printType(type, draft), isStatic };
}

function alreadyExists(table: DraftTable, { name }: DraftColumn): Misfit {
  return new Misfit(`${table.name} has a column ${name} already`, { member: name });
}

/** Sets the options after `WITH` that `system_schema.tables` contains. */
function setOptions(table: DraftTable, options: Options): void {
  for (const [option, value] of options) {
    requireNoTypo(option);
    table.options.set(option, typeof value === "string" && option !== "comment" ? plainValue(value) : value);
  }
}

/** Other servers have options of their own, so only an option that is nearly one of Cassandra's is refused. */
function requireNoTypo(option: string): void {
  if (tableOptionNames.includes(option)) return;
  const meant = didYouMean(option, tableOptionNames);
  if (meant === undefined) return;
  throw new Misfit(`${option} is not an option of a table, did you mean ${meant}?`, { member: option });
}

/** A number or a boolean, with quotes or without, or a text. */
function plainValue(text: string): string | number | boolean {
  const word = text.toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  return /^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/.test(word) ? Number(word) : text;
}

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
    const exists = table.columns.some((one) => one.name === column.name);
    if (exists && !isOptional) throw alreadyExists(table, column);
    if (!exists) table.columns.push(column);
  }
}

/** As in the database: a dropped counter can never be added again, another column only with the same type and kind. */
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
    [viewsOf(table, draft).length > 0, "is in a table with a materialized view: drop it first"],
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

function viewsOf({ name }: DraftTable, { views }: DraftKeyspace): readonly DraftView[] {
  return [...views.values()].filter(({ viewOf }) => viewOf === name);
}

function renameColumn(keyspace: DraftKeyspace, table: DraftTable, column: DraftColumn, after: string): void {
  const before = column.name;
  if (!isKey(table, before))
    throw new Misfit(`${table.name}.${before} is not in the primary key: it keeps its name`, { member: before });
  if (before !== after && table.columns.some((one) => one.name === after))
    throw new Misfit(`${table.name} has a column ${after} already`, { member: after });
  const renamed = (name: string): string => (name === before ? after : name);
  // Views share the column itself.
  column.name = after;
  for (const each of [table, ...viewsOf(table, keyspace)]) {
    each.partitionKey = each.partitionKey.map(renamed);
    each.clusteringKey = each.clusteringKey.map(renamed);
    if (each.descending.delete(before)) each.descending.add(after);
  }
  for (const index of keyspace.indexes.values()) if (index.table === table.name) index.column = renamed(index.column);
}
