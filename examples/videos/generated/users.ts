// @generated from the table definition `videos.users`. Do not edit: run `colonnade generate`.
import type {
  Condition,
  FindOptions,
  Flag,
  Indexed,
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
  readIndexed,
  remove,
  scan,
  text,
  timestamp,
} from "@colonnade/runtime";
import type { UsersId } from "./ids.js";
import { usersId } from "./ids.js";
import type { Address } from "./user-types.js";
import { addressType } from "./user-types.js";
import type { Money } from "../money.js";
import { money } from "../money.js";
import type {
  EntryCondition,
  FieldCondition,
  FieldsChange,
  MapChange,
  SetChange,
} from "@colonnade/runtime/changes";
import { updateParts } from "@colonnade/runtime/changes";
import { map, set } from "@colonnade/runtime/composites";
import type { CountAllOptions } from "@colonnade/runtime/tables";
import { countAll } from "@colonnade/runtime/tables";

/**
 * A row of `videos.users`.
 *
 * People who watch, and some who film.
 */
export interface UsersRow {
  /** CQL `uuid`, partition key. */
  id: UsersId;
  /**
   * Where the monthly letter goes.
   *
   * CQL `text`.
   */
  email: string | null;
  /** CQL `text`. */
  name: string | null;
  /** CQL `timestamp`. */
  joined: Date | null;
  /** CQL `address`. */
  home: Address | null;
  /** CQL `set<text>`. */
  interests: string[];
  /** CQL `map<text, text>`. */
  settings: Map<string, string>;
  /**
   * What is left of the last voucher.
   *
   * CQL `decimal`.
   */
  balance: Money | null;
}

/** The primary key of a row. */
export interface UsersKey {
  id: UsersId;
}

/** Selects rows by the whole partition key. */
export interface UsersWhere {
  id: Match<UsersId>;
}

/** Selects rows by the index on `email`. */
export interface UsersWithEmail {
  email: string;
}

/** Selects rows by the index on the values of `interests`. */
export interface UsersWithInterests {
  interests: { contains: string };
}

/** Selects rows by the index on the entries of `settings`. */
export interface UsersWithSettingsEntry {
  settings: { containsEntry: readonly [string, string] };
}

/** Selects rows by the index on `joined`. */
export interface UsersWithJoined {
  joined: Indexed<Date>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface UsersInsert {
  id: UsersId;
  /** Where the monthly letter goes. */
  email?: string | null | undefined;
  name?: string | null | undefined;
  joined?: Date | null | undefined;
  home?: Address | null | undefined;
  interests?: readonly string[] | null | undefined;
  settings?: ReadonlyMap<string, string> | null | undefined;
  /** What is left of the last voucher. */
  balance?: Money | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface UsersUpdate {
  id: UsersId;
  /** Where the monthly letter goes. */
  email?: string | null | undefined;
  name?: string | null | undefined;
  joined?: Date | null | undefined;
  home?: Address | FieldsChange<Address> | null | undefined;
  interests?: readonly string[] | SetChange<string> | null | undefined;
  settings?:
    ReadonlyMap<string, string> | MapChange<string, string> | null | undefined;
  /** What is left of the last voucher. */
  balance?: Money | null | undefined;
}

/** A condition on a row: values of columns, or comparisons with them. */
export interface UsersIf {
  email?: Condition<string>;
  name?: Condition<string>;
  joined?: Condition<Date>;
  home?: Condition<Address> | FieldCondition<Address>;
  interests?: Condition<readonly string[]>;
  settings?:
    Condition<ReadonlyMap<string, string>> | EntryCondition<string, string>;
  balance?: Condition<Money>;
}

/** Groups the types above for the runtime. */
export interface UsersTypes {
  row: UsersRow;
  key: UsersKey;
  where: UsersWhere;
  if: UsersIf;
  insert: UsersInsert;
  update: UsersUpdate;
  timed: "email" | "name" | "joined" | "balance";
}

const setOfText = /* @__PURE__ */ set(text);
const mapOfTextToText = /* @__PURE__ */ map(text, text);

/** Describes the table to the runtime. */
export const usersTable: Table<UsersTypes> = {
  keyspace: "videos",
  name: "users",
  apiName: "Users",
  columns: {
    id: usersId,
    email: text,
    name: text,
    joined: timestamp,
    home: addressType,
    interests: setOfText,
    settings: mapOfTextToText,
    balance: money,
  },
  partitionKey: ["id"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getUsers<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  key: UsersKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<UsersRow, Column, Timed> | undefined> {
  return get(session, usersTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findUsers<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  where: UsersWhere,
  options?: FindOptions<Column, Timed>,
): Rows<Read<UsersRow, Column, Timed>> {
  return find(session, usersTable, where, options);
}

/** Finds rows by the index on `email`. Sends nothing until the result is read. */
export function findUsersWithEmail<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  where: UsersWithEmail,
  options?: FindOptions<Column, Timed>,
): Rows<Read<UsersRow, Column, Timed>> {
  return readIndexed(session, usersTable, where, options);
}

/** Finds rows by the index on `interests`. Sends nothing until the result is read. */
export function findUsersWithInterests<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  where: UsersWithInterests,
  options?: FindOptions<Column, Timed>,
): Rows<Read<UsersRow, Column, Timed>> {
  return readIndexed(session, usersTable, where, options);
}

/** Finds rows by the index on `settings`. Sends nothing until the result is read. */
export function findUsersWithSettingsEntry<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  where: UsersWithSettingsEntry,
  options?: FindOptions<Column, Timed>,
): Rows<Read<UsersRow, Column, Timed>> {
  return readIndexed(session, usersTable, where, options);
}

/** Finds rows by the index on `joined`. Sends nothing until the result is read. */
export function findUsersWithJoined<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  where: UsersWithJoined,
  options?: FindOptions<Column, Timed>,
): Rows<Read<UsersRow, Column, Timed>> {
  return readIndexed(session, usersTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanUsers<
  Column extends keyof UsersRow = keyof UsersRow,
  Timed extends UsersTypes["timed"] = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<UsersRow, Column, Timed>> {
  return scan(session, usersTable, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllUsers(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, usersTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertUsers<If extends Flag = false>(
  session: Session,
  value: UsersInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<UsersTypes, If>> {
  return insert(session, usersTable, value, options);
}

/** Updates columns of a row, whole or by changes of parts. Creates a missing row unless a condition is set. */
export function updateUsers<
  If extends keyof UsersIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: UsersUpdate,
  options?: UpdateOptions<UsersTypes, If, Exists>,
): Promise<Updated<UsersTypes, If, Exists>> {
  return updateParts(session, usersTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteUsers<
  If extends keyof UsersIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: UsersKey,
  options?: RemoveOptions<UsersTypes, If, Exists>,
): Promise<Updated<UsersTypes, If, Exists>> {
  return remove(session, usersTable, key, options);
}
