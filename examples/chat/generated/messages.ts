// @generated from the table definition `chat.messages`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Applied,
  Bound,
  Condition,
  Direction,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  OrderedFindOptions,
  OrderedWhere,
  Read,
  ReadOptions,
  RemoveOptions,
  Rows,
  ScanOptions,
  Session,
  Table,
  UpdateOptions,
  Updated,
} from "@colonnade/runtime";
import {
  find,
  get,
  insert,
  remove,
  scan,
  text,
  timestamp,
  update,
  uuid,
} from "@colonnade/runtime";
import type {
  CountAllOptions,
  CountOptions,
  PartitionOf,
  PartitionsOptions,
  RemoveWhereOptions,
} from "@colonnade/runtime/tables";
import {
  count,
  countAll,
  partitions,
  removeWhere,
} from "@colonnade/runtime/tables";

/** A row of `chat.messages`. */
export interface MessagesRow {
  /** CQL `text`, partition key. */
  room: string;
  /** CQL `timestamp`, clustering key, descending, column `sent_at`. */
  sentAt: Date;
  /** CQL `uuid`, clustering key. */
  id: string;
  /** CQL `text`. */
  author: string | null;
  /** CQL `text`. */
  body: string | null;
}

/** The primary key of a row. */
export interface MessagesKey {
  room: string;
  sentAt: Date;
  id: string;
}

/** Selects a partition. */
export interface MessagesPartition {
  room: Match<string>;
}

/** Selects rows of a partition by a prefix of the clustering key. Its last column can have a range. */
export type MessagesClustering =
  | { sentAt: Match<Date>; id?: Bound<string> }
  | { sentAt?: Bound<Date>; id?: never };

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export type MessagesWhere = MessagesPartition & MessagesClustering;

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface MessagesInsert {
  room: string;
  sentAt: Date;
  id: string;
  author?: string | null | undefined;
  body?: string | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface MessagesUpdate extends MessagesInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface MessagesIf {
  author?: Condition<string>;
  body?: Condition<string>;
}

/** Groups the types above for the runtime. */
export interface MessagesTypes {
  row: MessagesRow;
  key: MessagesKey;
  where: MessagesWhere;
  if: MessagesIf;
  insert: MessagesInsert;
  update: MessagesUpdate;
  partition: "room";
  reversed: "asc";
}

/** Describes the table to the runtime. */
export const messagesTable: Table<MessagesTypes> = {
  keyspace: "chat",
  name: "messages",
  apiName: "Messages",
  columns: {
    room: text,
    sentAt: timestamp,
    id: uuid,
    author: text,
    body: text,
  },
  partitionKey: ["room"],
  clusteringKey: [["sentAt", "desc"], "id"],
  cqlNames: {
    sentAt: "sent_at",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getMessages<
  Column extends keyof MessagesRow = keyof MessagesRow,
  Timed extends keyof MessagesIf = never,
>(
  session: Session,
  key: MessagesKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<MessagesRow, Column, Timed> | undefined> {
  return get(session, messagesTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findMessages<
  Column extends keyof MessagesRow = keyof MessagesRow,
  Order extends Direction = never,
  Timed extends keyof MessagesIf = never,
>(
  session: Session,
  where: OrderedWhere<MessagesTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<MessagesRow, Column, Timed>> {
  return find(session, messagesTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanMessages<
  Column extends keyof MessagesRow = keyof MessagesRow,
  Timed extends keyof MessagesIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<MessagesRow, Column, Timed>> {
  return scan(session, messagesTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfMessages(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<MessagesTypes>> {
  return partitions(session, messagesTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countMessages(
  session: Session,
  where: MessagesWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, messagesTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllMessages(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, messagesTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertMessages<If extends Flag = false>(
  session: Session,
  value: MessagesInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<MessagesTypes, If>> {
  return insert(session, messagesTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateMessages<
  If extends keyof MessagesIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: MessagesUpdate,
  options?: UpdateOptions<MessagesTypes, If, Exists>,
): Promise<Updated<MessagesTypes, If, Exists>> {
  return update(session, messagesTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteMessages<
  If extends keyof MessagesIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: MessagesKey,
  options?: RemoveOptions<MessagesTypes, If, Exists>,
): Promise<Updated<MessagesTypes, If, Exists>> {
  return remove(session, messagesTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteMessagesWhere(
  session: Session,
  where: MessagesWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, messagesTable, where, options);
}
