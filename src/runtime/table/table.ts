/** The descriptor of a table as generated code has it, with the types of its rows and queries. */
import type { Codec } from "../protocol/codec.ts";

/** The types of one table, as one type argument. */
export interface TableTypes {
  row: object;
  key: object;
  where: object;
  /** The condition on columns; never if a table supports no conditions. */
  if: object;
  insert: object;
  update: object;
  /** The columns of the partition key; of a table with a clustering key. */
  partition?: PropertyKey;
  /** The `order` against the declared one; of a table with a clustering key. */
  reversed?: "asc" | "desc";
  /** The static columns; of a table with some. */
  static?: PropertyKey;
}

export type Columns<Row> = { readonly [Name in keyof Row]-?: ColumnCodec<Row[Name]> };

/**
 * A conditional type, because the compiler remembers its result by `V`: it creates one codec type for all columns with the same
 * type, in all tables. Written in the mapped type itself, it would be created for each column, which slows down type checking.
 */
type ColumnCodec<V> = [V] extends [infer Given] ? Codec<NonNullable<Given>> : never;

/**
 * The descriptor of a table. Generated code contains it as a literal, so that bundlers can drop unused ones.
 *
 * Columns are keyed by member names; CQL and API names appear only if they differ from the plain ones.
 */
export interface Table<T extends TableTypes> {
  readonly keyspace: string;
  readonly name: string;
  /** The API's name of the row type: `Products`. */
  readonly apiName: string;
  /** The API's name of the query. @default `apiName` with its first letter lowered */
  readonly queryName?: string;
  readonly columns: Columns<T["row"]>;
  readonly partitionKey: readonly (keyof T["row"])[];
  /** Ascending unless it says `"desc"`. */
  readonly clusteringKey?: readonly (keyof T["row"] | readonly [keyof T["row"], "desc"])[];
  readonly staticColumns?: readonly (keyof T["row"])[];
  /** CQL names of columns whose member has a different name. */
  readonly cqlNames?: { readonly [Name in keyof T["row"]]?: string };
  /** API names of columns whose member has a different name. */
  readonly apiNames?: { readonly [Name in keyof T["row"]]?: string };
  /** Seconds; values do not expire if absent. */
  readonly defaultTimeToLive?: number;
  /**
   * Whether other clients write to the same rows: writes whose response is lost are then not retried. @default false
   */
  readonly contended?: boolean;
  /** Absent at run time; it keeps `T` for the compiler. */
  readonly types?: T;
}

/** Any table's descriptor, whatever its rows are: what every `Table<…>` is. */
export interface AnyTable {
  readonly keyspace: string;
  readonly name: string;
  readonly columns: object;
  readonly partitionKey: readonly PropertyKey[];
  readonly clusteringKey?: readonly (PropertyKey | readonly [PropertyKey, "desc"])[];
  readonly staticColumns?: readonly PropertyKey[];
  readonly cqlNames?: object;
  readonly apiNames?: object;
  readonly apiName: string;
  readonly queryName?: string;
  readonly defaultTimeToLive?: number;
  readonly contended?: boolean;
}

export interface In<T> {
  in: readonly T[];
}
/** A value, or one of several. */
export type Match<T> = T | In<T>;

interface GtLt<T> {
  gt: T;
  lt?: T;
  gte?: never;
  lte?: never;
  in?: never;
}
interface GtLte<T> {
  gt: T;
  lte?: T;
  gte?: never;
  lt?: never;
  in?: never;
}
interface GteLt<T> {
  gte: T;
  lt?: T;
  gt?: never;
  lte?: never;
  in?: never;
}
interface GteLte<T> {
  gte: T;
  lte?: T;
  gt?: never;
  lt?: never;
  in?: never;
}
interface Lt<T> {
  lt: T;
  gt?: never;
  gte?: never;
  lte?: never;
  in?: never;
}
interface Lte<T> {
  lte: T;
  gt?: never;
  gte?: never;
  lt?: never;
  in?: never;
}
/** One lower bound, one upper bound, or both. */
export type Range<T> = GtLt<T> | GtLte<T> | GteLt<T> | GteLte<T> | Lt<T> | Lte<T>;
/** The argument for the last restricted clustering column. */
export type Bound<T> = Match<T> | Range<T>;
/** `Match` for values that are plain objects themselves, which could be taken for operators. */
export type ObjectMatch<T> = { eq: T; in?: never } | { in: readonly T[]; eq?: never };
/** `Bound` for values that are plain objects themselves. */
export type ObjectBound<T> = ObjectMatch<T> | (Range<T> & { eq?: never });

/** The query of an index with ranges: a value, or a range. */
export type Indexed<T> = T | Range<T>;
/** `Indexed` for values that are plain objects themselves. */
export type ObjectIndexed<T> =
  { eq: T; gt?: never; gte?: never; lt?: never; lte?: never } | (Range<T> & { eq?: never });
