// @generated from the table definition `chat.rooms_by_member`. Do not edit: run `colonnade generate`.
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
  update,
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

/** A row of `chat.rooms_by_member`. */
export interface RoomsByMemberRow {
  /** CQL `text`, partition key. */
  member: string;
  /** CQL `text`, clustering key. */
  room: string;
  /** CQL `text`. */
  title: string | null;
}

/** The primary key of a row. */
export interface RoomsByMemberKey {
  member: string;
  room: string;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface RoomsByMemberWhere {
  member: Match<string>;
  room?: Bound<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface RoomsByMemberInsert {
  member: string;
  room: string;
  title?: string | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface RoomsByMemberUpdate extends RoomsByMemberInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface RoomsByMemberIf {
  title?: Condition<string>;
}

/** Groups the types above for the runtime. */
export interface RoomsByMemberTypes {
  row: RoomsByMemberRow;
  key: RoomsByMemberKey;
  where: RoomsByMemberWhere;
  if: RoomsByMemberIf;
  insert: RoomsByMemberInsert;
  update: RoomsByMemberUpdate;
  partition: "member";
  reversed: "desc";
}

/** Describes the table to the runtime. */
export const roomsByMemberTable: Table<RoomsByMemberTypes> = {
  keyspace: "chat",
  name: "rooms_by_member",
  apiName: "RoomsByMember",
  columns: {
    member: text,
    room: text,
    title: text,
  },
  partitionKey: ["member"],
  clusteringKey: ["room"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getRoomsByMember<
  Column extends keyof RoomsByMemberRow = keyof RoomsByMemberRow,
  Timed extends keyof RoomsByMemberIf = never,
>(
  session: Session,
  key: RoomsByMemberKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<RoomsByMemberRow, Column, Timed> | undefined> {
  return get(session, roomsByMemberTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findRoomsByMember<
  Column extends keyof RoomsByMemberRow = keyof RoomsByMemberRow,
  Order extends Direction = never,
  Timed extends keyof RoomsByMemberIf = never,
>(
  session: Session,
  where: OrderedWhere<RoomsByMemberTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<RoomsByMemberRow, Column, Timed>> {
  return find(session, roomsByMemberTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanRoomsByMember<
  Column extends keyof RoomsByMemberRow = keyof RoomsByMemberRow,
  Timed extends keyof RoomsByMemberIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<RoomsByMemberRow, Column, Timed>> {
  return scan(session, roomsByMemberTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfRoomsByMember(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<RoomsByMemberTypes>> {
  return partitions(session, roomsByMemberTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countRoomsByMember(
  session: Session,
  where: RoomsByMemberWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, roomsByMemberTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllRoomsByMember(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, roomsByMemberTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertRoomsByMember<If extends Flag = false>(
  session: Session,
  value: RoomsByMemberInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<RoomsByMemberTypes, If>> {
  return insert(session, roomsByMemberTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateRoomsByMember<
  If extends keyof RoomsByMemberIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: RoomsByMemberUpdate,
  options?: UpdateOptions<RoomsByMemberTypes, If, Exists>,
): Promise<Updated<RoomsByMemberTypes, If, Exists>> {
  return update(session, roomsByMemberTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteRoomsByMember<
  If extends keyof RoomsByMemberIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: RoomsByMemberKey,
  options?: RemoveOptions<RoomsByMemberTypes, If, Exists>,
): Promise<Updated<RoomsByMemberTypes, If, Exists>> {
  return remove(session, roomsByMemberTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteRoomsByMemberWhere(
  session: Session,
  where: RoomsByMemberWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, roomsByMemberTable, where, options);
}
