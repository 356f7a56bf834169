/**
 * Turns the merged reports about a keyspace into the model, after `complete-keyspace.ts` has filled the gaps from the
 * definitions. Runs once, when all sources have been read, because it throws if a required fact is missing.
 *
 * What the bindings depend on is never guessed: a wrong kind of column is worse than none. Indexes and times to live
 * are optional: if neither a source nor the definitions have them, the table gets none. `unreported` names them.
 */
import { ColonnadeError, firstOf } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byName, parseUserTypes } from "../model/index.ts";
import type { Keyspace, KnownTypes, ParsedUserTypes, TableDefinition } from "../model/index.ts";
import { completeKeyspace } from "./complete-keyspace.ts";
import { findUnsupported, omitIncomplete, lacksNothing, parseWithUsableIndexes, unusable } from "./left-out.ts";
import type { Note, Omission, ReadTable } from "./left-out.ts";
import { observedKeyspaceOf } from "./observed-keyspace.ts";
import type { ObservedColumn, ObservedKeyspace, ObservedTable } from "./observed-keyspace.ts";
import { withoutUndefined, settleType } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";

export interface SettledKeyspace {
  readonly keyspace: Keyspace;
  /** Whether a source reports all user types. If not, the defined ones stand for the rest. */
  readonly reportsUserTypes: boolean;
  /** Optional facts that no source reported: they are taken from the definitions, if those have them. */
  readonly unreported: readonly Unreported[];
  /** The notes of the sources, and about left-out tables, user types and indexes. */
  readonly warnings: readonly Problem[];
}

interface SettleRules extends Pick<KnownTypes, "customTypes">, Omission {
  /** The keyspace in its definitions. @default empty */
  readonly defined?: Keyspace | undefined;
}

/**
 * Settles a keyspace.
 * @throws {ColonnadeError} `unknown-definition` with every missing fact; `bad-answer` for what a definition cannot express
 */
export function settleKeyspace(
  observed: ObservedKeyspace,
  { defined, customTypes, mayLack = lacksNothing, advise }: SettleRules = {},
): SettledKeyspace {
  const complete = omitIncomplete(completeKeyspace(observed, defined), mayLack);
  if (complete.missing.length > 0) {
    const message = `${doesNotReport(complete.source)} the complete definitions of ${complete.name}`;
    const problems = complete.missing.map(({ code, message }) => ({ code, message }));
    throw new ColonnadeError("unknown-definition", message, { kind: "service", problems });
  }
  const observedTables = new Map(observed.tables.map((table) => [table.name, table]));
  const types = settleUserTypes(complete, defined, { customTypes });
  const knownTypes: KnownTypes = { userTypes: types.userTypes, customTypes };
  const read = complete.tables.map((table) =>
    settleTable(table, observedTables.get(table.name)?.indexes !== undefined, knownTypes),
  );
  const unsupported = findUnsupported(read, types, mayLack);
  if (unsupported.problems.length > 0) {
    throw unusable("bad-answer", `the service's definitions of ${complete.name} cannot be used`, unsupported, {
      advise,
    });
  }
  const tables = read.flatMap(({ table }) => table ?? []);
  const userTypes = [...types.userTypes.values()];
  return {
    keyspace: { name: complete.name, tables: tables.sort(byName), userTypes: userTypes.sort(byName) },
    reportsUserTypes: observed.userTypes !== undefined && !observed.partialTypes,
    unreported: findUnreported(complete, observedTables),
    warnings: [...complete.notes, ...[...read.flatMap((table) => table.notes), ...unsupported.notes].map(problemOf)],
  };
}

function problemOf({ kind, message }: Note): Problem {
  return { code: kind, message };
}

/** An index that only the definitions have may be outdated: it is left out without a note. */
function settleTable(table: ObservedTable, reportsIndexes: boolean, knownTypes: KnownTypes): ReadTable {
  const { notes, ...parsed } = parseWithUsableIndexes(definitionOf(table), knownTypes);
  return { name: table.name, ...parsed, notes: reportsIndexes ? notes : [] };
}

/**
 * The definition, for the model to check. The key comes first, then the other columns by name: a database keeps no other order,
 * so all sources lead to the same file.
 */
