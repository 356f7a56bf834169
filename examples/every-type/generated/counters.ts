// @generated from the table definition `every_type.counters`. Do not edit: run `colonnade generate`.
import type {
  Applied,
  Bound,
  Direction,
  IncrementOptions,
  Match,
  OrderedFindOptions,
  OrderedWhere,
  ReadOptions,
  Rows,
  ScanOptions,
  Selected,
  Session,
  Table,
} from "@colonnade/runtime";
import {
  counter,
  date,
  find,
  get,
  increment,
  remove,
  scan,
  text,
} from "@colonnade/runtime";
import type {
  CountAllOptions,
  CountOptions,
  PartitionOf,
  PartitionsOptions,
} from "@colonnade/runtime/tables";
import {
  count,
  countAll,
  partitions,
  removeWhere,
} from "@colonnade/runtime/tables";

/**
 * A row of `every_type.counters`.
 *
 * Counters are added to, never set.
 */
export interface CountersRow {
  /** CQL `text`, partition key. */
  page: string;
  /** CQL `date`, clustering key. */
  day: string;
  /** CQL `counter`. */
  views: bigint | null;
  /** CQL `counter`. */
  likes: bigint | null;
}

/** The primary key of a row. */
export interface CountersKey {
  page: string;
  day: string;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface CountersWhere {
  page: Match<string>;
  day?: Bound<string>;
}

/** The amounts to add to the counters. */
export interface CountersIncrement {
  views?: bigint | undefined;
  likes?: bigint | undefined;
}

/** Groups the types above for the runtime. */
export interface CountersTypes {
  row: CountersRow;
  key: CountersKey;
  where: CountersWhere;
  if: never;
  insert: never;
  update: CountersIncrement;
  partition: "page";
  reversed: "desc";
}

/** Describes the table to the runtime. */
export const countersTable: Table<CountersTypes> = {
  keyspace: "every_type",
  name: "counters",
  apiName: "Counters",
  columns: {
    page: text,
    day: date,
    views: counter,
    likes: counter,
  },
  partitionKey: ["page"],
  clusteringKey: ["day"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getCounters<
  Column extends keyof CountersRow = keyof CountersRow,
>(
  session: Session,
  key: CountersKey,
  options?: ReadOptions<Column>,
): Promise<Selected<CountersRow, Column> | undefined> {
  return get(session, countersTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findCounters<
  Column extends keyof CountersRow = keyof CountersRow,
  Order extends Direction = never,
>(
  session: Session,
  where: OrderedWhere<CountersTypes, Order>,
  options?: OrderedFindOptions<Column, Order>,
): Rows<Selected<CountersRow, Column>> {
  return find(session, countersTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanCounters<
  Column extends keyof CountersRow = keyof CountersRow,
>(
  session: Session,
  options?: ScanOptions<Column>,
): Rows<Selected<CountersRow, Column>> {
  return scan(session, countersTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfCounters(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<CountersTypes>> {
  return partitions(session, countersTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countCounters(
  session: Session,
  where: CountersWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, countersTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllCounters(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, countersTable, options);
}

/** Adds to counters. A missing row counts from zero. */
export function incrementCounters(
  session: Session,
  key: CountersKey,
  by: CountersIncrement,
  options?: IncrementOptions,
): Promise<Applied> {
  return increment(session, countersTable, key, by, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteCounters(
  session: Session,
  key: CountersKey,
  options?: IncrementOptions,
): Promise<Applied> {
  return remove(session, countersTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteCountersWhere(
  session: Session,
  where: CountersWhere,
  options?: IncrementOptions,
): Promise<Applied> {
  return removeWhere(session, countersTable, where, options);
}
