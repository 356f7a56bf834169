/**
 * What is known of a keyspace → the model. What no source knew is taken from the files that are there; where these do not know
 * either, it is named.
 *
 * What the bindings depend on is never guessed: a wrong kind of column is worse than none. Without indexes and times to live
 * they are right as well, so those are left out with a warning.
 */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, parseTableDefinition, parseUserTypes } from "../model/index.ts";
import type { DefinitionProblem, Keyspace, KnownTypes, UserType } from "../model/index.ts";
import { fillField, fillTable } from "./fill-table.ts";
import { doesNotTell, findOpen, findUntold } from "./find-open.ts";
import { seenKeyspaceOf } from "./seen-keyspace.ts";
import type { SeenColumn, SeenKeyspace, SeenTable } from "./seen-keyspace.ts";
import { settleType } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

export interface SettledKeyspace {
  readonly keyspace: Keyspace;
  /** What is not known and can be done without: indexes, times to live. */
  readonly warnings: readonly Problem[];
}

export interface SettleRules extends Pick<KnownTypes, "customTypes"> {
  /** As the files have it. @default nothing is there */
  readonly files?: Keyspace | undefined;
}

/**
 * Settles what is known of a keyspace.
 * @throws {ColonnadeError} `unknown-definition` with everything that has to be known and is not; `bad-answer` for what no
 * definition can hold
 */
export function settleKeyspace(seen: SeenKeyspace, { files, customTypes }: SettleRules = {}): SettledKeyspace {
  const open = findOpen(seen, files);
  if (open.length > 0) {
    throw new ColonnadeError("unknown-definition", `${doesNotTell(seen.source)} all that ${seen.name} is made of`, {
      kind: "service",
      problems: open,
      next: "ask another source as well, such as --from rest,graphql, or define what is missing in a file, then ask again",
    });
  }
  const problems: Problem[] = [];
  const userTypes = settleUserTypes(seen, files, { customTypes }, problems);
  const tables = seen.tables.flatMap((told) => {
    const known = fillTable(told, files);
    let parsed = parseTableDefinition(definitionOf(known), { userTypes, customTypes });
    // An index that only the file has may be of what the column was before.
    if (!told.indexes && parsed.problems.length > 0) {
      const gone = new Set(parsed.problems.filter(({ path }) => path[0] === "indexes").map(({ path }) => path[1]));
      const indexes = (known.indexes ?? []).filter((_, at) => !gone.has(at));
      parsed = parseTableDefinition(definitionOf({ ...known, indexes }), { userTypes, customTypes });
    }
    problems.push(...parsed.problems.map((problem) => named(told.name, problem)));
    return parsed.table ?? [];
  });
  if (problems.length > 0) {
    const message = `the service's definitions of ${seen.name} cannot be used`;
    throw new ColonnadeError("bad-answer", message, { kind: "service", problems });
  }
  const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
    byCodeUnits(one.name, other.name);
  const keyspace = { name: seen.name, tables: tables.sort(byName), userTypes: [...userTypes.values()].sort(byName) };
  return { keyspace, warnings: findUntold(seen, files) };
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
  problems: Problem[],
): ReadonlyMap<string, UserType> {
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
  for (const [at, found] of parsed.problems.entries()) {
    problems.push(...found.map((problem) => named(types[at]?.name ?? "", problem)));
  }
  return parsed.userTypes;
}

function named(thing: string, { code, message }: DefinitionProblem): Problem {
  return { code, message: `${thing}: ${message}` };
}
