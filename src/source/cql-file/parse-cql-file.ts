/**
 * Parses a file of CQL statements, as `cqlsh` prints with DESCRIBE or as a team keeps them, into the keyspaces they make.
 *
 * Pure. Every statement that cannot be read is a problem with its place, all at once. The result has the form of a
 * cluster's system tables, so that a file and a cluster are read in the same way.
 */
import { CqlSyntaxError, splitStatements } from "../../cql/grammar/index.ts";
import type { SplitStatement } from "../../cql/grammar/index.ts";
import { codeFrame, ColonnadeError, isColonnadeError, suggest } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { printName } from "../../model/index.ts";
import { observedSystemKeyspace, parseSystemRows } from "../cql/parse-system-rows.ts";
import type { SystemKeyspace, SystemRules } from "../cql/parse-system-rows.ts";
import type { SystemRows, SystemRow } from "../cql/system-rows.ts";
import type { ObservedKeyspace } from "../observed-keyspace.ts";
import { Misfit } from "./draft.ts";
import type { Draft, DraftColumn, DraftIndex, DraftKeyspace, DraftTable } from "./draft.ts";
import { readStatement } from "./statements.ts";
import { unknownType } from "./user-types.ts";

/**
 * @param file as messages name it
 * @param current the keyspace of names without one, before any `USE`
 * @param customTypes type names that the config accepts
 * @returns the system tables of each keyspace
 * @throws {ColonnadeError} `bad-cql` with everything that cannot be read
 */
