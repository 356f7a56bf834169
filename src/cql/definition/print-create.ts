/** Prints definitions as DESCRIBE of Cassandra 5.0 has them: with all options, in its order and its layout. */
import { byCodeUnits, indexNames, isMultiCell, printName } from "../../model/index.ts";
import type { Column, Index, Keyspace, Table, UserType } from "../../model/index.ts";
import { printText } from "../../model/print-cql.ts";
import { userTypesIn } from "../../model/cql-type.ts";
import type { KeyspaceSettings, KnownTableDetails } from "../../store/index.ts";
import { compareColumnNames } from "../statement/scope.ts";
import { isVirtualKeyspace, lastDropped, printIndexTarget } from "../system/index.ts";
import { typeText } from "../values/index.ts";

type Entries = Iterable<readonly [string, string]>;

export function printCreateKeyspace(name: string, { replication, durableWrites }: KeyspaceSettings): string {
  if (isVirtualKeyspace(name)) return virtualNote("Keyspace", "keyspace", name, `VIRTUAL KEYSPACE ${printName(name)};`);
  const entries = Array.from(replication, ([option, value]): [string, string] => [
    option,
    option === "class" ? value.slice(value.lastIndexOf(".") + 1) : value,
  ]);
  // The database has two blanks there.
  return `CREATE KEYSPACE ${printName(name)} WITH replication = ${printMap(entries)}  AND durable_writes = ${durableWrites};`;
}

export function printCreateType(keyspace: string, { name, fields }: UserType): string {
  const lines = fields.map((field) => `    ${printName(field.name)} ${typeText(field.type)}`);
  return `CREATE TYPE ${printPlace(keyspace, name)} (\n${lines.join(",\n")}\n);`;
}

/** User types in an order in which each comes after the types it uses. */
export function typesInOrder({ userTypes }: Keyspace): readonly UserType[] {
  const ordered = new Set<UserType>();
  const add = (type: UserType): void => {
    if (ordered.has(type)) return;
    const parts = new Set(type.fields.flatMap((field) => userTypesIn(field.type).map(({ name }) => name)));
    for (const other of userTypes) if (other !== type && parts.has(other.name)) add(other);
    ordered.add(type);
  };
  for (const type of userTypes.toSorted((one, other) => byCodeUnits(one.name, other.name))) add(type);
  return [...ordered];
}

/** @param withInternals for a copy that keeps the id of the table and knows which columns it had */
export function printCreateTable(
  keyspace: string,
  table: Table,
  details: KnownTableDetails,
  withInternals = false,
): string {
  const { description = "" } = table;
  const orders = table.clusteringKey.map(({ name, order }) => `${printName(name)} ${order}`);
  const order = orders.length === 0 ? [] : [`CLUSTERING ORDER BY (${orders.join(", ")})`];
  if (isVirtualKeyspace(keyspace)) {
    const text = printTable("VIRTUAL TABLE", keyspace, table, [...order, `comment = ${printText(description)}`]);
    return virtualNote("Table", "table", `${keyspace}.${table.name}`, text);
  }
  const options = Array.from(details.options, ([name, value]) => `${name} = ${printOption(name, value)}`);
  if (!withInternals) return printTable("CREATE TABLE", keyspace, table, [...order, ...options]);
  const dropped = lastDropped(details);
  const text = printTable("CREATE TABLE", keyspace, table, [`ID = ${details.id}`, ...order, ...options], dropped);
  return [text, ...dropped.flatMap((one) => printDrop(keyspace, table, one))].join("\n");
}

type Dropped = KnownTableDetails["dropped"][number];

/** Drops a column again, and adds the one that has its name now. */
function printDrop(keyspace: string, table: Table, { column: name }: Dropped): readonly string[] {
  const alter = `ALTER TABLE ${printPlace(keyspace, table.name)}`;
  const added = table.columns.filter((column) => column.name === name);
  return [`${alter} DROP ${printName(name)};`, ...added.map((column) => `${alter} ADD ${printColumn(column)};`)];
}

function printColumn({ name, type, kind }: Column): string {
  return printTyped(name, typeText(type), kind === "static");
}

