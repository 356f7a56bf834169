// @generated from the table definition `chat.messages_by_room`. Do not edit: run `colonnade generate`.
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
  int,
  remove,
  scan,
  text,
  timestamp,
} from "@colonnade/runtime";
import type { EntryCondition, MapChange } from "@colonnade/runtime/changes";
import { updateParts } from "@colonnade/runtime/changes";
import { map } from "@colonnade/runtime/composites";
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

/**
 * A row of `chat.messages_by_room`.
 *
 * The messages of a room, newest first.
 */
export interface MessagesByRoomRow {
  /** CQL `text`, partition key. */
  room: string;
  /** CQL `timestamp`, clustering key, descending, column `sent_at`. */
  sentAt: Date;
  /** CQL `text`, clustering key. */
  author: string;
  /** CQL `text`. */
  body: string | null;
  /** CQL `map<text, int>`. */
  reactions: Map<string, number>;
}

/** The primary key of a row. */
export interface MessagesByRoomKey {
  room: string;
  sentAt: Date;
  author: string;
}

/** Selects a partition. */
export interface MessagesByRoomPartition {
  room: Match<string>;
}

/** Selects rows of a partition by a prefix of the clustering key. Its last column can have a range. */
export type MessagesByRoomClustering =
  | { sentAt: Match<Date>; author?: Bound<string> }
  | { sentAt?: Bound<Date>; author?: never };

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export type MessagesByRoomWhere = MessagesByRoomPartition &
  MessagesByRoomClustering;

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface MessagesByRoomInsert {
  room: string;
  sentAt: Date;
  author: string;
  body?: string | null | undefined;
  reactions?: ReadonlyMap<string, number> | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface MessagesByRoomUpdate {
  room: string;
  sentAt: Date;
  author: string;
  body?: string | null | undefined;
  reactions?:
    ReadonlyMap<string, number> | MapChange<string, number> | null | undefined;
}

/** A condition on a row: values of columns, or comparisons with them. */
export interface MessagesByRoomIf {
  body?: Condition<string>;
  reactions?:
    Condition<ReadonlyMap<string, number>> | EntryCondition<string, number>;
}

/** Groups the types above for the runtime. */
export interface MessagesByRoomTypes {
  row: MessagesByRoomRow;
  key: MessagesByRoomKey;
  where: MessagesByRoomWhere;
  if: MessagesByRoomIf;
  insert: MessagesByRoomInsert;
  update: MessagesByRoomUpdate;
  timed: "body";
  partition: "room";
  reversed: "asc";
}

const mapOfTextToInt = /* @__PURE__ */ map(text, int);

/** Describes the table to the runtime. */
export const messagesByRoomTable: Table<MessagesByRoomTypes> = {
  keyspace: "chat",
  name: "messages_by_room",
  apiName: "MessagesByRoom",
  columns: {
    room: text,
    sentAt: timestamp,
    author: text,
    body: text,
    reactions: mapOfTextToInt,
  },
  partitionKey: ["room"],
  clusteringKey: [["sentAt", "desc"], "author"],
  cqlNames: {
    sentAt: "sent_at",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getMessagesByRoom<
  Column extends keyof MessagesByRoomRow = keyof MessagesByRoomRow,
  Timed extends MessagesByRoomTypes["timed"] = never,
>(
  session: Session,
  key: MessagesByRoomKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<MessagesByRoomRow, Column, Timed> | undefined> {
  return get(session, messagesByRoomTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findMessagesByRoom<
  Column extends keyof MessagesByRoomRow = keyof MessagesByRoomRow,
  Order extends Direction = never,
  Timed extends MessagesByRoomTypes["timed"] = never,
>(
  session: Session,
  where: OrderedWhere<MessagesByRoomTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<MessagesByRoomRow, Column, Timed>> {
  return find(session, messagesByRoomTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanMessagesByRoom<
  Column extends keyof MessagesByRoomRow = keyof MessagesByRoomRow,
  Timed extends MessagesByRoomTypes["timed"] = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<MessagesByRoomRow, Column, Timed>> {
  return scan(session, messagesByRoomTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfMessagesByRoom(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<MessagesByRoomTypes>> {
  return partitions(session, messagesByRoomTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countMessagesByRoom(
  session: Session,
  where: MessagesByRoomWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, messagesByRoomTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllMessagesByRoom(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, messagesByRoomTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertMessagesByRoom<If extends Flag = false>(
  session: Session,
  value: MessagesByRoomInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<MessagesByRoomTypes, If>> {
  return insert(session, messagesByRoomTable, value, options);
}

/** Updates columns of a row, whole or by changes of parts. Creates a missing row unless a condition is set. */
export function updateMessagesByRoom<
  If extends keyof MessagesByRoomIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: MessagesByRoomUpdate,
  options?: UpdateOptions<MessagesByRoomTypes, If, Exists>,
): Promise<Updated<MessagesByRoomTypes, If, Exists>> {
  return updateParts(session, messagesByRoomTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteMessagesByRoom<
  If extends keyof MessagesByRoomIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: MessagesByRoomKey,
  options?: RemoveOptions<MessagesByRoomTypes, If, Exists>,
): Promise<Updated<MessagesByRoomTypes, If, Exists>> {
  return remove(session, messagesByRoomTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteMessagesByRoomWhere(
  session: Session,
  where: MessagesByRoomWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, messagesByRoomTable, where, options);
}