function definitionOf(table: ObservedTable): TableDefinition {
  const { name, description, viewOf, columns = [], partitionKey = [], clusteringKey = [] } = table;
  const { clusteringOrder, indexes } = table;
  const position = new Map([...partitionKey, ...clusteringKey].map((column, index) => [column, index]));
  const rank = (column: ObservedColumn): number => position.get(column.name) ?? position.size;
  const sorted = [...columns].sort((one, other) => rank(one) - rank(other) || byName(one, other));
  return {
    name,
    ...withoutUndefined<Pick<TableDefinition, "description" | "viewOf">>({ description, viewOf: viewOf ?? undefined }),
    columnDefinitions: sorted.map((column) => ({
      name: column.name,
      ...(column.description !== undefined && { description: column.description }),
      typeDefinition: textOf(column.type),
      static: column.kind === "static",
    })),
    primaryKey: { partitionKey, clusteringKey },
    tableOptions: {
      defaultTimeToLive: table.defaultTimeToLive ?? 0,
      clusteringExpression: clusteringKey.map((column) => ({ column, order: clusteringOrder?.get(column) ?? "ASC" })),
    },
    indexes: indexes ?? [],
  };
}

function textOf(type: ObservedType): string {
  const settled = settleType(type);
  return "text" in settled ? settled.text : "";
}

/**
 * The reported user types, and the defined ones that these or the tables use. If no source reports all user types, all
 * defined ones.
 */
function settleUserTypes(
  { userTypes, partialTypes = false, tables }: ObservedKeyspace,
  defined: Keyspace | undefined,
  knownTypes: Pick<KnownTypes, "customTypes">,
): ParsedUserTypes {
  const reported = userTypes ?? [];
  const definedTypes = defined ? (observedKeyspaceOf(defined, "definitions").userTypes ?? []) : [];
  const known = new Map([...definedTypes, ...reported].map((type) => [type.name, type]));
  const used = new Set(userTypes && !partialTypes ? reported : known.values());
  const use = ({ name, parts = [] }: ObservedType): void => {
    const type = name === undefined ? undefined : known.get(name);
    if (type && !used.has(type)) {
      used.add(type);
      for (const field of type.fields) use(field.type);
    }
    parts.forEach(use);
  };
  for (const { columns = [] } of tables) for (const column of columns) use(column.type);
  for (const type of reported) for (const field of type.fields) use(field.type);
  return parseUserTypes(
    Array.from(used, (type) => ({
      name: type.name,
      ...(type.description !== undefined && { description: type.description }),
      fields: type.fields.map((field) => ({
        name: field.name,
        ...(field.description !== undefined && { description: field.description }),
        typeDefinition: textOf(field.type),
      })),
    })),
    knownTypes,
  );
}

/** An optional fact, and the tables for which no source reported it. */
interface Unreported {
  /** As shown in messages: `REST and GraphQL`. */
  readonly source: string;
  readonly fact: OptionalFact;
  readonly tables: readonly string[];
}

/** Each with its name in messages. */
const optionalFacts = { indexes: "the indexes", defaultTimeToLive: "the time to live" } as const;

/** The facts about a table that bindings do not need: they may stay unreported. */
export type OptionalFact = keyof typeof optionalFacts;

/** The optional facts that no source reported. */
function findUnreported(
  { source, tables }: ObservedKeyspace,
  reported: ReadonlyMap<string, ObservedTable>,
): readonly Unreported[] {
  return (Object.keys(optionalFacts) as OptionalFact[]).flatMap((fact) => {
    const names = tables.map(({ name }) => name).filter((name) => reported.get(name)?.[fact] === undefined);
    return names.length === 0 ? [] : { source, fact, tables: names };
  });
}

/** @param next what to do about it */
export function describeUnreported({ source, fact, tables }: Unreported, next: string): Problem {
  const message = `${doesNotReport(source)} ${optionalFacts[fact]} of ${firstOf(tables, mostNamed)}`;
  return { code: "unknown-definition", message, next };
}

/** @param source one, or several joined by `and` */
function doesNotReport(source: string): string {
  return `${source} ${source.includes(" and ") ? "do" : "does"} not report`;
}

/** The most tables that a message names. */
const mostNamed = 5;
