// @generated from the table definition `chat.messages_by_room`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Bound,
  Condition,
  Direction,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  OrderedFindOptions,
  OrderedWhere,
  ReadOptions,
  RemoveOptions,
  Rows,
  Selected,
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
  map,
  remove,
  scan,
  text,
  timestamp,
  update,
} from "@colonnade/runtime";

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
export interface MessagesByRoomUpdate extends MessagesByRoomInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface MessagesByRoomIf {
  body?: Condition<string>;
  reactions?: Condition<ReadonlyMap<string, number>>;
}

/** Groups the types above for the runtime. */
export interface MessagesByRoomTypes {
  row: MessagesByRoomRow;
  key: MessagesByRoomKey;
  where: MessagesByRoomWhere;
  if: MessagesByRoomIf;
  insert: MessagesByRoomInsert;
  update: MessagesByRoomUpdate;
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
>(
  session: Session,
  key: MessagesByRoomKey,
  options?: ReadOptions<Column>,
): Promise<Selected<MessagesByRoomRow, Column> | undefined> {
  return get(session, messagesByRoomTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findMessagesByRoom<
  Column extends keyof MessagesByRoomRow = keyof MessagesByRoomRow,
  Order extends Direction = never,
>(
  session: Session,
  where: OrderedWhere<MessagesByRoomTypes, Order>,
  options?: OrderedFindOptions<Column, Order>,
): Rows<Selected<MessagesByRoomRow, Column>> {
  return find(session, messagesByRoomTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanMessagesByRoom<
  Column extends keyof MessagesByRoomRow = keyof MessagesByRoomRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<MessagesByRoomRow, Column>> {
  return scan(session, messagesByRoomTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertMessagesByRoom<If extends Flag = false>(
  session: Session,
  value: MessagesByRoomInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<MessagesByRoomTypes, If>> {
  return insert(session, messagesByRoomTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateMessagesByRoom<
  If extends keyof MessagesByRoomIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: MessagesByRoomUpdate,
  options?: UpdateOptions<MessagesByRoomTypes, If, Exists>,
): Promise<Updated<MessagesByRoomTypes, If, Exists>> {
  return update(session, messagesByRoomTable, value, options);
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
