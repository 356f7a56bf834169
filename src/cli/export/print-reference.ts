/**
 * Prints a keyspace as Markdown, for reviewers and coding assistants: its tables with columns, keys and the queries that
 * the database can answer, and its user types. Pure, and the same on every machine.
 */
import { knowsEquality, knowsRanges, printCqlType } from "../../model/index.ts";
import type { Column, Index, Keyspace, Table, UserType } from "../../model/index.ts";
import { codeSpan, markdownTable, plainText } from "../terminal/markdown.ts";

/** @returns lines */
export function printReference({ name, tables, userTypes }: Keyspace): readonly string[] {
  return [
    `# Keyspace ${codeSpan(name)}`,
    ...tables.flatMap((table) => ["", ...printTable(table)]),
    ...(userTypes.length === 0 ? [] : ["", "## User types"]),
    ...userTypes.flatMap((type) => ["", ...printUserType(type)]),
  ];
}

function printTable(table: Table): readonly string[] {
  const { name, description, columns, defaultTimeToLive } = table;
  const rows = columns.map((column) => [
    codeSpan(column.name),
    codeSpan(printCqlType(column.type)),
    roleOf(column, table),
    plainText(column.description ?? ""),
  ]);
  return [
    `## Table ${codeSpan(name)}`,
    "",
    ...(description === undefined ? [] : [plainText(description), ""]),
    ...markdownTable(["column", "type", "role", "description"], rows),
    "",
    "Queries:",
    "",
    ...queriesOf(table).map((query) => `- ${query}`),
    ...(defaultTimeToLive > 0
      ? ["", `Rows expire after ${defaultTimeToLive} seconds, unless a write says otherwise.`]
      : []),
  ];
}

function roleOf({ name, kind }: Column, { partitionKey, clusteringKey }: Table): string {
  if (kind === "regular") return "";
  if (kind === "static") return "static: one value for each partition";
  if (kind === "partition") return `partition key${numberOf(partitionKey.indexOf(name), partitionKey)}`;
  const place = clusteringKey.findIndex((column) => column.name === name);
  const order = clusteringKey[place]?.order === "DESC" ? "descending" : "ascending";
  return `clustering key${numberOf(place, clusteringKey)}, ${order}`;
}

function numberOf(place: number, all: readonly unknown[]): string {
  return all.length === 1 ? "" : ` ${place + 1}`;
}

/** The queries that do not read all rows; the whole partition key always comes first. */
function queriesOf(table: Table): readonly string[] {
  const { partitionKey, clusteringKey, columns } = table;
  const keys = clusteringKey.map(({ name }) => name);
  const partition = list(partitionKey);
  const ofIndexes = table.indexes.flatMap((index) => {
    const type = columns.find(({ name }) => name === index.column)?.type;
    return type ? queryOf(index, knowsEquality(index, type), knowsRanges(index, type)) : [];
  });
  if (keys.length === 0) return [`one row: ${partition}`, ...ofIndexes];
  const prefixes = keys
    .slice(0, -1)
    .map((_, end) => `rows of a partition: ${list([...partitionKey, ...keys.slice(0, end + 1)])}`);
  const ranges = keys.map(
    (key, place) =>
      `rows in a range: ${list([...partitionKey, ...keys.slice(0, place)])}, and a range of ${codeSpan(key)}`,
  );
  return [
    `one row: ${list([...partitionKey, ...keys])}`,
    `all rows of a partition: ${partition}`,
    ...prefixes,
    ...ranges,
    ...ofIndexes,
  ];
}

const parts = { full: "", values: "a value of ", keys: "a key of ", entries: "an entry of " } as const;

function queryOf({ column, kind, options }: Index, equality: boolean, ranges: boolean): readonly string[] {
  if (kind === "full" && !equality) return [];
  const given = options
    ? ` (${Object.entries(options)
        .map((option) => codeSpan(option.join(": ")))
        .join(", ")})`
    : "";
  return [`by an index: ${parts[kind]}${codeSpan(column)}${ranges ? ", or a range of it" : ""}${given}`];
}

function printUserType({ name, description, fields }: UserType): readonly string[] {
  const rows = fields.map((field) => [
    codeSpan(field.name),
    codeSpan(printCqlType(field.type)),
    plainText(field.description ?? ""),
  ]);
  const intro = description === undefined ? [] : [plainText(description), ""];
  return [`### ${codeSpan(name)}`, "", ...intro, ...markdownTable(["field", "type", "description"], rows)];
}

function list(names: readonly string[]): string {
  return names.map(codeSpan).join(", ");
}
