/**
 * What each CQL statement does to the keyspaces that a file describes.
 *
 * Statements that define something change the draft; statements about rows, users and functions are passed over.
 */
import { didYouMean } from "../../errors.ts";
import { chooseIndexName } from "../../model/index.ts";
import { alterTable } from "./alter-table.ts";
import { alterType, readField } from "./user-types.ts";
import { newKeyspace } from "./draft.ts";
import type { DraftIndex } from "./draft.ts";
import { drop, readPlace, requireNew } from "./places.ts";
import type { Draft } from "./places.ts";
import { readMap, readNewTable } from "./read-table.ts";
import type { StatementReader } from "./statement-reader.ts";
import { Unreadable } from "./statement-reader.ts";

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

function createKeyspace(reader: StatementReader, { keyspaces, customTypes }: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const name = reader.name("the name of a keyspace");
  if (!keyspaces.has(name)) keyspaces.set(name, newKeyspace(customTypes));
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
  reader.looseList(() => {
    const field = readField(reader, keyspace);
    if (fields.some((one) => one.name === field.name)) throw reader.wrong(`${name} has a field ${field.name} already`);
    fields.push(field);
  });
  if (isNew) keyspace.userTypes.set(name, fields);
}

function createTable(reader: StatementReader, draft: Draft): void {
  const ifNotExists = reader.take("if", "not", "exists");
  const { name, keyspace } = readPlace(reader, draft, "table");
  const isNew = requireNew(reader, "table", name, keyspace.tables, ifNotExists);
  const table = readNewTable(reader, name, keyspace);
  if (isNew) keyspace.tables.set(name, table);
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
  const found = keyspace.tables.get(table);
  if (!found) throw reader.wrong(`there is no table ${table}`);
  reader.expect("(");
  const first = reader.name("the name of a column");
  const isPart = reader.take("(");
  const column = isPart ? reader.name("the name of a column") : first;
  if (!found.columns.some((one) => one.name === column)) throw reader.wrong(`${table} has no column ${column}`);
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
  while (!reader.take("from")) reader.pass();
  keyspace.views.set(name, readPlace(reader, draft, "table").name);
  reader.passRest();
}
