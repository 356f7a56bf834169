import type { DraftColumn, DraftTable } from "./draft.ts";
import { readTableOptions } from "./read-options.ts";
import { readType } from "./read-type.ts";
import type { StatementReader } from "./statement-reader.ts";

/** Reads what follows the name in `CREATE TABLE`. */
export function readNewTable(reader: StatementReader, name: string): DraftTable {
  const table: DraftTable = {
    name,
    columns: [],
    partitionKey: [],
    clusteringKey: [],
    descending: new Set(),
    options: new Map(),
  };
  reader.list(() => {
    if (reader.take("primary", "key")) readKey(reader, table);
    else readNewColumn(reader, table);
  });
  if (table.partitionKey.length === 0) throw reader.wrong(`${name} has no primary key`);
  const known = new Set(table.columns.map((column) => column.name));
  const unknown = [...table.partitionKey, ...table.clusteringKey].find((column) => !known.has(column));
  if (unknown !== undefined) throw reader.wrong(`the primary key names ${unknown}, which is not a column`);
  if (reader.take("with")) readTableOptions(reader, table);
  reader.expectEnd();
  return table;
}

function readNewColumn(reader: StatementReader, table: DraftTable): void {
  const column = readColumn(reader);
  table.columns.push(column);
  if (reader.take("primary", "key")) table.partitionKey = [column.name];
  passMask(reader);
}

/** A column with its type, as in `CREATE TABLE` and `ALTER TABLE … ADD`. */
export function readColumn(reader: StatementReader): DraftColumn {
  const name = reader.name("the name of a column, or PRIMARY KEY");
  const type = readType(reader);
  const isStatic = reader.take("static");
  passMask(reader);
  return { name, type, isStatic };
}

/** `MASKED WITH mask_inner(1, null)` changes what some users see, not the table. */
function passMask(reader: StatementReader): void {
  if (!reader.take("masked", "with")) return;
  reader.pass();
  reader.expect("(");
  while (!reader.take(")")) reader.pass();
}

/** `(id)`, `(id, at)`, `((tenant, id), at)` */
function readKey(reader: StatementReader, table: DraftTable): void {
  const names: string[] = [];
  reader.expect("(");
  if (reader.sees("(")) reader.list(() => void table.partitionKey.push(reader.name("a column of the partition key")));
  else table.partitionKey.push(reader.name("a column of the primary key"));
  while (reader.take(",")) names.push(reader.name("a clustering column"));
  reader.expect(")");
  table.clusteringKey = names;
}
