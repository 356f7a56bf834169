/**
 * Prints the CQL statements that create, change, drop and empty what a definition contains, each without a final semicolon.
 *
 * Pure. Creating an existing object has no effect, so that a script can be run again. Only `ALTER … ADD` fails then,
 * since `IF NOT EXISTS` there requires Cassandra 4.1.
 */
import type { Change } from "./change.ts";
import { printCqlType, printName, printTypeName } from "./cql-type.ts";
import type { CqlType, Field, UserType } from "./cql-type.ts";
import { primaryKey } from "./keyspace.ts";
import type { Column, Index, Table } from "./keyspace.ts";

/** The number of replicas of each row: one number for all data centers, or one for each, `{ dc1: 3 }`. */
export type Replication = number | Readonly<Record<string, number>>;

export function printCreateKeyspace(keyspace: string, replication: Replication): string {
  return `CREATE KEYSPACE IF NOT EXISTS ${printName(keyspace)} WITH replication = ${printReplication(replication)}`;
}

/** Existing rows reach their new nodes by a repair. */
export function printSetReplication(keyspace: string, replication: Replication): string {
  return `ALTER KEYSPACE ${printName(keyspace)} WITH replication = ${printReplication(replication)}`;
}

function printReplication(replication: Replication): string {
  const factors = Object.entries(typeof replication === "number" ? { replication_factor: replication } : replication);
  return printMap([["class", "NetworkTopologyStrategy"], ...factors]);
}

/** `{'class': 'NetworkTopologyStrategy', 'replication_factor': 1}` */
function printMap(entries: readonly (readonly [string, string | number])[]): string {
  const print = (value: string | number): string => (typeof value === "number" ? String(value) : printText(value));
  return `{${entries.map(([name, value]) => `${printText(name)}: ${print(value)}`).join(", ")}}`;
}

export function printCreateUserType(keyspace: string, { name, fields }: UserType): string {
  const lines = fields.map((field) => `  ${printMember(field)}`);
  return `CREATE TYPE IF NOT EXISTS ${printName(keyspace)}.${printTypeName(name)} (\n${lines.join(",\n")}\n)`;
}

/** Adds fields at the end of the type. */
export function printAddField(keyspace: string, userType: string, field: Field): string {
  return `ALTER TYPE ${printName(keyspace)}.${printTypeName(userType)} ADD ${printMember(field)}`;
}

/**
 * Prints a table without its indexes, which are separate statements.
 *
 * ```
 * CREATE TABLE IF NOT EXISTS shop.orders (
 *   customer uuid,
 *   "Ordered At" timestamp,
 *   PRIMARY KEY ((customer), "Ordered At")
 * ) WITH CLUSTERING ORDER BY ("Ordered At" DESC)
 *   AND comment = 'What was ordered.'
 * ```
 */
export function printCreateTable(keyspace: string, table: Table): string {
  if (table.viewOf !== undefined) return printCreateView(keyspace, table, table.viewOf);
  const lines = [...table.columns.map(printColumn), printKey(table)].map((line) => `  ${line}`);
  return `CREATE TABLE IF NOT EXISTS ${printPlace(keyspace, table.name)} (\n${lines.join(",\n")}\n)${printOptions(table)}`;
}

