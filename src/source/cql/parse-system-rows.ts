/**
 * Parses the rows of `system_schema` of one keyspace into its tables, user types, dropped columns, and notes of what a
 * definition cannot express.
 *
 * Pure, and independent of the order of rows. Everything that the model rejects is one error with all affected tables.
 */
import { byCodeUnits, byName, parseTableDefinition } from "../../model/index.ts";
import type { DroppedColumn, Keyspace, KnownTypes } from "../../model/index.ts";
import { findUnsupported, lacksNothing, parseWithUsableIndexes, unusable } from "../left-out.ts";
import type { Note, Omission, ReadTable } from "../left-out.ts";
import { observedKeyspaceOf, facts } from "../observed-keyspace.ts";
import type { Fact, ObservedKeyspace } from "../observed-keyspace.ts";
import type { SystemRows } from "./system-rows.ts";
import { byTable, parseDroppedRows, parseTypeRows, sortedBy, textIn } from "./system-rows.ts";
import { parseIndexRows } from "./parse-index-rows.ts";
import { parseTableRows } from "./parse-table-rows.ts";

export interface SystemKeyspace {
  readonly keyspace: Keyspace;
  /** In the order of their tables. */
  readonly notes: readonly Note[];
  /** Dropped columns that the database remembers, in the order of their tables; absent if the server reports none. */
  readonly dropped?: readonly DroppedColumn[];
  /** Facts that the server does not report; the keyspace has defaults for them. */
  readonly unreported: readonly Fact[];
}

export interface SystemRules extends Pick<KnownTypes, "customTypes">, Omission {}

/**
 * Parses the rows of one keyspace.
 * @throws {ColonnadeError} `cql-unsupported` with every required table and user type that a definition cannot express
 */
export function parseSystemRows(name: string, rows: SystemRows, rules: SystemRules = {}): SystemKeyspace {
  const { customTypes, mayLack = lacksNothing, advise } = rules;
  const types = parseTypeRows(rows.types ?? [], { customTypes });
  const known = { userTypes: types.userTypes, customTypes };
  const tables = readTables(rows, known);
  const views = readViews(rows, known);
  const unsupported = findUnsupported(tables, types, mayLack);
  if (unsupported.problems.length > 0) {
    const message = `${name} has tables or types that a definition cannot express`;
    throw unusable("cql-unsupported", message, unsupported, { advise });
  }
  const notes = [
    ...tables.flatMap((table) => (table.table ? table.notes : [])),
    ...unsupported.notes,
    ...views.flatMap((view) => (view.table ? view.notes : [])),
    ...unreadViews(rows, views),
  ];
  return {
    keyspace: {
      name,
      tables: [...tables, ...views].flatMap(({ table }) => table ?? []).sort(byName),
      userTypes: [...types.userTypes.values()].sort(byName),
    },
    notes: notes.sort((one, other) => byCodeUnits(one.table, other.table)),
    ...(rows.droppedColumns && { dropped: parseDroppedRows(rows.droppedColumns) }),
    unreported: findUnreported(rows),
  };
}

/** The content of system tables in the form that is merged with other sources. @param source as shown in messages */
export function observedSystemKeyspace(system: SystemKeyspace, source: string): ObservedKeyspace {
  const { keyspace, notes, dropped, unreported } = system;
  return {
    ...observedKeyspaceOf(keyspace, source, unreported),
    hasComments: !unreported.includes("description"),
    notes: notes.map(({ kind, message }) => ({ code: kind, message })),
    ...(dropped && { dropped }),
  };
}

/** Parses the tables, in the order of their names. */
function readTables(rows: SystemRows, knownTypes: KnownTypes): readonly ReadTable[] {
  const [columns, indexes] = [byTable(rows.columns), byTable(rows.indexes ?? [])];
  return sortedBy(rows.tables, "table_name").map((row): ReadTable => {
    const name = textIn(row, "table_name") ?? "";
    const read = parseTableRows(row, columns.get(name) ?? []);
    const indexed = parseIndexRows(name, indexes.get(name) ?? []);
    const definition = { ...read.definition, indexes: indexed.indexes };
    const { notes, ...parsed } = parseWithUsableIndexes(definition, knownTypes);
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

/** Notes for the views that a definition cannot express: nothing depends on a view, so it is left out. */
function unreadViews({ tables, columns }: SystemRows, views: readonly ReadTable[]): readonly Note[] {
  const names = new Set(tables.map((row) => textIn(row, "table_name") ?? ""));
  const listed = new Set([...byTable(columns).keys(), ...views.map((view) => view.name)]);
  const others = [...listed].filter((table) => !names.has(table));
  return others.flatMap((name): Note[] => {
    const read = views.find((view) => view.name === name);
    if (read?.table) return [];
    const reason = read?.problems[0]?.message ?? "it gets no definition";
    return [{ kind: "materialized-view", table: name, message: `${name} is a materialized view: ${reason}` }];
  });
}

function findUnreported({ tables, types, indexes }: SystemRows): readonly Fact[] {
  const lacks = (column: string): boolean => tables.some((row) => row[column] === undefined);
  const isUnreported: Readonly<Record<Fact, boolean>> = {
    userTypes: !types,
    indexes: !indexes,
    defaultTimeToLive: lacks("default_time_to_live"),
    description: lacks("comment"),
  };
  return facts.filter((fact) => isUnreported[fact]);
}
