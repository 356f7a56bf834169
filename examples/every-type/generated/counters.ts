// @generated from the table definition `every_type.counters`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Applied,
  Bound,
  FindOptions,
  IncrementOptions,
  Match,
  OrderedFindOptions,
  ReadOptions,
  Rows,
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

/** What identifies a row. */
export interface CountersKey {
  page: string;
  day: string;
}

/** What selects rows: the whole partition key, and of the clustering key a prefix. */
export interface CountersWhere {
  page: Match<string>;
  day?: Bound<string>;
}

/** What is added to the counters. */
export interface CountersIncrement {
  views?: bigint | undefined;
  likes?: bigint | undefined;
}

/** The types above, as one for the runtime. */
export interface CountersTypes {
  row: CountersRow;
  key: CountersKey;
  where: CountersWhere;
  if: never;
  insert: never;
  update: CountersIncrement;
}

/** What the runtime knows of the table. */
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

/** Reads the row of a key; undefined when there is none. */
export function getCounters<
  Column extends keyof CountersRow = keyof CountersRow,
>(
  session: Session,
  key: CountersKey,
  options?: ReadOptions<Column>,
): Promise<Selected<CountersRow, Column> | undefined> {
  return get(session, countersTable, key, options);
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findCounters<
  Column extends keyof CountersRow = keyof CountersRow,
>(
  session: Session,
  where: CountersWhere,
  options?: OrderedFindOptions<Column>,
): Rows<Selected<CountersRow, Column>> {
  return find(session, countersTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanCounters<
  Column extends keyof CountersRow = keyof CountersRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<CountersRow, Column>> {
  return scan(session, countersTable, options);
}

/** Adds to counters; a row that is not there counts from zero. */
export function incrementCounters(
  session: Session,
  key: CountersKey,
  by: CountersIncrement,
  options?: IncrementOptions,
): Promise<Applied> {
  return increment(session, countersTable, key, by, options);
}

/** Deletes a row; one that is not there is no error. */
export function deleteCounters(
  session: Session,
  key: CountersKey,
  options?: IncrementOptions,
): Promise<Applied> {
  return remove(session, countersTable, key, options);
}
