/**
 * The model: a keyspace, whatever its source. Plain readonly data that could be printed as JSON.
 *
 * Created by `parse-definition.ts`; used by the plan, the service and the stores. Independent of files, requests and
 * TypeScript.
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
  readonly description?: string | undefined;
  /** The table whose rows a materialized view shows: it is read like a table, and nothing writes to it. */
  readonly viewOf?: string;
  /** In the order of the definition. */
  readonly columns: readonly Column[];
  /** Names of the columns that determine the partition; at least one. */
  readonly partitionKey: readonly string[];
  /** The columns that order the rows of a partition. */
  readonly clusteringKey: readonly ClusteringColumn[];
  /** Seconds after which a written value expires, unless the write sets its own; 0 means never. */
  readonly defaultTimeToLive: number;
  /** In the order of the definition. */
  readonly indexes: readonly Index[];
}

/** An index, which finds rows by a column outside the key. */
export interface Index {
  /** The database chooses one if it is missing. */
  readonly name?: string;
  readonly column: string;
  readonly kind: IndexKind;
  /** Storage-attached indexes support ranges; others support only equality. */
  readonly using?: "sai";
  /** Of a storage-attached index, as the database has them: `case_sensitive`, `similarity_function`; by name, not empty. */
  readonly options?: IndexOptions;
}

/** Every value is text: `"false"`. */
export type IndexOptions = Readonly<Record<string, string>>;

/** The indexed part of a column: the whole value, or the values, keys or entries of a collection. */
export type IndexKind = "full" | "values" | "keys" | "entries";

/** Types for which a storage-attached index supports only equality. */
const unordered: ReadonlySet<string> = new Set(["ascii", "text", "varchar", "boolean", "uuid"]);

/** Whether an index of a column of this type finds rows by a range of values. */
export function knowsRanges({ kind, using }: Index, type: CqlType): boolean {
  return kind === "full" && using === "sai" && type.kind === "native" && !unordered.has(type.name);
}

/** Whether an index of a column of this type finds rows by a value; an index of vectors finds only neighbors. */
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

/** Whether all columns outside the key are counters. */
export function isCounterTable(table: Table): boolean {
  return table.columns.some((column) => contains(column.type, "counter"));
}
