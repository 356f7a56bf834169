/**
 * What a source reported about a keyspace. An undefined member is unknown, never false: REST does not report indexes,
 * and GraphQL does not distinguish lists from sets.
 *
 * Created by the sources and merged by `merge-keyspaces.ts`; `settle-keyspace.ts` makes the model of it, with the help
 * of the existing files.
 */
import type { Problem } from "../errors.ts";
import { primaryKey } from "../model/index.ts";
import type { ColumnKind, DroppedColumn, Index, Keyspace, Order, Table } from "../model/index.ts";
import { seenTypeOf } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

export interface SeenKeyspace {
  /** As messages name it: `REST`. */
  readonly source: string;
  readonly name: string;
  readonly tables: readonly SeenTable[];
  /** Undefined where the source tells nothing of user types. */
  readonly userTypes?: readonly SeenUserType[];
  /** Whether those are only the ones that columns have. @default false */
  readonly partialTypes?: boolean;
  /** Whether tables, or columns of them, may be in the database that the source does not show. @default false */
  readonly partial?: boolean;
  /** Tables that the source cannot describe: they may be in the database all the same. */
  readonly leftOut?: readonly string[];
  /** What definitions cannot hold, and the bindings do well without. */
  readonly notes?: readonly Problem[];
  /** All columns that the database remembers, and no table has any more; absent where the source does not tell. */
  readonly dropped?: readonly DroppedColumn[];
}

export interface SeenTable {
  readonly name: string;
  readonly description?: string;
  /** Undefined where what they are called in the database is not known. */
  readonly columns?: readonly SeenColumn[];
  readonly partitionKey?: readonly string[];
  readonly clusteringKey?: readonly string[];
  /** Both keys in one list, from a source that does not tell where the one ends. */
  readonly primaryKey?: readonly string[];
  readonly clusteringOrder?: ReadonlyMap<string, Order>;
  /** Seconds. */
  readonly defaultTimeToLive?: number;
  readonly indexes?: readonly Index[];
}

export interface SeenColumn {
  readonly name: string;
  readonly description?: string;
  readonly type: SeenType;
  readonly kind?: ColumnKind;
}

export interface SeenUserType {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly { readonly name: string; readonly description?: string; readonly type: SeenType }[];
}

/** Something of a table that a source may not know. */
export type Fact = "description" | "defaultTimeToLive" | "indexes" | "userTypes";

/** A keyspace of which a source knows everything, but for what it says it does not. */
export function seenKeyspaceOf(
  { name, tables, userTypes }: Keyspace,
  source: string,
  unknown: readonly Fact[] = [],
): SeenKeyspace {
  const types = userTypes.map((type) => ({
    ...type,
    fields: type.fields.map((field) => ({ ...field, type: seenTypeOf(field.type) })),
  }));
  return {
    source,
    name,
    tables: tables.map((table) => seenTableOf(table, unknown)),
    ...(!unknown.includes("userTypes") && { userTypes: types }),
  };
}

export function seenTableOf(table: Table, unknown: readonly Fact[] = []): SeenTable {
  const { name, description, columns, partitionKey, clusteringKey, defaultTimeToLive, indexes } = table;
  const knows = (fact: Fact): boolean => !unknown.includes(fact);
  return {
    name,
    ...(description !== undefined && { description }),
    columns: columns.map((column) => ({ ...column, type: seenTypeOf(column.type) })),
    partitionKey,
    clusteringKey: clusteringKey.map((column) => column.name),
    primaryKey: primaryKey(table),
    clusteringOrder: new Map(clusteringKey.map((column) => [column.name, column.order])),
    ...(knows("defaultTimeToLive") && { defaultTimeToLive }),
    ...(knows("indexes") && { indexes }),
  };
}