function printTyped(name: string, type: string, isStatic: boolean): string {
  return `${printName(name)} ${type}${isStatic ? " static" : ""}`;
}

/** @param dropped columns to print in place of the current ones of the same names */
function printTable(
  words: string,
  keyspace: string,
  table: Table,
  options: readonly string[],
  dropped: readonly Dropped[] = [],
): string {
  const { partitionKey, clusteringKey } = table;
  const isAlone = partitionKey.length === 1 && clusteringKey.length === 0;
  const columns = columnsInOrder(table)
    .filter(({ name }) => !dropped.some(({ column }) => column === name))
    .map((column) => `${printColumn(column)}${column.kind === "partition" && isAlone ? " PRIMARY KEY" : ""}`);
  const gone = dropped.map((one) => printTyped(one.column, one.type, one.static));
  const key = isAlone ? [] : [`PRIMARY KEY (${printKey(table)})`];
  const lines = [...columns, ...gone, ...key].map((line) => `    ${line}`);
  return `${words} ${printPlace(keyspace, table.name)} (\n${lines.join(",\n")}\n) WITH ${options.join("\n    AND ")};`;
}

function printKey({ partitionKey, clusteringKey }: Table): string {
  const [first = "", ...rest] = partitionKey.map(printName);
  const partition = rest.length === 0 ? first : `(${[first, ...rest].join(", ")})`;
  return [partition, ...clusteringKey.map(({ name }) => printName(name))].join(", ");
}

/** The key as it is, then static columns and the others; of those first the ones in a single cell, by name. */
function columnsInOrder({ columns, partitionKey, clusteringKey }: Table): readonly Column[] {
  const names = [...partitionKey, ...clusteringKey.map(({ name }) => name)];
  const key = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const place = ({ kind, type }: Column): number => (kind === "static" ? 0 : 2) + (isMultiCell(type) ? 1 : 0);
  const others = columns
    .filter(({ name }) => !names.includes(name))
    .sort((one, other) => place(one) - place(other) || compareColumnNames(one.name, other.name));
  return [...key, ...others];
}

/** Names of options whose values are texts; the others are numbers, booleans and maps. */
const texts: ReadonlySet<string> = new Set([
  "additional_write_policy",
  "comment",
  "memtable",
  "read_repair",
  "speculative_retry",
]);

function printOption(name: string, value: string | ReadonlyMap<string, string>): string {
  if (typeof value !== "string") return printMap(value);
  return texts.has(name) ? printText(value) : value;
}

export function printCreateIndex(keyspace: string, table: Table, index: Index, name: string): string {
  const { using, options = {} } = index;
  const custom = using === undefined ? "" : "CUSTOM ";
  const target = printIndexTarget(table, index);
  const text = `CREATE ${custom}INDEX ${printName(name)} ON ${printPlace(keyspace, table.name)} (${target})`;
  if (using === undefined) return `${text};`;
  const given = Object.entries(options).sort(([one], [other]) => byCodeUnits(one, other));
  return `${text} USING ${printText(using)}${given.length === 0 ? "" : ` WITH OPTIONS = ${printMap(given)}`};`;
}

/** With their names, in the order of these. */
export function indexesInOrder(table: Table): readonly (readonly [name: string, index: Index])[] {
  const names = indexNames(table);
  return table.indexes
    .map((index, place) => [names[place] ?? "", index] as const)
    .sort(([one], [other]) => compareNames(one, other));
}

/** Letters in either case are the same. */
export function compareNames(one: string, other: string): number {
  return byCodeUnits(one.toLowerCase(), other.toLowerCase());
}

function virtualNote(kind: string, word: string, name: string, text: string): string {
  return `/*\nWarning: ${kind} ${name} is a virtual ${word} and cannot be recreated with CQL.\nStructure, for reference:\n${text}\n*/`;
}

function printPlace(keyspace: string, name: string): string {
  return `${printName(keyspace)}.${printName(name)}`;
}

function printMap(entries: Entries): string {
  return `{${Array.from(entries, ([key, value]) => `${printText(key)}: ${printText(value)}`).join(", ")}}`;
}
