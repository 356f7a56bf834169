// @generated from the table definition `chat.unread`. Do not edit: run `colonnade generate`.
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
 * A row of `chat.unread`.
 *
 * How many messages of a room a member has not read.
 */
export interface UnreadRow {
  /** CQL `text`, partition key. */
  member: string;
  /** CQL `text`, clustering key. */
  room: string;
  /** CQL `counter`. */
  messages: bigint | null;
}

/** The primary key of a row. */
export interface UnreadKey {
  member: string;
  room: string;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface UnreadWhere {
  member: Match<string>;
  room?: Bound<string>;
}

/** The amounts to add to the counters. */
export interface UnreadIncrement {
  messages: bigint;
}

/** Groups the types above for the runtime. */
export interface UnreadTypes {
  row: UnreadRow;
  key: UnreadKey;
  where: UnreadWhere;
  if: never;
  insert: never;
  update: UnreadIncrement;
  partition: "member";
  reversed: "desc";
}

/** Describes the table to the runtime. */
export const unreadTable: Table<UnreadTypes> = {
  keyspace: "chat",
  name: "unread",
  apiName: "Unread",
  columns: {
    member: text,
    room: text,
    messages: counter,
  },
  partitionKey: ["member"],
  clusteringKey: ["room"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getUnread<Column extends keyof UnreadRow = keyof UnreadRow>(
  session: Session,
  key: UnreadKey,
  options?: ReadOptions<Column>,
): Promise<Selected<UnreadRow, Column> | undefined> {
  return get(session, unreadTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findUnread<
  Column extends keyof UnreadRow = keyof UnreadRow,
  Order extends Direction = never,
>(
  session: Session,
  where: OrderedWhere<UnreadTypes, Order>,
  options?: OrderedFindOptions<Column, Order>,
): Rows<Selected<UnreadRow, Column>> {
  return find(session, unreadTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanUnread<Column extends keyof UnreadRow = keyof UnreadRow>(
  session: Session,
  options?: ScanOptions<Column>,
): Rows<Selected<UnreadRow, Column>> {
  return scan(session, unreadTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfUnread(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<UnreadTypes>> {
  return partitions(session, unreadTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countUnread(
  session: Session,
  where: UnreadWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, unreadTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllUnread(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, unreadTable, options);
}

/** Adds to counters. A missing row counts from zero. */
export function incrementUnread(
  session: Session,
  key: UnreadKey,
  by: UnreadIncrement,
  options?: IncrementOptions,
): Promise<Applied> {
  return increment(session, unreadTable, key, by, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteUnread(
  session: Session,
  key: UnreadKey,
  options?: IncrementOptions,
): Promise<Applied> {
  return remove(session, unreadTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteUnreadWhere(
  session: Session,
  where: UnreadWhere,
  options?: IncrementOptions,
): Promise<Applied> {
  return removeWhere(session, unreadTable, where, options);
}
