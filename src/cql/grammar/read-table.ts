/** Reads how tables and views are created, and what follows WITH. */
import { readReference } from "./reference.ts";
import { readWhere } from "./read-relation.ts";
import { readFunctionName, readTerm, readValue } from "./read-term.ts";
import { readType } from "./read-type.ts";
import { takeIfNotExists } from "./read-write.ts";
import type { TokenReader } from "./token-reader.ts";
import type { ColumnNode, CreateTable, CreateView, Mask, Options, Term } from "./tree.ts";
import { isUnreservedKeyword } from "./keywords.ts";
import { printTerm } from "./print-term.ts";
import { isConstant } from "./term-beginning.ts";

type Key = Pick<CreateTable, "partitionKey" | "clusteringKey">;
type TableOptions = Pick<CreateTable, "clusteringOrder" | "compactStorage" | "options">;

/** Reads what follows `CREATE TABLE`. */
export function readCreateTable(reader: TokenReader): CreateTable {
  const ifNotExists = takeIfNotExists(reader);
  const table = readReference(reader, "new", "the name of a table");
  const columns: ColumnNode[] = [];
  const keys: Key[] = [];
  readLooseList(reader, () => {
    if (reader.take("primary")) return void keys.push((reader.expect("key"), readKey(reader)));
    const column = readColumn(reader);
    columns.push(column);
    if (reader.take("primary")) keys.push((reader.expect("key"), { partitionKey: [column.name], clusteringKey: [] }));
  });
  const key = keys[0] ?? { partitionKey: [], clusteringKey: [] };
  return {
    kind: "create-table",
    table,
    ifNotExists,
    columns,
    ...key,
    ...(keys.length > 1 && { hasTwoKeys: true }),
    ...readTableOptions(reader),
  };
}

/** Items in parentheses; commas may be doubled and trail. */
export function readLooseList(reader: TokenReader, readItem: () => void): void {
  reader.expect("(");
  readItem();
  while (reader.take(",")) if (reader.seesName("new") || reader.sees("primary")) readItem();
  reader.expect(")");
}

/** A column with its type, as in `CREATE TABLE` and `ALTER TABLE … ADD`. */
export function readColumn(reader: TokenReader): ColumnNode {
  const name = reader.name("new", "the name of a column, or PRIMARY KEY");
  const type = readType(reader);
  const isStatic = reader.take("static");
  const mask = reader.take("masked") ? readMask(reader) : undefined;
  return { name, type, isStatic, ...(mask !== undefined && { mask }) };
}

/** Reads what follows `MASKED`. */
export function readMask(reader: TokenReader): Mask {
  reader.expect("with");
  if (reader.take("default")) return "default";
  const { keyspace, name } = readFunctionName(reader);
  reader.expect("(");
  const terms: Term[] = reader.sees(")") ? [] : reader.series(() => readValue(reader));
  reader.expect(")");
  return { kind: "call", keyspace, name, arguments: terms };
}

/** `(id)`, `(id, at)`, `((tenant, id), at)` */
function readKey(reader: TokenReader): Key {
  reader.expect("(");
  const ofPartition = (): string => reader.name("column", "a column of the partition key");
  const partitionKey = reader.sees("(")
    ? reader.list(ofPartition)
    : [reader.name("column", "a column of the primary key")];
  const clusteringKey = reader.take(",") ? reader.series(() => reader.name("column", "a clustering column")) : [];
  reader.expect(")");
  return { partitionKey, clusteringKey };
}

function readTableOptions(reader: TokenReader): TableOptions {
  const options = new Map<string, string | ReadonlyMap<string, string>>();
  const clusteringOrder: TableOptions["clusteringOrder"][number][] = [];
  let compactStorage = false;
  if (reader.take("with"))
    do {
      if (reader.take("compact", "storage")) compactStorage = true;
      else if (reader.take("clustering", "order", "by")) clusteringOrder.push(...reader.list(() => readOrder(reader)));
      else readOption(reader, options);
    } while (reader.take("and"));
  return { clusteringOrder, compactStorage, options: options satisfies Options };
}

function readOrder(reader: TokenReader): TableOptions["clusteringOrder"][number] {
  const column = reader.name("column", "a clustering column");
  const order = reader.take("desc") ? "DESC" : "ASC";
  if (order === "ASC" && !reader.take("asc")) throw reader.unexpected("ASC or DESC");
  return { column, order };
}

/** Reads what follows `CREATE MATERIALIZED VIEW`. */
export function readCreateView(reader: TokenReader): CreateView {
  const ifNotExists = takeIfNotExists(reader);
  const view = readReference(reader, "new", "the name of a view");
  reader.expect("as", "select");
  const columns = reader.take("*") ? undefined : reader.series(() => readViewColumn(reader));
  reader.expect("from");
  const of = readReference(reader, "table");
  const where = readWhere(reader);
  reader.expect("primary", "key");
  const key = readKey(reader);
  const { clusteringOrder, compactStorage, options } = readTableOptions(reader);
  if (compactStorage) throw reader.wrong("COMPACT STORAGE tables are not allowed starting with version 4.0");
  return { kind: "create-view", view, ifNotExists, columns, of, where, ...key, clusteringOrder, options };
}

function readViewColumn(reader: TokenReader): string {
  const term = readTerm(reader, "selection");
  if (term.kind !== "column") throw reader.wrong("Can only select columns by name when defining a materialized view");
  return term.name;
}

type OptionValue = string | ReadonlyMap<string, string>;

/** `WITH a = 1 AND b = {'c': 'd'}`. */
export function readNeededOptions(reader: TokenReader): Options {
  reader.expect("with");
  const options = new Map<string, OptionValue>();
  do readOption(reader, options);
  while (reader.take("and"));
  return options;
}

export function readOption(reader: TokenReader, options: Map<string, OptionValue>): void {
  const { value } = reader.peek();
  if (reader.seesName("option") && options.has(value))
    throw reader.wrong(`Multiple definitions for property '${value}'`, `the option ${value} is given twice`);
  const name = reader.name("option", "the name of an option");
  reader.expect("=");
  options.set(name, reader.sees("{") ? readMap(reader) : readOptionValue(reader));
}

/** A constant, or a keyword that is not reserved. */
function readOptionValue(reader: TokenReader): string {
  const { kind, value } = reader.peek();
  const isValue = kind === "word" ? isUnreservedKeyword(value) : isConstant(kind);
  if (!isValue) throw reader.unexpected("the value of the option");
  reader.pass();
  return value;
}

function readMap(reader: TokenReader): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  reader.expect("{");
  if (reader.take("}")) return entries;
  do {
    const name = readPart(reader, (term) => `Invalid property name: ${term}`);
    reader.expect(":");
    const value = readPart(reader, (term) => `Invalid property value: ${term} for property: '${name}'`);
    if (entries.has(name)) throw reader.wrong(`Multiple definition for property ${name}`);
    entries.set(name, value);
  } while (reader.take(","));
  reader.expect("}");
  return entries;
}

function readPart(reader: TokenReader, complain: (term: string) => string): string {
  const term = readValue(reader);
  if (term.kind === "constant") return term.text;
  const hint = term.kind === "marker" ? " (bind variables are not supported in DDL queries)" : "";
  throw reader.wrong(`${complain(printTerm(term))}${hint}`);
}
