/**
 * A keyspace as a source reported it. An undefined member is unreported, never false: most REST services do not report indexes,
 * and GraphQL does not distinguish lists from sets.
 *
 * Created by the sources, merged by `merge-keyspaces.ts`, and completed from the definitions by `complete-keyspace.ts`;
 * `settle-keyspace.ts` turns it into the model.
 */
import type { Problem } from "../errors.ts";
import { primaryKey } from "../model/index.ts";
import type { ColumnKind, DroppedColumn, Index, Keyspace, Order, Table } from "../model/index.ts";
import { withoutUndefined, observedTypeOf } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";

export interface ObservedKeyspace {
  /** As shown in messages: `REST`. */
  readonly source: string;
  readonly name: string;
  readonly tables: readonly ObservedTable[];
  /** Undefined if the source reports no user types at all. */
  readonly userTypes?: readonly ObservedUserType[];
  /** Whether only the user types of columns are reported. @default false */
  readonly partialTypes?: boolean;
  /** Whether the database may have tables or columns that the source does not show. @default false */
  readonly partial?: boolean;
  /** Whether the descriptions of tables are the comments in the database. @default false: the source has its own, or none */
  readonly hasComments?: boolean;
  /** Tables that the source cannot describe, each with a note that says why. Another source may describe them. */
  readonly leftOut?: ReadonlyMap<string, Problem>;
  /** Warnings about what definitions cannot express and the bindings do not need. */
  readonly notes?: readonly Problem[];
  /** All dropped columns that the database remembers; absent if the source does not report them. */
  readonly dropped?: readonly DroppedColumn[];
}

export interface ObservedTable {
  readonly name: string;
  readonly description?: string;
  /** The table of a materialized view; null if it is not a view. */
  readonly viewOf?: string | null;
  /** Undefined if their names in the database are unknown. */
  readonly columns?: readonly ObservedColumn[];
  readonly partitionKey?: readonly string[];
  readonly clusteringKey?: readonly string[];
  /** Both keys in one list; a source may report only this, and not where the partition key ends. */
  readonly primaryKey?: readonly string[];
  readonly clusteringOrder?: ReadonlyMap<string, Order>;
  /** Seconds. */
  readonly defaultTimeToLive?: number;
  readonly indexes?: readonly Index[];
}

export interface ObservedColumn {
  readonly name: string;
  readonly description?: string;
  readonly type: ObservedType;
  readonly kind?: ColumnKind;
}

export interface ObservedUserType {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly ObservedField[];
}

export type ObservedField = Omit<ObservedColumn, "kind">;

/** The facts of a keyspace that a source may leave unreported. An unreported description is absent, like an empty one. */
export const facts = ["userTypes", "indexes", "defaultTimeToLive", "description"] as const;

export type Fact = (typeof facts)[number];

/** The report of a source that knows the keyspace. @param unreported facts that the source does not report */
export function observedKeyspaceOf(
  { name, tables, userTypes }: Keyspace,
  source: string,
  unreported: readonly Fact[] = [],
): ObservedKeyspace {
  const types = userTypes.map((type) => ({
    ...type,
    fields: type.fields.map((field) => ({ ...field, type: observedTypeOf(field.type) })),
  }));
  return {
    source,
    name,
    tables: tables.map((table) => observedTableOf(table, unreported)),
    ...(!unreported.includes("userTypes") && { userTypes: types }),
  };
}

export function observedTableOf(table: Table, unreported: readonly Fact[] = []): ObservedTable {
  const { name, description, viewOf, columns, partitionKey, clusteringKey, defaultTimeToLive, indexes } = table;
  const reports = (fact: Fact): boolean => !unreported.includes(fact);
  return {
    name,
    ...(description !== undefined && { description }),
    viewOf: viewOf ?? null,
    columns: columns.map((column) => ({ ...column, type: observedTypeOf(column.type) })),
    partitionKey,
    clusteringKey: clusteringKey.map((column) => column.name),
    primaryKey: primaryKey(table),
    clusteringOrder: new Map(clusteringKey.map((column) => [column.name, column.order])),
    ...(reports("defaultTimeToLive") && { defaultTimeToLive }),
    ...(reports("indexes") && { indexes }),
  };
}

/**
 * Completes a table with what follows from the known parts of its key: a key of one column is the partition key, known
 * kinds of columns show where the partition key ends, and without a clustering key no column is static.
 */
export function deriveKey(table: ObservedTable): ObservedTable {
  const { columns = [] } = table;
  const kindOf = new Map(columns.map(({ name, kind }) => [name, kind]));
  const flat = table.primaryKey ?? flatKey(table);
  const partitionKey =
    table.partitionKey ?? (flat ? partOf(flat, "partition", kindOf) : loneColumns(table, "partition"));
  const clusteringKey =
    table.clusteringKey ?? (flat ? partOf(flat, "clustering", kindOf) : loneColumns(table, "clustering"));
  const primaryKey = flat ?? (partitionKey && clusteringKey && [...partitionKey, ...clusteringKey]);
  const derivedKind = (name: string): ColumnKind | undefined => {
    if (partitionKey?.includes(name)) return "partition";
    if (clusteringKey?.includes(name)) return "clustering";
    return clusteringKey?.length === 0 && primaryKey ? "regular" : undefined;
  };
  const withKinds = table.columns?.map((column) => {
    const kind = column.kind ?? derivedKind(column.name);
    return { ...column, ...(kind && { kind }) };
  });
  return {
    ...table,
    ...withoutUndefined<Partial<ObservedTable>>({ columns: withKinds, partitionKey, clusteringKey, primaryKey }),
  };
}

function flatKey({ partitionKey, clusteringKey }: ObservedTable): readonly string[] | undefined {
  return partitionKey && clusteringKey && [...partitionKey, ...clusteringKey];
}

/** The columns of one kind in the key, if the kinds of all its columns are known. */
function partOf(
  key: readonly string[],
  kind: "partition" | "clustering",
  kindOf: ReadonlyMap<string, ColumnKind | undefined>,
): readonly string[] | undefined {
  if (key.length === 1) return kind === "partition" ? key : [];
  return key.every((name) => kindOf.get(name)) ? key.filter((name) => kindOf.get(name) === kind) : undefined;
}

/**
 * The columns of one kind, if all kinds are known and the order is unambiguous: some servers list columns in any order.
 */
function loneColumns({ columns }: ObservedTable, kind: "partition" | "clustering"): readonly string[] | undefined {
  if (!columns?.every((column) => column.kind)) return undefined;
  const found = columns.filter((column) => column.kind === kind).map(({ name }) => name);
  return found.length < 2 ? found : undefined;
}
