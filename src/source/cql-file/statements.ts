/**
 * What each CQL statement does to the keyspaces that a file describes.
 *
 * Statements that define something change the draft; statements about rows, users and functions are passed over.
 */
import { didYouMean } from "../../errors.ts";
import { chooseIndexName } from "../../model/index.ts";
import { newKeyspace } from "./draft.ts";
import type { DraftIndex, DraftKeyspace, DraftTable } from "./draft.ts";
import { readMap, readTableOptions } from "./read-options.ts";
import { readColumn, readNewTable } from "./read-table.ts";
import { readType } from "./read-type.ts";
import type { StatementReader } from "./statement-reader.ts";
import { Unreadable } from "./tokens.ts";

export interface Draft {
  readonly keyspaces: Map<string, DraftKeyspace>;
  /** The keyspace of names without one: that of `USE`. */
  current: string;
}

type Read = (reader: StatementReader, draft: Draft) => void;

/** By the words that a statement begins with. */
const statements: readonly (readonly [words: readonly string[], read: Read])[] = [
  [["use"], (reader, draft) => void (draft.current = reader.name("the name of a keyspace"))],
  [["create", "keyspace"], createKeyspace],
  [["drop", "keyspace"], dropKeyspace],
  [["create", "type"], createType],
  [["alter", "type"], alterType],
  [["drop", "type"], (reader, draft) => drop(reader, draft, "user type", ({ userTypes }) => userTypes)],
  [["create", "table"], createTable],
  [["create", "columnfamily"], createTable],
  [["alter", "table"], alterTable],
  [["alter", "columnfamily"], alterTable],
  [["drop", "table"], dropTable],
  [["drop", "columnfamily"], dropTable],
  [["create", "index"], createIndex],
  [["create", "custom", "index"], createIndex],
  [["drop", "index"], (reader, draft) => drop(reader, draft, "index", ({ indexes }) => indexes)],
  [["create", "materialized", "view"], createView],
  [["drop", "materialized", "view"], (reader, draft) => drop(reader, draft, "view", ({ views }) => views)],
];

/** What concerns no definition. */
const passed: readonly (readonly string[])[] = [
  ...["insert", "update", "delete", "select", "begin", "apply", "truncate", "grant", "revoke", "list", "consistency"],
  ...["copy", "tracing", "paging", "expand", "describe", "desc"],
  ...["alter keyspace", "alter materialized", "alter role", "alter user", "create role", "create user", "drop role"],
  ...["drop user", "create function", "create or", "create aggregate", "create trigger", "drop function"],
  ...["drop aggregate", "drop trigger", "add identity", "drop identity", "comment on", "security label"],
].map((words) => words.split(" "));

/** Reads one statement. @throws {Unreadable} when it is not one, or does not fit those before it */
export function readStatement(reader: StatementReader, draft: Draft): void {
  const found = statements.find(([words]) => reader.take(...words));
  if (found) {
    found[1](reader, draft);
    reader.expectEnd();
    return;
  }
  if (passed.some((words) => reader.sees(...words))) return;
  const begin = reader.begin(2);
  const meant = didYouMean(
    begin.text,
    statements.map(([words]) => words.join(" ")),
  );
  const advice = meant === undefined ? "" : `, did you mean ${meant.toUpperCase()}?`;
  throw new Unreadable(`${begin.text.toUpperCase()} begins no statement of CQL${advice}`, begin.start, begin.length);
}

function createKeyspace(reader: StatementReader, { keyspaces }: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const name = reader.name("the name of a keyspace");
  if (!keyspaces.has(name)) keyspaces.set(name, newKeyspace());
  else if (!ifNotExists) throw reader.wrong(`the keyspace ${name} exists already`);
  reader.expect("with");
  reader.passRest();
}

