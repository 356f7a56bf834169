/**
 * Completes what sources reported about a keyspace with facts from its definitions, and finds required facts that neither has.
 * Reported facts win over contradicting ones.
 *
 * `introspect-keyspace.ts` calls it to see whether the next source has to be read, `settle-keyspace.ts` when all sources have been read.
 */
import type { Problem } from "../errors.ts";
import { primaryKey } from "../model/index.ts";
import type { Keyspace, Table, UserType } from "../model/index.ts";
import { deriveKey, observedTableOf } from "./observed-keyspace.ts";
import type { ObservedColumn, ObservedKeyspace, ObservedTable, ObservedUserType } from "./observed-keyspace.ts";
import { alwaysFrozen, narrowTypes, observedTypeOf, settleType } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";

export interface MissingFact extends Problem {
  readonly of: "table" | "user type";
  /** The name of the table or user type. */
  readonly name: string;
}

export interface CompletedKeyspace extends ObservedKeyspace {
  /** Required facts that neither the sources nor the definitions have: those of tables first, undefined user types last. */
  readonly missing: readonly MissingFact[];
}

export function completeKeyspace(reported: ObservedKeyspace, defined?: Keyspace): CompletedKeyspace {
  // By name, because keyspaces may have a hundred thousand tables.
  const definedTables = new Map(defined?.tables.map((table) => [table.name, table]));
  const definedTypes = new Map(defined?.userTypes.map((type) => [type.name, type]));
  const tables = reported.tables.map((table) => fillTable(table, definedTables.get(table.name)));
  const userTypes = reported.userTypes?.map((type) => fillUserType(type, definedTypes.get(type.name)));
  const types = userTypes ?? [];
  const knownTypes = new Set([...types.map(({ name }) => name), ...definedTypes.keys()]);
  const missingIn = (of: MissingFact["of"], name: string, messages: readonly string[]): MissingFact[] =>
    messages.map((message) => ({ of, name, code: "unknown-definition", message }));
  return {
    ...reported,
    tables,
    ...(userTypes && { userTypes }),
    missing: [
      ...tables.flatMap((table) => missingIn("table", table.name, missingInTable(table))),
      ...types.flatMap(({ name, fields }) => missingIn("user type", name, missingInTypes(name, fields))),
      ...tables.flatMap(({ name, columns = [] }) => missingIn("table", name, missingTypes(name, columns, knownTypes))),
      ...types.flatMap(({ name, fields }) => missingIn("user type", name, missingTypes(name, fields, knownTypes))),
    ],
  };
}

/** Adds to a table what only its definition contains: reported members come later in the object, so that they win. */
function fillTable(reported: ObservedTable, table: Table | undefined): ObservedTable {
  const defined = table && observedTableOf(table);
  const withKey = deriveKey({ ...(table && compatibleKey(table, reported)), ...reported });
  const order = new Map([...(defined?.clusteringOrder ?? []), ...(reported.clusteringOrder ?? [])]);
  return {
    ...(defined && {
      defaultTimeToLive: defined.defaultTimeToLive ?? 0,
      indexes: usableIndexes(table, withKey),
      viewOf: defined.viewOf ?? null,
    }),
    ...withKey,
    clusteringOrder: order,
    ...(withKey.columns && { columns: withKey.columns.map((column) => fillColumn(column, defined, withKey)) }),
  };
}

/** @param table with its key, as far as it is known */
function fillColumn(
  column: ObservedColumn,
  definedTable: ObservedTable | undefined,
  table: ObservedTable,
): ObservedColumn {
  const defined = definedTable?.columns?.find(({ name }) => name === column.name);
  const inKey = table.primaryKey?.includes(column.name) === true;
  const type = { ...(inKey && alwaysFrozen), ...column.type };
  const isValue = defined?.kind === "static" || defined?.kind === "regular";
  const kind = column.kind ?? (isValue && !inKey ? defined.kind : undefined);
  return { ...column, type: fillType(type, defined?.type), ...(kind && { kind }) };
}