/** A view of all rows that have a value in each column of its key. */
function printCreateView(keyspace: string, view: Table, table: string): string {
  const lines = [
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${printPlace(keyspace, view.name)} AS`,
    `  SELECT ${view.columns.map(({ name }) => printName(name)).join(", ")}`,
    `  FROM ${printPlace(keyspace, table)}`,
    `  WHERE ${primaryKey(view)
      .map((name) => `${printName(name)} IS NOT NULL`)
      .join(" AND ")}`,
    `  ${printKey(view)}`,
  ];
  return lines.join("\n") + printOptions(view);
}

function printKey({ partitionKey, clusteringKey }: Table): string {
  const names = clusteringKey.map((column) => printName(column.name));
  return `PRIMARY KEY (${[`(${partitionKey.map(printName).join(", ")})`, ...names].join(", ")})`;
}

function printOptions({ clusteringKey, defaultTimeToLive, description = "" }: Table): string {
  const order = clusteringKey.map((column) => `${printName(column.name)} ${column.order}`).join(", ");
  const options = [
    ...(clusteringKey.some((column) => column.order === "DESC") ? [`CLUSTERING ORDER BY (${order})`] : []),
    ...(defaultTimeToLive > 0 ? [`default_time_to_live = ${defaultTimeToLive}`] : []),
    ...(description === "" ? [] : [`comment = ${printText(description)}`]),
  ];
  return options.length === 0 ? "" : ` WITH ${options.join("\n  AND ")}`;
}

export function printAddColumn(keyspace: string, table: string, column: Column): string {
  return `ALTER TABLE ${printPlace(keyspace, table)} ADD ${printColumn(column)}`;
}

/** The database can rename only key columns. */
export function printRenameColumn(keyspace: string, table: string, before: string, after: string): string {
  return `ALTER TABLE ${printPlace(keyspace, table)} RENAME ${printName(before)} TO ${printName(after)}`;
}

export function printRenameField(keyspace: string, userType: string, before: string, after: string): string {
  const type = `${printName(keyspace)}.${printTypeName(userType)}`;
  return `ALTER TYPE ${type} RENAME ${printName(before)} TO ${printName(after)}`;
}

/** `ALTER TABLE shop.orders WITH default_time_to_live = 60`; stored values keep theirs. */
export function printSetTimeToLive(keyspace: string, table: string, seconds: number): string {
  return `ALTER TABLE ${printPlace(keyspace, table)} WITH default_time_to_live = ${seconds}`;
}

export function printSetComment(keyspace: string, table: string, comment: string): string {
  return `ALTER TABLE ${printPlace(keyspace, table)} WITH comment = ${printText(comment)}`;
}

/** Each value as text, which the database reads for numbers and switches too. */
export function printSetOptions(
  keyspace: string,
  table: string,
  options: ReadonlyMap<string, string | ReadonlyMap<string, string>>,
): string {
  const printed = Array.from(options, ([name, value]) => {
    return `${name} = ${typeof value === "string" ? printText(value) : printMap([...value])}`;
  });
  return `ALTER TABLE ${printPlace(keyspace, table)} WITH ${printed.join(" AND ")}`;
}

export function printDropColumn(keyspace: string, table: string, column: string): string {
  return `ALTER TABLE ${printPlace(keyspace, table)} DROP ${printName(column)}`;
}

export function printDropIndex(keyspace: string, index: string): string {
  return `DROP INDEX ${printName(keyspace)}.${printName(index)}`;
}

export function printTruncate(keyspace: string, table: string): string {
  return `TRUNCATE TABLE ${printPlace(keyspace, table)}`;
}

export function printDropTable(keyspace: string, table: string): string {
  return `DROP TABLE ${printPlace(keyspace, table)}`;
}

export function printDropView(keyspace: string, view: string): string {
  return `DROP MATERIALIZED VIEW ${printPlace(keyspace, view)}`;
}

export function printDropUserType(keyspace: string, userType: string): string {
  return `DROP TYPE ${printName(keyspace)}.${printTypeName(userType)}`;
}

export function printDropKeyspace(keyspace: string): string {
  return `DROP KEYSPACE ${printName(keyspace)}`;
}

/** A statement that creates something, refused by the database if it exists already. */
export function refusingExisting(statement: string): string {
  return statement.replace(" IF NOT EXISTS ", " ");
}

/** `CREATE INDEX IF NOT EXISTS by_tag ON shop.products (values(tags)) USING 'sai' WITH OPTIONS = {'normalize': 'true'}` */
export function printCreateIndex(keyspace: string, table: Table, index: Index): string {
  const { name, column, using, options } = index;
  const statement = ["CREATE INDEX IF NOT EXISTS", ...(name === undefined ? [] : [printName(name)])].join(" ");
  const target = printTarget(index, table.columns.find((candidate) => candidate.name === column)?.type);
  const how = using === undefined ? "" : ` USING ${printText(using)}`;
  const given = options === undefined ? "" : ` WITH OPTIONS = ${printMap(Object.entries(options))}`;
  return `${statement} ON ${printPlace(keyspace, table.name)} (${target})${how}${given}`;
}

/** `FULL` applies only to frozen collections: any other value is indexed as a whole by its name. */
function printTarget({ column, kind }: Index, type: CqlType | undefined): string {
  const isCollection = type?.kind === "list" || type?.kind === "set" || type?.kind === "map";
  return kind === "full" && !isCollection ? printName(column) : `${kind}(${printName(column)})`;
}

function printColumn({ name, type, kind }: Column): string {
  return `${printMember({ name, type })}${kind === "static" ? " static" : ""}`;
}

function printMember({ name, type }: Field): string {
  return `${printName(name)} ${printCqlType(type)}`;
}

function printPlace(keyspace: string, table: string): string {
  return `${printName(keyspace)}.${printName(table)}`;
}

/** Prints a text as a literal. */
export function printText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Prints the statement that makes a change in the database, without a semicolon; undefined if there is none. A view gets its
 * column names and the time to live of its values from its table.
 */
export function printStatementFor(
  keyspace: string,
  { kind, place, before = "", after = "" }: Change,
): string | undefined {
  const isOfTable = place.of === "table" && place.member === undefined;
  if (kind === "description" && isOfTable) {
    const statement = printSetComment(keyspace, place.name, after);
    return place.isView ? statement.replace("TABLE", "MATERIALIZED VIEW") : statement;
  }
  if (kind === "field-renamed") return printRenameField(keyspace, place.name, before, after);
  if (place.isView) return undefined;
  if (kind === "column-renamed") return printRenameColumn(keyspace, place.name, before, after);
  return kind === "time-to-live" ? printSetTimeToLive(keyspace, place.name, Number(after)) : undefined;
}
