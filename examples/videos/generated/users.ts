// @generated from the table definition `videos.users`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Condition,
  FindOptions,
  Flag,
  Indexed,
  InsertOptions,
  Inserted,
  Match,
  ObjectCondition,
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
  map,
  readIndexed,
  remove,
  scan,
  set,
  text,
  timestamp,
  update,
} from "@colonnade/runtime";
import type { UsersId } from "./ids.js";
import { usersId } from "./ids.js";
import type { Address } from "./user-types.js";
import { addressType } from "./user-types.js";
import type { Money } from "../money.js";
import { money } from "../money.js";

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

/** What identifies a row. */
export interface UsersKey {
  id: UsersId;
}

/** What selects rows: the whole partition key. */
export interface UsersWhere {
  id: Match<UsersId>;
}

/** What selects rows by the index on `email`. */
export interface UsersWithEmail {
  email: string;
}

/** What selects rows by the index on the values of `interests`. */
export interface UsersWithInterests {
  interests: { contains: string };
}

/** What selects rows by the index on the entries of `settings`. */
export interface UsersWithSettingsEntry {
  settings: { containsEntry: readonly [string, string] };
}

/** What selects rows by the index on `joined`. */
export interface UsersWithJoined {
  joined: Indexed<Date>;
}

/** What an insert takes: a column left out stays as it is, null deletes its value. */
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

/** What an update takes: a column left out stays as it is, null deletes its value. */
export interface UsersUpdate extends UsersInsert {}

/** What a condition can ask of a row: a value that a column has, or how it compares. */
export interface UsersIf {
  email?: Condition<string>;
  name?: Condition<string>;
  joined?: Condition<Date>;
  home?: ObjectCondition<Address>;
  interests?: Condition<readonly string[]>;
  settings?: Condition<ReadonlyMap<string, string>>;
  balance?: ObjectCondition<Money>;
}

/** The types above, as one for the runtime. */
export interface UsersTypes {
  row: UsersRow;
  key: UsersKey;
  where: UsersWhere;
  if: UsersIf;
  insert: UsersInsert;
  update: UsersUpdate;
}

const setOfText = /* @__PURE__ */ set(text);
const mapOfTextToText = /* @__PURE__ */ map(text, text);

/** What the runtime knows of the table. */
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

/** Reads the row of a key; undefined when there is none. */
export function getUsers<Column extends keyof UsersRow = keyof UsersRow>(
  session: Session,
  key: UsersKey,
  options?: ReadOptions<Column>,
): Promise<Selected<UsersRow, Column> | undefined> {
  return get(session, usersTable, key, options);
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findUsers<Column extends keyof UsersRow = keyof UsersRow>(
  session: Session,
  where: UsersWhere,
  options?: FindOptions<Column>,
): Rows<Selected<UsersRow, Column>> {
  return find(session, usersTable, where, options);
}

/** Finds rows by the index on `email`; nothing is sent before the result is read. */
export function findUsersWithEmail<
  Column extends keyof UsersRow = keyof UsersRow,
>(
  session: Session,
  where: UsersWithEmail,
  options?: FindOptions<Column>,
): Rows<Selected<UsersRow, Column>> {
  return readIndexed(session, usersTable, where, options);
}

/** Finds rows by the index on `interests`; nothing is sent before the result is read. */
export function findUsersWithInterests<
  Column extends keyof UsersRow = keyof UsersRow,
>(
  session: Session,
  where: UsersWithInterests,
  options?: FindOptions<Column>,
): Rows<Selected<UsersRow, Column>> {
  return readIndexed(session, usersTable, where, options);
}

/** Finds rows by the index on `settings`; nothing is sent before the result is read. */
export function findUsersWithSettingsEntry<
  Column extends keyof UsersRow = keyof UsersRow,
>(
  session: Session,
  where: UsersWithSettingsEntry,
  options?: FindOptions<Column>,
): Rows<Selected<UsersRow, Column>> {
  return readIndexed(session, usersTable, where, options);
}

/** Finds rows by the index on `joined`; nothing is sent before the result is read. */
export function findUsersWithJoined<
  Column extends keyof UsersRow = keyof UsersRow,
>(
  session: Session,
  where: UsersWithJoined,
  options?: FindOptions<Column>,
): Rows<Selected<UsersRow, Column>> {
  return readIndexed(session, usersTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanUsers<Column extends keyof UsersRow = keyof UsersRow>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<UsersRow, Column>> {
  return scan(session, usersTable, options);
}

/** Writes a row; one that is there is overwritten, unless `ifNotExists` is set. */
export function insertUsers<If extends Flag = false>(
  session: Session,
  value: UsersInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<UsersTypes, If>> {
  return insert(session, usersTable, value, options);
}

/** Changes columns of a row; one that is not there comes to be, unless a condition is set. */
export function updateUsers<
  If extends keyof UsersIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: UsersUpdate,
  options?: UpdateOptions<UsersTypes, If, Exists>,
): Promise<Updated<UsersTypes, If, Exists>> {
  return update(session, usersTable, value, options);
}

/** Deletes a row; one that is not there is no error. */
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
