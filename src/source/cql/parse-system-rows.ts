/**
 * Parses the rows of `system_schema` of one keyspace into its tables, user types, dropped columns, and notes of what a
 * definition cannot express.
 *
 * Pure, and independent of the order of rows. Everything that the model rejects is one error with all affected tables.
 */
import { ColonnadeError } from "../../errors.ts";
import { byCodeUnits, parseTableDefinition } from "../../model/index.ts";
import type { Keyspace, KnownTypes, ParsedDefinition, TableDefinition, UserType } from "../../model/index.ts";
import { adviseExclusion, findUnsupported } from "../left-out.ts";
import type { ReadTable, Unsupported } from "../left-out.ts";
import type { DroppedColumn, Note, SystemRows } from "./system-rows.ts";
import { byTable, parseDroppedRows, parseTypeRows, sortedBy, textIn } from "./system-rows.ts";
import { parseIndexRows } from "./parse-index-rows.ts";
import { parseTableRows } from "./parse-table-rows.ts";

export interface SystemKeyspace {
  readonly keyspace: Keyspace;
  /** In the order of their tables. */
  readonly notes: readonly Note[];
  /** Dropped columns that the database remembers, in the order of their tables. */
  readonly droppedColumns: readonly DroppedColumn[];
  /** What the server does not report; the keyspace holds defaults for it. */
  readonly unknown: readonly UnreportedFact[];
}

type UnreportedFact = "userTypes" | "indexes" | "droppedColumns" | "defaultTimeToLive" | "description";

export interface SystemRules extends Pick<KnownTypes, "customTypes"> {
  /**
   * Whether a table or user type may be left out, with a note, if a definition cannot express it; a user type only if
   * no table needs it.
   * @default none
   */
  readonly mayLack?: ((name: string) => boolean) | undefined;
}

/**
 * Parses the rows of one keyspace.
 * @throws {ColonnadeError} `cql-unsupported` with every required table and user type that a definition cannot express
 */
export function parseSystemRows(name: string, rows: SystemRows, rules: SystemRules = {}): SystemKeyspace {
  const { customTypes, mayLack = () => false } = rules;
  const types = parseTypeRows(rows.types ?? [], { customTypes });
  const known = { userTypes: types.userTypes, customTypes };
  const tables = readTables(rows, known);
  const views = readViews(rows, known);
  const unsupported = findUnsupported(tables, types, mayLack);
  if (unsupported.problems.length > 0) throw refused(name, unsupported);
  const notes = [
    ...tables.flatMap((table) => (table.table ? table.notes : [])),
    ...unsupported.notes,
    ...views.flatMap((view) => (view.table ? view.notes : [])),
    ...unreadViews(rows, views),
  ];
  const byName = (one: UserType, other: UserType): number => byCodeUnits(one.name, other.name);
  return {
    keyspace: {
      name,
      tables: [...tables, ...views]
        .flatMap(({ table }) => table ?? [])
        .sort((one, other) => byCodeUnits(one.name, other.name)),
      userTypes: [...types.userTypes.values()].sort(byName),
    },
    notes: notes.sort((one, other) => byCodeUnits(one.table, other.table)),
    droppedColumns: parseDroppedRows(rows.droppedColumns ?? []),
    unknown: unreported(rows),
  };
}

/** By their names. */
function readTables(rows: SystemRows, knownTypes: KnownTypes): readonly ReadTable[] {
  const [columns, indexes] = [byTable(rows.columns), byTable(rows.indexes ?? [])];
  return sortedBy(rows.tables, "table_name").map((row): ReadTable => {
    const name = textIn(row, "table_name") ?? "";
    const read = parseTableRows(row, columns.get(name) ?? []);
    const indexed = parseIndexRows(name, indexes.get(name) ?? []);
    const { parsed, notes } = withUsableIndexes({ ...read.definition, indexes: indexed.indexes }, knownTypes);
    const objections = read.objections.map((message) => ({ code: "unsupported-table", path: [], message }));
    const problems = [...objections, ...parsed.problems];
    const table = problems.length === 0 ? parsed.table : undefined;
    return { name, table, problems, notes: [...read.notes, ...indexed.notes, ...notes] };
  });
}

/** A view has columns and options like a table, but is listed elsewhere. */
function readViews({ views = [], columns }: SystemRows, known: KnownTypes): readonly ReadTable[] {
  const ofTables = byTable(columns);
  return sortedBy(views, "view_name").map((row): ReadTable => {
    const [name, viewOf] = [textIn(row, "view_name") ?? "", textIn(row, "base_table_name") ?? ""];
    const { definition, notes, objections } = parseTableRows({ ...row, table_name: name }, ofTables.get(name) ?? []);
    const { table, problems } = parseTableDefinition({ ...definition, viewOf }, known);
    return { name, table: objections.length === 0 ? table : undefined, problems, notes };
  });
}

/** Nothing that is needed is lost with a view: it is left out where a definition cannot express it. */
function unreadViews({ tables, columns }: SystemRows, views: readonly ReadTable[]): readonly Note[] {
  const names = new Set(tables.map((row) => textIn(row, "table_name") ?? ""));
  const others = [...byTable(columns).keys()].filter((table) => !names.has(table));
  return others.flatMap((name): Note[] => {
    const read = views.find((view) => view.name === name);
    if (read?.table) return [];
    const reason = read?.problems[0]?.message ?? "it gets no definition";
    return [{ kind: "materialized-view", table: name, message: `${name} is a materialized view: ${reason}` }];
  });
}

/** If the model rejects an index, only its finder is lost, not the table. */
function withUsableIndexes(
  definition: TableDefinition,
  knownTypes: KnownTypes,
): { readonly parsed: ParsedDefinition; readonly notes: readonly Note[] } {
  const parsed = parseTableDefinition(definition, knownTypes);
  const ofIndexes = parsed.problems.filter(({ path }) => path[0] === "indexes");
  if (ofIndexes.length === 0) return { parsed, notes: [] };
  const table = definition.name;
  const refused = new Set(ofIndexes.map(({ path }) => path[1]));
  const notes = ofIndexes.map(({ path, message }): Note => {
    const index = definition.indexes?.[Number(path[1])]?.name ?? "";
    return { kind: "other-index", table, message: `the index ${index} of ${table} is left out: ${message}` };
  });
  const indexes = definition.indexes?.filter((_, at) => !refused.has(at)) ?? [];
  return { parsed: parseTableDefinition({ ...definition, indexes }, knownTypes), notes };
}

function unreported({ tables, types, indexes, droppedColumns }: SystemRows): UnreportedFact[] {
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

function refused(keyspace: string, { problems, names }: Unsupported): ColonnadeError {
  return new ColonnadeError("cql-unsupported", `${keyspace} has tables or types that a definition cannot express`, {
    kind: "service",
    problems,
    next: adviseExclusion(names),
  });
}