function dropKeyspace(reader: StatementReader, { keyspaces }: Draft): void {
  const ifExists = reader.take("if", "exists");
  const name = reader.name("the name of a keyspace");
  if (!keyspaces.delete(name) && !ifExists) throw reader.wrong(`there is no keyspace ${name}`);
}

function createType(reader: StatementReader, draft: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const { name, keyspace } = readPlace(reader, draft, "user type");
  const isNew = requireNew(reader, "user type", name, keyspace.userTypes, ifNotExists);
  const fields: { name: string; type: string }[] = [];
  reader.list(() => fields.push({ name: reader.name("the name of a field"), type: readType(reader) }));
  if (isNew) keyspace.userTypes.set(name, fields);
}

function alterType(reader: StatementReader, draft: Draft): void {
  const ifExists = reader.take("if", "exists");
  const { name, keyspace } = readPlace(reader, draft, "user type");
  const fields = find(reader, "user type", name, keyspace.userTypes, ifExists);
  if (!fields) return;
  if (reader.take("add")) {
    const isOptional = reader.take("if", "not", "exists");
    readSeveral(reader, () => {
      const field = { name: reader.name("the name of a field"), type: readType(reader) };
      const isThere = fields.some((one) => one.name === field.name);
      if (isThere && !isOptional) throw reader.wrong(`${name} has a field ${field.name} already`);
      if (!isThere) fields.push(field);
    });
    return;
  }
  reader.expect("rename");
  reader.take("if", "exists");
  readRenames(reader, (before, after) => {
    const field = fields.find((one) => one.name === before);
    if (!field) throw reader.wrong(`${name} has no field ${before}`);
    field.name = after;
  });
}

function createTable(reader: StatementReader, draft: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const { name, keyspace } = readPlace(reader, draft, "table");
  const isNew = requireNew(reader, "table", name, keyspace.tables, ifNotExists);
  const table = readNewTable(reader, name);
  if (isNew) keyspace.tables.set(name, table);
}

function alterTable(reader: StatementReader, draft: Draft): void {
  const ifExists = reader.take("if", "exists");
  const { name, keyspace } = readPlace(reader, draft, "table");
  const table = find(reader, "table", name, keyspace.tables, ifExists);
  if (!table) return;
  if (reader.take("with")) return readTableOptions(reader, table);
  if (reader.take("add")) return addColumns(reader, table);
  if (reader.take("drop")) return dropColumns(reader, table);
  reader.expect("rename");
  reader.take("if", "exists");
  readRenames(reader, (before, after) => renameColumn(reader, keyspace, table, before, after));
}

function addColumns(reader: StatementReader, { name, columns }: DraftTable): void {
  const isOptional = reader.take("if", "not", "exists");
  readSeveral(reader, () => {
    const column = readColumn(reader);
    const isThere = columns.some((one) => one.name === column.name);
    if (isThere && !isOptional) throw reader.wrong(`${name} has a column ${column.name} already`);
    if (!isThere) columns.push(column);
  });
}

function dropColumns(reader: StatementReader, table: DraftTable): void {
  const isOptional = reader.take("if", "exists");
  readSeveral(reader, () => {
    const column = reader.name("the name of a column");
    const left = table.columns.filter((one) => one.name !== column);
    if (left.length === table.columns.length && !isOptional)
      throw reader.wrong(`${table.name} has no column ${column}`);
    table.columns = left;
  });
  if (reader.take("using", "timestamp")) reader.pass();
}

function renameColumn(
  reader: StatementReader,
  { indexes }: DraftKeyspace,
  table: DraftTable,
  before: string,
  after: string,
): void {
  const column = table.columns.find((one) => one.name === before);
  if (!column) throw reader.wrong(`${table.name} has no column ${before}`);
  const renamed = (name: string): string => (name === before ? after : name);
  column.name = after;
  table.partitionKey = table.partitionKey.map(renamed);
  table.clusteringKey = table.clusteringKey.map(renamed);
  if (table.descending.delete(before)) table.descending.add(after);
  for (const index of indexes.values()) if (index.table === table.name) index.column = renamed(index.column);
}

