/**
 * Rows of `system_schema` → keyspace: in comes what a cluster tells of one keyspace, out go its tables and user types, what a
 * definition cannot hold, and the columns that were dropped.
 *
 * Pure, and independent of the order of rows. What the model refuses is one error with every table that it is about.
 * @see service-facts 4; captures, cql-system-schema
 */
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { byCodeUnits, parseTableDefinition, parseUserTypes } from "../../model/index.ts";
import type {
  DefinitionProblem,
  Keyspace,
  KnownTypes,
  ParsedDefinition,
  Table,
  TableDefinition,
  UserType,
} from "../../model/index.ts";
import type { Note } from "./note.ts";
import { parseDroppedRows } from "./parse-dropped-rows.ts";
import type { DroppedColumn } from "./parse-dropped-rows.ts";
import { parseIndexRows } from "./parse-index-rows.ts";
import { parseTableRows } from "./parse-table-rows.ts";
import { byTable, textIn, textsIn } from "./system-rows.ts";
import type { SystemRow, SystemRows } from "./system-rows.ts";

export interface SystemKeyspace {
  readonly keyspace: Keyspace;
  /** In the order of their tables. */
  readonly notes: readonly Note[];
  /** What the database remembers of columns that are no more, in the order of their tables. */
  readonly droppedColumns: readonly DroppedColumn[];
  /** What the server does not tell: what stands in its place here is a default, not an answer. */
  readonly unknown: readonly Untold[];
}

export type Untold = "userTypes" | "indexes" | "droppedColumns" | "defaultTimeToLive" | "description";

export interface SystemRules extends Pick<KnownTypes, "customTypes"> {
  /** Names of tables that are not to be read, such as those that the model cannot hold. @default none */
  readonly exclude?: readonly string[];
}

/**
 * Parses the rows of one keyspace.
 * @throws {ColonnadeError} `cql-unsupported` with every table and user type that no definition can hold
 */
export function parseSystemRows(name: string, rows: SystemRows, rules: SystemRules = {}): SystemKeyspace {
  const { customTypes } = rules;
  const problems: Problem[] = [];
  const notes: Note[] = [];
  const userTypes = parseTypeRows(rows.types ?? [], rules, problems);
  const declaredTypes = new Set((rows.types ?? []).map((row) => textIn(row, "type_name")));
  const excluded = new Set(rules.exclude);
  const [columns, indexes] = [byTable(rows.columns), byTable(rows.indexes ?? [])];
  const tables: Table[] = [];
  const names = new Set(rows.tables.map((row) => textIn(row, "table_name") ?? ""));
  for (const row of sortedBy(rows.tables, "table_name")) {
    const table = textIn(row, "table_name") ?? "";
    if (excluded.has(table)) {
      notes.push({ kind: "left-out", table, message: `${table} is left out` });
      continue;
    }
    const read = parseTableRows(row, columns.get(table) ?? []);
    const indexed = parseIndexRows(table, indexes.get(table) ?? []);
    notes.push(...read.notes, ...indexed.notes);
    const objections = read.objections.map((message) => ({ code: "unsupported-table", path: [], message }));
    const definition = { ...read.definition, indexes: indexed.indexes };
    const parsed = withUsableIndexes(definition, { userTypes, customTypes }, notes);
    const found = [...objections, ...parsed.problems.filter((problem) => !isOfType(problem, declaredTypes))];
    problems.push(...found.map((problem) => named(table, problem)));
    if (parsed.table && objections.length === 0) tables.push(parsed.table);
  }
  // A view has columns as a table has, and stands elsewhere.
  const views = [...columns.keys()].filter((table) => !names.has(table) && !excluded.has(table));
  for (const view of views.sort(byCodeUnits)) {
    const message = `${view} is a materialized view: it gets no definition`;
    notes.push({ kind: "materialized-view", table: view, message });
  }
  if (problems.length > 0) throw unsupported(name, problems);
  const byName = (one: UserType, other: UserType): number => byCodeUnits(one.name, other.name);
  return {
    keyspace: { name, tables, userTypes: [...userTypes.values()].sort(byName) },
    notes: [...notes].sort((one, other) => byCodeUnits(one.table, other.table)),
    droppedColumns: parseDroppedRows(rows.droppedColumns ?? []).filter(({ table }) => !excluded.has(table)),
    unknown: untold(rows),
  };
}

function parseTypeRows(
  rows: readonly SystemRow[],
  { customTypes }: SystemRules,
  problems: Problem[],
): ReadonlyMap<string, UserType> {
  const definitions = sortedBy(rows, "type_name").map((row) => {
    const types = textsIn(row, "field_types");
    const fields = textsIn(row, "field_names").map((name, at) => ({ name, typeDefinition: types[at] ?? "" }));
    return { name: textIn(row, "type_name") ?? "", fields };
  });
  const parsed = parseUserTypes(definitions, { customTypes });
  for (const [at, definition] of definitions.entries()) {
    problems.push(...(parsed.problems[at] ?? []).map((problem) => named(definition.name, problem)));
  }
  return parsed.userTypes;
}

/** Whether a table is refused only because one of its user types is, of which enough is said. */
function isOfType({ code, found }: DefinitionProblem, declaredTypes: ReadonlySet<string | undefined>): boolean {
  return code === "unknown-type" && declaredTypes.has(found);
}

/** An index that the model refuses costs a finder, not the table. */
function withUsableIndexes(definition: TableDefinition, known: KnownTypes, notes: Note[]): ParsedDefinition {
  const parsed = parseTableDefinition(definition, known);
  const ofIndexes = parsed.problems.filter(({ path }) => path[0] === "indexes");
  if (ofIndexes.length === 0) return parsed;
  const table = definition.name;
  const refused = new Set(ofIndexes.map(({ path }) => path[1]));
  for (const { path, message } of ofIndexes) {
    const index = definition.indexes?.[Number(path[1])]?.name ?? "";
    notes.push({ kind: "other-index", table, message: `the index ${index} of ${table} is left out: ${message}` });
  }
  const indexes = definition.indexes?.filter((_, at) => !refused.has(at)) ?? [];
  return parseTableDefinition({ ...definition, indexes }, known);
}

function untold({ tables, types, indexes, droppedColumns }: SystemRows): Untold[] {
  const lacks = (column: string): boolean => tables.some((row) => row[column] === undefined);
  const [noTimeToLive, noComment] = [lacks("default_time_to_live"), lacks("comment")];
  return [
    ...(types ? [] : ["userTypes" as const]),
    ...(indexes ? [] : ["indexes" as const]),
    ...(droppedColumns ? [] : ["droppedColumns" as const]),
    ...(noTimeToLive ? ["defaultTimeToLive" as const] : []),
    ...(noComment ? ["description" as const] : []),
  ];
}

function sortedBy(rows: readonly SystemRow[], column: string): SystemRow[] {
  return [...rows].sort((one, other) => byCodeUnits(textIn(one, column) ?? "", textIn(other, column) ?? ""));
}

function named(thing: string, { code, message, found }: DefinitionProblem): Problem {
  const isOwn = code === "unknown-type" && found !== undefined;
  const next = `in the config: types: { ${JSON.stringify(found)}: "unknown" }`;
  return { code, message: `${thing}: ${message}`, ...(isOwn && { next }) };
}

function unsupported(keyspace: string, problems: readonly Problem[]): ColonnadeError {
  return new ColonnadeError("cql-unsupported", `${keyspace} has tables or types that no definition can hold`, {
    kind: "service",
    problems,
    next: "leave those tables out, or change them in the database",
  });
}
