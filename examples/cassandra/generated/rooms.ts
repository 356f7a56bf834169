// @generated from the table definition `chat.rooms`. Do not edit: run `colonnade generate`.
import type {
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
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
} from "@colonnade/runtime";
import type { SetChange } from "@colonnade/runtime/changes";
import { updateParts } from "@colonnade/runtime/changes";
import { set } from "@colonnade/runtime/composites";
import type { CountAllOptions } from "@colonnade/runtime/tables";
import { countAll } from "@colonnade/runtime/tables";

/** A row of `chat.rooms`. */
export interface RoomsRow {
  /** CQL `text`, partition key. */
  name: string;
  /** CQL `text`. */
  topic: string | null;
  /** CQL `set<text>`. */
  moderators: string[];
  /** CQL `timestamp`. */
  opened: Date | null;
}

/** The primary key of a row. */
export interface RoomsKey {
  name: string;
}

/** Selects rows by the whole partition key. */
export interface RoomsWhere {
  name: Match<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface RoomsInsert {
  name: string;
  topic?: string | null | undefined;
  moderators?: readonly string[] | null | undefined;
  opened?: Date | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface RoomsUpdate {
  name: string;
  topic?: string | null | undefined;
  moderators?: readonly string[] | SetChange<string> | null | undefined;
  opened?: Date | null | undefined;
}

/** A condition on a row: values of columns, or comparisons with them. */
export interface RoomsIf {
  topic?: Condition<string>;
  moderators?: Condition<readonly string[]>;
  opened?: Condition<Date>;
}

/** Groups the types above for the runtime. */
export interface RoomsTypes {
  row: RoomsRow;
  key: RoomsKey;
  where: RoomsWhere;
  if: RoomsIf;
  insert: RoomsInsert;
  update: RoomsUpdate;
  timed: "topic" | "opened";
}

const setOfText = /* @__PURE__ */ set(text);

/** Describes the table to the runtime. */
export const roomsTable: Table<RoomsTypes> = {
  keyspace: "chat",
  name: "rooms",
  apiName: "Rooms",
  columns: {
    name: text,
    topic: text,
    moderators: setOfText,
    opened: timestamp,
  },
  partitionKey: ["name"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getRooms<
  Column extends keyof RoomsRow = keyof RoomsRow,
  Timed extends RoomsTypes["timed"] = never,
>(
  session: Session,
  key: RoomsKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<RoomsRow, Column, Timed> | undefined> {
  return get(session, roomsTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findRooms<
  Column extends keyof RoomsRow = keyof RoomsRow,
  Timed extends RoomsTypes["timed"] = never,
>(
  session: Session,
  where: RoomsWhere,
  options?: FindOptions<Column, Timed>,
): Rows<Read<RoomsRow, Column, Timed>> {
  return find(session, roomsTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanRooms<
  Column extends keyof RoomsRow = keyof RoomsRow,
  Timed extends RoomsTypes["timed"] = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<RoomsRow, Column, Timed>> {
  return scan(session, roomsTable, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllRooms(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, roomsTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertRooms<If extends Flag = false>(
  session: Session,
  value: RoomsInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<RoomsTypes, If>> {
  return insert(session, roomsTable, value, options);
}

/** Updates columns of a row, whole or by changes of parts. Creates a missing row unless a condition is set. */
export function updateRooms<
  If extends keyof RoomsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: RoomsUpdate,
  options?: UpdateOptions<RoomsTypes, If, Exists>,
): Promise<Updated<RoomsTypes, If, Exists>> {
  return updateParts(session, roomsTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteRooms<
  If extends keyof RoomsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: RoomsKey,
  options?: RemoveOptions<RoomsTypes, If, Exists>,
): Promise<Updated<RoomsTypes, If, Exists>> {
  return remove(session, roomsTable, key, options);
}