function dropTable(reader: StatementReader, draft: Draft): void {
  const { name, keyspace } = drop(reader, draft, "table", ({ tables }) => tables);
  for (const index of keyspace.indexes.values()) if (index.table === name) keyspace.indexes.delete(index.name);
}

function createIndex(reader: StatementReader, draft: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const named = reader.sees("on") ? undefined : reader.name("the name of an index, or ON");
  reader.expect("on");
  const { name: table, keyspace } = readPlace(reader, draft, "table");
  if (!keyspace.tables.has(table)) throw reader.wrong(`there is no table ${table}`);
  reader.expect("(");
  const first = reader.name("the name of a column");
  const isPart = reader.take("(");
  const column = isPart ? reader.name("the name of a column") : first;
  if (isPart) reader.expect(")");
  reader.expect(")");
  const using = reader.take("using") ? reader.text("the class of the index, in quotes") : undefined;
  const options = reader.take("with", "options") ? (reader.expect("="), readMap(reader)) : new Map<string, string>();
  const name = named ?? chooseIndexName(table, column, keyspace.indexes);
  const index: DraftIndex = { name, table, column, part: isPart ? first : undefined, using, options };
  if (requireNew(reader, "index", name, keyspace.indexes, ifNotExists)) keyspace.indexes.set(name, index);
}

function createView(reader: StatementReader, draft: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const { name, keyspace } = readPlace(reader, draft, "view");
  if (keyspace.views.has(name) && !ifNotExists) throw reader.wrong(`the view ${name} exists already`);
  keyspace.views.add(name);
  reader.passRest();
}

interface Place {
  readonly name: string;
  readonly keyspace: DraftKeyspace;
}

/** `shop.products`, or `products` after `USE shop`. */
function readPlace(reader: StatementReader, draft: Draft, what: string): Place {
  const first = reader.name(`the name of a ${what}`);
  const isQualified = reader.take(".");
  const name = isQualified ? reader.name(`the name of a ${what}`) : first;
  const keyspace = isQualified ? first : draft.current;
  let found = draft.keyspaces.get(keyspace);
  if (!found) draft.keyspaces.set(keyspace, (found = newKeyspace()));
  return { name, keyspace: found };
}

/** @returns whether it is new; otherwise the statement has no effect */
function requireNew(
  reader: StatementReader,
  what: string,
  name: string,
  known: ReadonlyMap<string, unknown>,
  ifNotExists: boolean,
): boolean {
  if (!known.has(name)) return true;
  if (ifNotExists) return false;
  throw reader.wrong(`the ${what} ${name} exists already`);
}

function find<Found>(
  reader: StatementReader,
  what: string,
  name: string,
  known: ReadonlyMap<string, Found>,
  ifExists: boolean,
): Found | undefined {
  const found = known.get(name);
  if (!found && !ifExists) throw reader.wrong(`there is no ${what} ${name}`);
  if (!found) reader.passRest();
  return found;
}

function drop(
  reader: StatementReader,
  draft: Draft,
  what: string,
  within: (keyspace: DraftKeyspace) => { delete(name: string): boolean },
): Place {
  const ifExists = reader.take("if", "exists");
  const place = readPlace(reader, draft, what);
  if (!within(place.keyspace).delete(place.name) && !ifExists) throw reader.wrong(`there is no ${what} ${place.name}`);
  return place;
}

/** One item, several with commas, or several within parentheses. */
function readSeveral(reader: StatementReader, readItem: () => void): void {
  if (reader.sees("(")) return reader.list(readItem);
  do readItem();
  while (reader.take(","));
}

function readRenames(reader: StatementReader, rename: (before: string, after: string) => void): void {
  do {
    const before = reader.name("the name to change");
    reader.expect("to");
    rename(before, reader.name("the new name"));
  } while (reader.take("and"));
}
