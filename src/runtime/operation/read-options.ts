/** The options of each kind of read, all of them together for the checks, and the parts of a selection. */
import type { AnyTable, In, TableTypes } from "../table/table.ts";

export type ReadConsistency = "LOCAL_ONE" | "LOCAL_QUORUM" | "ALL";

/** The type that an empty array of columns must have. */
interface AtLeastOne {
  readonly 0: PropertyKey;
}
/** The names of columns; `[]` does not compile, an array in a variable does. */
type Names<Column> = readonly Column[] & ([Column] extends [never] ? AtLeastOne : unknown);

export interface ReadOptions<Column extends PropertyKey, Timed extends PropertyKey = never> {
  /** The columns to read. @default all */
  select?: Names<Column> | undefined;
  /** How many replicas must agree. @default the service's, LOCAL_QUORUM */
  consistency?: ReadConsistency | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Columns whose times of writing the rows have as `$writeTimes`. Not of the key, and not of a collection that is not
   * frozen, whose items have a time each.
   * @default none
   */
  writeTimes?: readonly Timed[] | undefined;
}

export interface FindOptions<Column extends PropertyKey, Timed extends PropertyKey = never> extends ReadOptions<
  Column,
  Timed
> {
  /** The most rows to read, in all pages together. If rows remain, the last page has a page state. @default all */
  limit?: number | undefined;
  /** Rows per page. @default the service's, 100 */
  pageSize?: number | undefined;
  /** Where to continue: the page state of the previous page. Undefined or null starts at the first page. */
  pageState?: string | null | undefined;
}

export type Direction = "asc" | "desc";

/** For tables with a clustering key. */
export interface OrderedFindOptions<
  Column extends PropertyKey,
  Order extends Direction = Direction,
  Timed extends PropertyKey = never,
> extends FindOptions<Column, Timed> {
  /**
   * The order of the first clustering column within a partition. The database reads rows as declared or exactly
   * reversed: the other clustering columns have their declared order, or all of them the opposite. It cannot page
   * through several partitions reversed, so the where then has no `in` on a partition column.
   * @default the declared order
   */
  order?: Order | undefined;
  /** The most rows to read of one partition. @default all */
  perPartition?: number | undefined;
}

/** A part of a table, for workers that share a scan: `{ number: 3, of: 16 }`. Each partition is in exactly one. */
export interface Part {
  /** From 1 to `of`. */
  readonly number: number;
  /** At most 1,000,000. */
  readonly of: number;
}

export interface ScanOptions<Column extends PropertyKey, Timed extends PropertyKey = never> extends FindOptions<
  Column,
  Timed
> {
  /** The part to read. @default the whole table */
  part?: Part | undefined;
  /** The most rows to read of one partition. @default all */
  perPartition?: number | undefined;
}

/** The where of a query with this order: read against their declared order, rows are of one partition. */
export type OrderedWhere<T extends TableTypes, Order extends Direction> = T extends Reversible
  ? [Extract<Order, T["reversed"]>] extends [never]
    ? T["where"]
    : T["where"] & { [Name in keyof T["where"] & T["partition"]]: Exclude<T["where"][Name], In<unknown>> }
  : T["where"];
type Reversible = TableTypes & Required<Pick<TableTypes, "partition" | "reversed">>;

/** For the static columns of one partition. */
export type StaticOptions = Omit<ReadOptions<never>, "select" | "writeTimes">;

export type Selected<Row, Column extends keyof Row> = keyof Row extends Column ? Row : Pick<Row, Column>;

/** A row as it is read: its selected columns, and the times of writing that were asked for. */
export type Read<Row, Column extends keyof Row, Timed extends PropertyKey> = [Timed] extends [never]
  ? Selected<Row, Column>
  : Selected<Row, Column> & WithWriteTimes<Timed>;

export interface WithWriteTimes<Timed extends PropertyKey> {
  /** Microseconds since 1970; null for a column without a value. */
  $writeTimes: { [Name in Timed]: bigint | null };
}

export interface AnyReadOptions {
  readonly select?: readonly PropertyKey[] | undefined;
  readonly order?: Direction | undefined;
  readonly consistency?: ReadConsistency | undefined;
  readonly perPartition?: number | undefined;
  readonly part?: Part | undefined;
  readonly writeTimes?: readonly PropertyKey[] | undefined;
}

/** `{ kind: "find", table: readingsTable, where: { sensor: "…" }, options: { order: "desc" }, pageSize: 100, … }` */
export interface SelectionInput {
  readonly kind: "get" | "find" | "scan" | "indexed" | "static";
  readonly table: AnyTable;
  /** Selects the rows: a key, a where-shape, or the query of an index; undefined for all rows. */
  readonly where: object | undefined;
  readonly options: AnyReadOptions;
  readonly pageSize: number | undefined;
  /** The start of the page; undefined for the first one. */
  readonly pageState: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The empty pages before this one. @default none */
  readonly waited?: Waited | undefined;
}

/** How long a call has waited for pages that were empty. They share its deadline; the session adds the time of each page. */
export interface Waited {
  ms: number;
}