export function parseCqlFile(
  text: string,
  file: string,
  current: string,
  customTypes: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, SystemRows> {
  const draft: Draft = { keyspaces: new Map(), current, customTypes };
  const problems: Problem[] = [];
  // The last line may be a comment, which has to end.
  for (const statement of splitStatements(`${text}\n`))
    try {
      readStatement(statement, draft);
    } catch (error) {
      const { message, start, end } = problemOf(error, statement);
      problems.push({ code: "bad-cql", message, file, ...codeFrame(text, start, end - start) });
    }
  if (problems.length > 0) throw new ColonnadeError("bad-cql", `${file} cannot be read`, { problems });
  return new Map(Array.from(draft.keyspaces, ([name, keyspace]) => [name, systemRowsOf(keyspace)]));
}

/** The mistake in a statement, with its place. @throws the error itself if it is about something else */
function problemOf(
  error: unknown,
  { tokens, start, end }: SplitStatement,
): { message: string; start: number; end: number } {
  if (error instanceof Misfit) return { message: error.message, ...(error.find(tokens) ?? { start, end }) };
  if (!(error instanceof CqlSyntaxError)) throw error;
  // `lst<int>` is an unknown type.
  const at = tokens.findIndex((token) => token.start === error.start && token.value === "<");
  const name = tokens[at - 1];
  if (!name) return { message: error.plain, start: error.start, end: error.end };
  return { message: unknownType(name.value, []).message, start: name.start, end: name.end };
}

/** A file of CQL statements. */
export interface CqlFile {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a keyspace from a file of CQL statements; names without a keyspace are in it.
 * @throws {ColonnadeError} `bad-cql`, `cql-no-keyspace`, `cql-unsupported`
 */
export function observeCqlFile({ name, text }: CqlFile, keyspace: string, rules: SystemRules = {}): ObservedKeyspace {
  const keyspaces = parseCqlFile(text, name, keyspace, rules.customTypes);
  const rows = keyspaces.get(keyspace);
  if (!rows) throw noKeyspace(name, keyspace, [...keyspaces.keys()]);
  const { dropped = [], ...system } = parse(keyspace, rows, rules);
  // A file without drops may be a dump, which does not say what was dropped before.
  return observedSystemKeyspace({ ...system, ...(dropped.length > 0 && { dropped }) }, name);
}

/** The keyspaces that a file has something of, but for names without one. @throws {ColonnadeError} `bad-cql` */
export function keyspacesIn({ name, text }: CqlFile, customTypes?: ReadonlySet<string>): readonly string[] {
  return [...parseCqlFile(text, name, "", customTypes).keys()].filter((keyspace) => keyspace !== "");
}

/** The database would accept what its own statements say, so the file is at fault. */
function parse(keyspace: string, rows: SystemRows, rules: SystemRules): SystemKeyspace {
  try {
    return parseSystemRows(keyspace, rows, rules);
  } catch (error) {
    if (!isColonnadeError(error)) throw error;
    const { code, summary, problems, next } = error;
    throw new ColonnadeError(code, summary, { problems, next });
  }
}

function noKeyspace(file: string, keyspace: string, names: readonly string[]): ColonnadeError {
  const next = suggest(keyspace, names, `it has: ${names.join(", ") || "none"}`, (name) => `--keyspace ${name}`);
  return new ColonnadeError("cql-no-keyspace", `${file} has nothing of the keyspace ${keyspace}`, { next });
}

export function systemRowsOf({ tables, userTypes, indexes, views }: DraftKeyspace): SystemRows {
  return {
    tables: Array.from(tables.values(), tableRow),
    columns: [...tables.values(), ...views.values()].flatMap(columnRows),
    types: Array.from(userTypes, ([name, fields]) => ({
      type_name: name,
      field_names: fields.map((field) => field.name),
      field_types: fields.map((field) => field.type),
    })),
    indexes: Array.from(indexes.values(), indexRow),
    views: Array.from(views.values(), (view) => ({
      ...tableRow(view),
      view_name: view.name,
      base_table_name: view.viewOf,
    })),
    droppedColumns: [...tables.values()].flatMap(droppedRows),
  };
}

function tableRow({ name, options, isCompact, clusteringKey }: DraftTable): SystemRow {
  // A compact table without clustering columns has no flag at all.
  const compact = [...(clusteringKey.length > 0 ? ["dense"] : []), ...(clusteringKey.length > 1 ? ["compound"] : [])];
  const flags = isCompact ? compact : ["compound"];
  return { default_time_to_live: 0, comment: "", ...Object.fromEntries(options), flags, table_name: name };
}

function droppedRows({ name, dropped }: DraftTable): SystemRow[] {
  return Array.from(dropped.values(), (column) => ({
    table_name: name,
    column_name: column.name,
    type: column.type,
    kind: column.isStatic ? "static" : "regular",
  }));
}

function columnRows(table: DraftTable): SystemRow[] {
  const { name, columns, partitionKey, clusteringKey, descending } = table.isCompact ? withHidden(table) : table;
  return columns.map((column) => {
    const [inPartition, inClustering] = [partitionKey.indexOf(column.name), clusteringKey.indexOf(column.name)];
    const other = column.isStatic ? "static" : "regular";
    return {
      table_name: name,
      column_name: column.name,
      type: column.type,
      kind: inPartition >= 0 ? "partition_key" : inClustering >= 0 ? "clustering" : other,
      position: Math.max(inPartition, inClustering),
      clustering_order: descending.has(column.name) ? "desc" : "asc",
    };
  });
}

/** The columns that the database adds to a table with compact storage, and does not show in CQL. */
function withHidden(table: DraftTable): DraftTable {
  const { columns, partitionKey, clusteringKey } = table;
  const hidden = (name: string, type: string): DraftColumn => ({ name, type, isStatic: false });
  if (clusteringKey.length === 0) {
    const stored = columns.map((column) => ({ ...column, isStatic: !partitionKey.includes(column.name) }));
    const added = [hidden("column1", "text"), hidden("value", "blob")];
    return { ...table, columns: [...stored, ...added], clusteringKey: ["column1"] };
  }
  const hasValue = columns.length > partitionKey.length + clusteringKey.length;
  return hasValue ? table : { ...table, columns: [...columns, hidden("value", "empty")] };
}

function indexRow({ name, table, column, part, using, options }: DraftIndex): SystemRow {
  const target = part === undefined ? printName(column) : `${part}(${printName(column)})`;
  return {
    table_name: table,
    index_name: name,
    kind: using === undefined ? "COMPOSITES" : "CUSTOM",
    options: new Map([
      ...options,
      ["target", target],
      ...(using === undefined ? [] : [["class_name", using] as const]),
    ]),
  };
}
