/**
 * The model: what a keyspace is, whichever source told it. Plain readonly data that could be printed as JSON.
 *
 * Comes from `definition.ts`, goes to the plan, the service and the stores. Knows nothing of files, requests or TypeScript.
 */
import { contains } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import type { UserType } from "./cql-type.ts";

export interface Keyspace {
  readonly name: string;
  /** In code-unit order of their names. */
  readonly tables: readonly Table[];
  /** In code-unit order of their names. */
  readonly userTypes: readonly UserType[];
}

export interface Table {
  readonly name: string;
  readonly description?: string;
  /** As they were defined. */
  readonly columns: readonly Column[];
  /** Names of the columns that choose the partition; at least one. */
  readonly partitionKey: readonly string[];
  /** The columns that order the rows of a partition. */
  readonly clusteringKey: readonly ClusteringColumn[];
  /** Seconds after which a written value vanishes unless the write says otherwise; 0 means never. */
  readonly defaultTimeToLive: number;
  /** As they were defined. */
  readonly indexes: readonly Index[];
}

/** What finds rows by a column other than the key. */
export interface Index {
  /** The database makes one up where there is none. */
  readonly name?: string;
  readonly column: string;
  readonly kind: IndexKind;
  /** Storage-attached indexes know ranges as well; any other knows equality alone. */
  readonly using?: "sai";
}

/** What of a column is indexed: the whole value, or the values, keys or entries that a collection holds. */
export type IndexKind = "full" | "values" | "keys" | "entries";

/** Types of which a storage-attached index knows equality alone. @see captures, cql-behaviour: indexes */
const unordered: ReadonlySet<string> = new Set(["ascii", "text", "varchar", "boolean", "uuid"]);

/** Whether an index of a column of this type finds rows by a range of values. */
export function knowsRanges({ kind, using }: Index, type: CqlType): boolean {
  return kind === "full" && using === "sai" && type.kind === "native" && !unordered.has(type.name);
}

/** Whether an index of a column of this type finds rows by a value; one of vectors finds neighbours alone. */
export function knowsEquality({ kind }: Index, type: CqlType): boolean {
  return kind === "full" && type.kind !== "vector";
}

export interface Column {
  readonly name: string;
  readonly description?: string;
  readonly type: CqlType;
  readonly kind: ColumnKind;
}

/** A static column has one value per partition, shown in each of its rows. */
export type ColumnKind = "partition" | "clustering" | "regular" | "static";

export interface ClusteringColumn {
  readonly name: string;
  readonly order: Order;
}

export type Order = "ASC" | "DESC";

/** The columns of the primary key: partition key, then clustering key. */
export function primaryKey(table: Table): readonly string[] {
  return [...table.partitionKey, ...table.clusteringKey.map((column) => column.name)];
}

/** Whether the table counts: all its columns outside the key are counters. */
export function isCounterTable(table: Table): boolean {
  return table.columns.some((column) => contains(column.type, "counter"));
}

/** Compares by UTF-16 code units: the same order on every machine, unlike a comparison by locale. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
