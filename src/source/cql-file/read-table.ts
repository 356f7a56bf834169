import { didYouMean } from "../../errors.ts";
import { tableOptionNames } from "../cql/find-table-options.ts";
import type { DraftColumn, DraftKeyspace, DraftTable } from "./draft.ts";
import type { StatementReader } from "./statement-reader.ts";
import { readType } from "./user-types.ts";

/** Reads what follows the name in `CREATE TABLE`. */
export function readNewTable(reader: StatementReader, name: string, draft: DraftKeyspace): DraftTable {
  const table: DraftTable = {
    name,
    columns: [],
    partitionKey: [],
    clusteringKey: [],
    descending: new Set(),
    options: new Map(),
    isCompact: false,
    dropped: new Map(),
  };
  reader.looseList(() => {
    if (reader.take("primary", "key")) readKey(reader, table);
    else readNewColumn(reader, table, draft);
  });
  if (table.partitionKey.length === 0) throw reader.wrong(`${name} has no primary key`);
  const names = new Set(table.columns.map((column) => column.name));
  const unknown = [...table.partitionKey, ...table.clusteringKey].find((column) => !names.has(column));
  if (unknown !== undefined) throw reader.wrong(`the primary key names ${unknown}, which is not a column`);
  if (reader.take("with")) readTableOptions(reader, table);
  reader.expectEnd();
  return table;
}

function readNewColumn(reader: StatementReader, table: DraftTable, draft: DraftKeyspace): void {
  const column = readColumn(reader, draft);
  if (table.columns.some(({ name }) => name === column.name))
    throw reader.wrong(`${table.name} has a column ${column.name} already`);
  table.columns.push(column);
  if (reader.take("primary", "key")) {
    requireOneKey(reader, table);
    table.partitionKey = [column.name];
  }
}

/** A column with its type, as in `CREATE TABLE` and `ALTER TABLE … ADD`. */
export function readColumn(reader: StatementReader, draft: DraftKeyspace): DraftColumn {
  const name = reader.name("the name of a column, or PRIMARY KEY");
  const type = readType(reader, draft);
  const isStatic = reader.take("static");
  passMask(reader);
  return { name, type, isStatic };
}

/** `MASKED WITH DEFAULT`, `MASKED WITH mask_inner(1, null)`: changes what some users see, not the table. */
export function passMask(reader: StatementReader): void {
  if (!reader.take("masked", "with") || reader.take("default")) return;
  reader.name("the name of a function");
  if (reader.take(".")) reader.name("the name of a function");
  reader.expect("(");
  passParentheses(reader);
}

/** Passes what follows an opening parenthesis, and the closing one. */
function passParentheses(reader: StatementReader): void {
  while (!reader.take(")")) {
    if (reader.take("(")) passParentheses(reader);
    else reader.pass();
  }
}

/** `(id)`, `(id, at)`, `((tenant, id), at)` */
function readKey(reader: StatementReader, table: DraftTable): void {
  const names: string[] = [];
  requireOneKey(reader, table);
  reader.expect("(");
  if (reader.sees("(")) reader.list(() => void table.partitionKey.push(reader.name("a column of the partition key")));
  else table.partitionKey.push(reader.name("a column of the primary key"));
  while (reader.take(",")) names.push(reader.name("a clustering column"));
  reader.expect(")");
  table.clusteringKey = names;
}

function requireOneKey(reader: StatementReader, { name, partitionKey }: DraftTable): void {
  if (partitionKey.length > 0) throw reader.wrong(`${name} has two primary keys`);
}

/** Reads what follows `WITH` of a table, as far as it stands in `system_schema.tables`. */
export function readTableOptions(reader: StatementReader, table: DraftTable): void {
  const given = new Set<string>();
  const requireFirst = (option: string): void => {
    if (given.has(option)) throw reader.wrong(`the option ${option} is given twice`);
    given.add(option);
  };
  do {
    if (reader.take("compact", "storage")) {
      table.isCompact = true;
      continue;
    }
    if (reader.take("clustering", "order", "by")) {
      reader.list(() => readOrder(reader, table));
      continue;
    }
    const option = reader.name("an option of the table");
    requireFirst(option);
    requireNoTypo(reader, option);
    reader.expect("=");
    table.options.set(option, readOption(reader));
  } while (reader.take("and"));
}

function readOrder(reader: StatementReader, { clusteringKey, descending }: DraftTable): void {
  const column = reader.name("a clustering column");
  if (!clusteringKey.includes(column)) throw reader.wrong(`${column} is not a clustering column`);
  if (reader.take("desc")) descending.add(column);
  else reader.take("asc");
}

/** Other servers have options of their own, so only an option that is nearly one of Cassandra's is refused. */
function requireNoTypo(reader: StatementReader, option: string): void {
  if (tableOptionNames.includes(option)) return;
  const meant = didYouMean(option, tableOptionNames);
  if (meant !== undefined) throw reader.wrong(`${option} is not an option of a table, did you mean ${meant}?`);
}

/** A text, a number, a boolean (with quotes or without), or a map of texts. */
function readOption(reader: StatementReader): unknown {
  if (reader.sees("{")) return readMap(reader);
  const { kind, value } = reader.pass();
  if (kind === "number") return Number(value);
  return booleans.get(value.toLowerCase()) ?? value;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** `{'class': 'SimpleStrategy'}`; values are read as texts, as the database keeps them. */
export function readMap(reader: StatementReader): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  reader.expect("{");
  while (!reader.take("}")) {
    const key = reader.pass().value;
    reader.expect(":");
    entries.set(key, reader.pass().value);
    if (!reader.sees("}")) reader.expect(",");
  }
  return entries;
}
