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
  /**
   * Whether a table or user type may be left out when no definition can hold it, with a note; a user type only as far as no
   * table needs it.
   * @default none may
   */
  readonly mayLack?: ((name: string) => boolean) | undefined;
}

/**
 * Parses the rows of one keyspace.
 * @throws {ColonnadeError} `cql-unsupported` with every table and user type that no definition can hold and that is not to be lacked
 */
export function parseSystemRows(name: string, rows: SystemRows, rules: SystemRules = {}): SystemKeyspace {
  const { customTypes, mayLack = () => false } = rules;
  const problems: Problem[] = [];
  const notes: Note[] = [];
  const { userTypes, refused } = parseTypeRows(rows.types ?? [], rules);
  const declaredTypes = new Set((rows.types ?? []).map((row) => textIn(row, "type_name")));
  const [columns, indexes] = [byTable(rows.columns), byTable(rows.indexes ?? [])];
  const tables: Table[] = [];
  const names = new Set(rows.tables.map((row) => textIn(row, "table_name") ?? ""));
  const lacking: string[] = [];
  let needsRefused = false;
  for (const row of sortedBy(rows.tables, "table_name")) {
    const table = textIn(row, "table_name") ?? "";
    const read = parseTableRows(row, columns.get(table) ?? []);
    const indexed = parseIndexRows(table, indexes.get(table) ?? []);
    const definition = { ...read.definition, indexes: indexed.indexes };
    const { parsed, notes: more } = withUsableIndexes(definition, { userTypes, customTypes });
    const objections = read.objections.map((message) => ({ code: "unsupported-table", path: [], message }));
    const found = [...objections, ...parsed.problems];
    if (parsed.table && found.length === 0) {
      tables.push(parsed.table);
      notes.push(...read.notes, ...indexed.notes, ...more);
    } else if (mayLack(table)) {
      notes.push(leftOut(table, found));
    } else {
      lacking.push(table);
      const own = found.filter((problem) => !isOfType(problem, declaredTypes));
      needsRefused ||= own.length < found.length;
      problems.push(...own.map((problem) => named(table, problem)));
    }
  }
  const types = [...refused].flatMap(([type, found]) => {
    if (needsRefused || !mayLack(type)) return found.map((problem) => named(type, problem));
    notes.push(leftOut(type, found));
    return [];
  });
  if (types.length > 0) lacking.push(...refused.keys());
  problems.unshift(...types);
  // A view has columns as a table has, and stands elsewhere.
  const views = [...columns.keys()].filter((table) => !names.has(table));
  for (const view of views.sort(byCodeUnits)) {
    const message = `${view} is a materialized view: it gets no definition`;
    notes.push({ kind: "materialized-view", table: view, message });
  }
  if (problems.length > 0) throw unsupported(name, problems, lacking);
  const byName = (one: UserType, other: UserType): number => byCodeUnits(one.name, other.name);
  return {
    keyspace: { name, tables, userTypes: [...userTypes.values()].sort(byName) },
    notes: [...notes].sort((one, other) => byCodeUnits(one.table, other.table)),
    droppedColumns: parseDroppedRows(rows.droppedColumns ?? []),
    unknown: untold(rows),
  };
}

interface ParsedTypes {
  readonly userTypes: ReadonlyMap<string, UserType>;
  /** What is wrong with those that no definition can hold, by their names. */
  readonly refused: ReadonlyMap<string, readonly DefinitionProblem[]>;
}

function parseTypeRows(rows: readonly SystemRow[], { customTypes }: SystemRules): ParsedTypes {
  const definitions = sortedBy(rows, "type_name").map((row) => {
    const types = textsIn(row, "field_types");
    const fields = textsIn(row, "field_names").map((name, at) => ({ name, typeDefinition: types[at] ?? "" }));
    return { name: textIn(row, "type_name") ?? "", fields };
  });
  const { userTypes, problems } = parseUserTypes(definitions, { customTypes });
  const found = definitions.map(({ name }, at) => [name, problems[at] ?? []] as const);
  return { userTypes, refused: new Map(found.filter(([, { length }]) => length > 0)) };
}

function leftOut(name: string, [first]: readonly DefinitionProblem[]): Note {
  return {
    kind: "left-out",
    table: name,
    message: `${name} is left out: ${first?.message ?? "nothing is known of it"}`,
  };
}

/** Whether a table is refused only because one of its user types is, of which enough is said. */
function isOfType({ code, found }: DefinitionProblem, declaredTypes: ReadonlySet<string | undefined>): boolean {
  return code === "unknown-type" && declaredTypes.has(found);
}

/** An index that the model refuses costs a finder, not the table. */
function withUsableIndexes(
  definition: TableDefinition,
  known: KnownTypes,
): { readonly parsed: ParsedDefinition; readonly notes: readonly Note[] } {
  const parsed = parseTableDefinition(definition, known);
  const ofIndexes = parsed.problems.filter(({ path }) => path[0] === "indexes");
  if (ofIndexes.length === 0) return { parsed, notes: [] };
  const table = definition.name;
  const refused = new Set(ofIndexes.map(({ path }) => path[1]));
  const notes = ofIndexes.map(({ path, message }): Note => {
    const index = definition.indexes?.[Number(path[1])]?.name ?? "";
    return { kind: "other-index", table, message: `the index ${index} of ${table} is left out: ${message}` };
  });
  const indexes = definition.indexes?.filter((_, at) => !refused.has(at)) ?? [];
  return { parsed: parseTableDefinition({ ...definition, indexes }, known), notes };
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

const mostNames = 8;

function unsupported(keyspace: string, problems: readonly Problem[], names: readonly string[]): ColonnadeError {
  const list = `${names.slice(0, mostNames).join(",")}${names.length > mostNames ? ",…" : ""}`;
  return new ColonnadeError("cql-unsupported", `${keyspace} has tables or types that no definition can hold`, {
    kind: "service",
    problems,
    next: `leave them out: introspect --exclude ${list}; or change them in the database`,
  });
}
