/**
 * Turns what is known about a keyspace into the model. Takes from the existing files what no source reported, and
 * reports what is still unknown.
 *
 * What the bindings depend on is never guessed: a wrong kind of column is worse than none. Indexes and times to live
 * are optional, so missing ones are left out and reported.
 */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, parseTableDefinition, parseUserTypes } from "../model/index.ts";
import type { DefinitionProblem, Index, Keyspace, KnownTypes } from "../model/index.ts";
import { fillField, fillTable } from "./fill-table.ts";
import { findUnsupported } from "./cql/find-unsupported.ts";
import type { ReadTable } from "./cql/find-unsupported.ts";
import type { Note } from "./cql/note.ts";
import type { ParsedTypes } from "./cql/parse-type-rows.ts";
import { doesNotTell, findUntold } from "./find-open.ts";
import type { Untold } from "./find-open.ts";
import { adviseExclusion, lacksNothing, leftOut } from "./left-out.ts";
import type { MayLack } from "./left-out.ts";
import { seenKeyspaceOf } from "./seen-keyspace.ts";
import type { SeenColumn, SeenKeyspace, SeenTable } from "./seen-keyspace.ts";
import { settleType } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";
import { withoutOpen } from "./without-open.ts";

export interface SettledKeyspace {
  readonly keyspace: Keyspace;
  /** What no source told and can be done without: the keyspace has what the files say of it, or nothing. */
  readonly untold: readonly Untold[];
  /** Of what is left out: tables, user types, indexes. */
  readonly warnings: readonly Problem[];
}

export interface SettleRules extends Pick<KnownTypes, "customTypes"> {
  /** As the files have it. @default nothing is there */
  readonly files?: Keyspace | undefined;
  /** Whether a table or user type may be left out that is not known well enough. @default none may */
  readonly mayLack?: MayLack | undefined;
}

/**
 * Settles what is known of a keyspace.
 * @throws {ColonnadeError} `unknown-definition` with everything that has to be known and is not; `bad-answer` for what no
 * definition can hold
 */
export function settleKeyspace(
  told: SeenKeyspace,
  { files, customTypes, mayLack = lacksNothing }: SettleRules = {},
): SettledKeyspace {
  const { seen, open, notes } = withoutOpen(told, files, mayLack);
  if (open.length > 0) {
    throw new ColonnadeError(
      "unknown-definition",
      `${doesNotTell(seen.source)} the complete definitions of ${seen.name}`,
      {
        kind: "service",
        problems: open.map(({ code, message }) => ({ code, message })),
      },
    );
  }
  const types = settleUserTypes(seen, files, { customTypes });
  const known: KnownTypes = { userTypes: types.userTypes, customTypes };
  const read = seen.tables.map((table) => settleTable(table, files, known));
  const unsupported = findUnsupported(read, types, mayLack);
  if (unsupported.problems.length > 0) {
    throw new ColonnadeError("bad-answer", `the service's definitions of ${seen.name} cannot be used`, {
      kind: "service",
      problems: unsupported.problems,
      next: adviseExclusion(unsupported.names),
    });
  }
  const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
    byCodeUnits(one.name, other.name);
  const tables = read.flatMap(({ table }) => table ?? []);
  const userTypes = [...types.userTypes.values()];
  return {
    keyspace: { name: seen.name, tables: tables.sort(byName), userTypes: userTypes.sort(byName) },
    untold: findUntold(seen),
    warnings: [...notes, ...[...read.flatMap((table) => table.notes), ...unsupported.notes].map(problemOf)],
  };
}

function problemOf({ kind, message }: Note): Problem {
  return { code: kind, message };
}

/** If the model rejects an index, only its finder is lost, not the table. An index from the files may be outdated. */
function settleTable(told: SeenTable, files: Keyspace | undefined, known: KnownTypes): ReadTable {
  const { name } = told;
  const filled = fillTable(told, files);
  const parsed = parseTableDefinition(definitionOf(filled), known);
  const refused = new Map(
    parsed.problems.flatMap(({ path, message }) => (path[0] === "indexes" ? [[Number(path[1]), message]] : [])),
  );
  if (refused.size === 0) return { name, ...parsed, notes: [] };
  const { indexes = [] } = filled;
  const notes = Array.from(told.indexes ? refused : [], ([at, message]): Note => {
    return {
      kind: "other-index",
      table: name,
      message: leftOut(`the index ${nameOf(indexes[at])} of ${name}`, message).message,
    };
  });
  const usable = { ...filled, indexes: indexes.filter((_, at) => !refused.has(at)) };
  return { name, ...parseTableDefinition(definitionOf(usable), known), notes };
}

function nameOf(index: Index | undefined): string {
  return index?.name ?? index?.column ?? "";
}

/**
 * The definition, for the model to check. The key comes first, then the other columns by their names: a database keeps no other
 * order of them, so that every source gives the same file.
 */
function definitionOf(table: SeenTable): unknown {
  const { name, description, columns = [], partitionKey = [], clusteringKey = [], clusteringOrder, indexes } = table;
  const place = new Map([...partitionKey, ...clusteringKey].map((column, index) => [column, index]));
  const rank = (column: SeenColumn): number => place.get(column.name) ?? place.size;
  const sorted = [...columns].sort((one, other) => rank(one) - rank(other) || byCodeUnits(one.name, other.name));
  return {
    name,
    ...(description !== undefined && { description }),
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

function textOf(type: SeenType): string {
  const settled = settleType(type);
  return "text" in settled ? settled.text : "";
}

/** The user types that were seen, and those of the files that are needed besides, or may be there unseen. */
function settleUserTypes(
  { userTypes, partialTypes = false, tables }: SeenKeyspace,
  files: Keyspace | undefined,
  known: Pick<KnownTypes, "customTypes">,
): ParsedTypes {
  const seen = userTypes ?? [];
  const inFiles = files ? (seenKeyspaceOf(files, "files").userTypes ?? []) : [];
  const byName = new Map([...inFiles, ...seen].map((type) => [type.name, type]));
  const used = new Set(userTypes && !partialTypes ? seen : byName.values());
  const use = ({ name, parts = [] }: SeenType): void => {
    const type = name === undefined ? undefined : byName.get(name);
    if (type && !used.has(type)) {
      used.add(type);
      for (const field of type.fields) use(field.type);
    }
    parts.forEach(use);
  };
  for (const { columns = [] } of tables) for (const column of columns) use(column.type);
  for (const type of seen) for (const field of type.fields) use(field.type);
  const types = [...used];
  const parsed = parseUserTypes(
    types.map((type) => ({
      name: type.name,
      ...(type.description !== undefined && { description: type.description }),
      fields: type.fields.map((field) => ({
        name: field.name,
        ...(field.description !== undefined && { description: field.description }),
        typeDefinition: textOf(fillField(files, type, field)),
      })),
    })),
    known,
  );
  const refused = parsed.problems.flatMap((found, at): [string, readonly DefinitionProblem[]][] =>
    found.length > 0 ? [[types[at]?.name ?? "", found]] : [],
  );
  return { userTypes: parsed.userTypes, refused: new Map(refused) };
}