/** The type that fits both the report and the definition; the observed one if they contradict each other. */
function fillType(observed: ObservedType, defined: ObservedType | undefined): ObservedType {
  return (defined && narrowTypes(observed, defined)) ?? observed;
}

/** Adds to a user type what only its definition contains. */
function fillUserType(type: ObservedUserType, defined: UserType | undefined): ObservedUserType {
  const definedFields = new Map(defined?.fields.map((field) => [field.name, observedTypeOf(field.type)]));
  const fields = type.fields.map((field) => {
    const observed = { ...(field.type.words?.[0] === "user" && alwaysFrozen), ...field.type };
    return { ...field, type: fillType(observed, definedFields.get(field.name)) };
  });
  return { ...type, fields };
}

/** The key of a defined table, if it is compatible with the observed parts of the key. */
function compatibleKey(table: Table, observed: ObservedTable): Partial<ObservedTable> | undefined {
  const { partitionKey } = table;
  const clusteringKey = table.clusteringKey.map(({ name }) => name);
  const key = primaryKey(table);
  const isSame = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
    !one || JSON.stringify(one) === JSON.stringify(other);
  const isCompatible =
    isSame(observed.primaryKey, key) &&
    isSame(observed.partitionKey, partitionKey) &&
    isSame(observed.clusteringKey, clusteringKey) &&
    key.every((name) => observed.columns?.some((column) => column.name === name) ?? true) &&
    (observed.columns ?? []).every(({ name, kind }) => {
      if (kind === "partition") return partitionKey.includes(name);
      if (kind === "clustering") return clusteringKey.includes(name);
      return !kind || !key.includes(name);
    });
  return isCompatible ? { partitionKey, clusteringKey } : undefined;
}

/** The defined indexes, except those of removed columns. */
function usableIndexes(table: Table | undefined, { columns }: ObservedTable): Table["indexes"] {
  return (table?.indexes ?? []).filter((index) => columns?.some(({ name }) => name === index.column));
}

type Typed = readonly { readonly name: string; readonly type: ObservedType }[];

function missingInTable(table: ObservedTable): readonly string[] {
  const { name, columns, partitionKey, clusteringKey, clusteringOrder } = table;
  if (!columns) return [`${name}: the names of its columns in the database`];
  const missing = [...missingInTypes(name, columns)];
  if (!partitionKey || !clusteringKey) {
    missing.push(`${name}: its partition key and its clustering key`);
  } else if (!columns.every((column) => column.kind)) {
    const unsure = columns.filter((column) => !column.kind).map((column) => column.name);
    missing.push(`${name}: whether ${unsure.join(", ")} ${unsure.length === 1 ? "is" : "are"} static`);
  }
  const unordered = clusteringKey?.filter((column) => !clusteringOrder?.has(column)) ?? [];
  if (unordered.length > 0) missing.push(`${name}: the order (ascending or descending) of ${unordered.join(", ")}`);
  return missing;
}

function missingInTypes(thing: string, members: Typed): readonly string[] {
  return members.flatMap(({ name, type }) => {
    const settled = settleType(type);
    return "lacks" in settled ? `${thing}.${name}: ${settled.lacks}` : [];
  });
}

/** Undefined user types, each at the first column or field that uses it. */
function missingTypes(thing: string, members: Typed, existing: ReadonlySet<string>): readonly string[] {
  const missing = new Map<string, string>();
  for (const member of members) {
    for (const name of typesIn(member.type)) {
      if (!existing.has(name) && !missing.has(name)) missing.set(name, `${thing}.${member.name}`);
    }
  }
  return Array.from(missing, ([name, place]) => `${place}: the fields of the user type ${name}`);
}

/** The names of the user types in a type. */
export function typesIn({ words, name, parts = [] }: ObservedType): readonly string[] {
  const own = words?.[0] === "user" && name !== undefined ? [name] : [];
  return [...own, ...parts.flatMap(typesIn)];
}
