// @generated from the table definition `videos.users`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  ConditionWire,
  DeleteVariables,
  EncodeDeleteOptions,
  EncodeFindOptions,
  EncodeGetOptions,
  EncodeInsertOptions,
  EncodeUpdateOptions,
  EntryWire,
  FindVariables,
  GetVariables,
  InsertVariables,
  MatchWire,
  Page,
  PageDocument,
  PageResult,
  UpdateVariables,
  WriteDocument,
} from "@colonnade/runtime/documents";
import {
  decodePage,
  decodeRow,
  encodeDelete,
  encodeFind,
  encodeGet,
  encodeInsert,
  encodeUpdate,
} from "@colonnade/runtime/documents";
import type { UsersId } from "./ids.js";
import type { AddressWire } from "./user-types.documents.js";
import { parse } from "graphql";
import type {
  UsersInsert,
  UsersKey,
  UsersRow,
  UsersTypes,
  UsersUpdate,
  UsersWhere,
} from "./users.js";
import { usersTable } from "./users.js";

/** A row of `videos.users`, in JSON. */
export interface UsersRowWire {
  /** CQL `uuid`. */
  id: UsersId;
  /** CQL `text`. */
  email: string | null;
  /** CQL `text`. */
  name: string | null;
  /** CQL `timestamp`. */
  joined: string | null;
  /** CQL `address`. */
  home: AddressWire | null;
  /** CQL `set<text>`. */
  interests: string[] | null;
  /** CQL `map<text, text>`. */
  settings: EntryWire<string, string>[] | null;
  /** CQL `decimal`. */
  balance: string | null;
}

/** The primary key of a row, in JSON. */
export interface UsersKeyWire {
  id: UsersId;
}

/** Selects rows by their key, in JSON. */
export interface UsersWhereWire {
  id: MatchWire<UsersId>;
}

/** The columns of an insert, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface UsersInsertWire {
  id: UsersId;
  email?: string | null | undefined;
  name?: string | null | undefined;
  joined?: string | null | undefined;
  home?: AddressWire | null | undefined;
  interests?: readonly string[] | null | undefined;
  settings?: readonly EntryWire<string, string>[] | null | undefined;
  balance?: string | null | undefined;
}

/** The columns of an update, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface UsersUpdateWire extends UsersInsertWire {}

/** A condition on a row, in JSON. */
export interface UsersIfWire {
  email?: ConditionWire<string>;
  name?: ConditionWire<string>;
  joined?: ConditionWire<string>;
  home?: ConditionWire<AddressWire>;
  interests?: ConditionWire<readonly string[]>;
  settings?: ConditionWire<readonly EntryWire<string, string>[]>;
  balance?: ConditionWire<string>;
}

/** The variables of `insertUsersDocument`. */
export type InsertUsersVariables = InsertVariables<UsersInsertWire>;

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export const insertUsersDocument: WriteDocument<
  "insertUsers",
  InsertUsersVariables
> = /* @__PURE__ */ parse(`
mutation InsertUsers(
  $value: UsersInput!
  $ifNotExists: Boolean
  $options: MutationOptions
) {
  insertUsers(value: $value, ifNotExists: $ifNotExists, options: $options) {
    applied
  }
}
`);

/** The variables of `updateUsersDocument`. */
export type UpdateUsersVariables = UpdateVariables<
  UsersUpdateWire,
  UsersIfWire
>;

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export const updateUsersDocument: WriteDocument<
  "updateUsers",
  UpdateUsersVariables
> = /* @__PURE__ */ parse(`
mutation UpdateUsers(
  $value: UsersInput!
  $ifExists: Boolean
  $ifCondition: UsersFilterInput
  $options: MutationOptions
) {
  updateUsers(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `deleteUsersDocument`. */
export type DeleteUsersVariables = DeleteVariables<UsersKeyWire, UsersIfWire>;

/** Deletes a row. Succeeds if it does not exist. */
export const deleteUsersDocument: WriteDocument<
  "deleteUsers",
  DeleteUsersVariables
> = /* @__PURE__ */ parse(`
mutation DeleteUsers(
  $value: UsersInput!
  $ifExists: Boolean
  $ifCondition: UsersFilterInput
  $options: MutationOptions
) {
  deleteUsers(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `getUsersDocument`. */
export type GetUsersVariables = GetVariables<UsersKeyWire>;

/** Reads a row by its key: a page with one row, or none. */
export const getUsersDocument: PageDocument<
  "users",
  UsersRowWire,
  GetUsersVariables
> = /* @__PURE__ */ parse(`
query GetUsers(
  $key: UsersInput!
  $options: QueryOptions
) {
  users(value: $key, options: $options) {
    values {
      id
      email
      name
      joined
      home {
        street
        postalCode
        city
        position {
          item0
          item1
        }
      }
      interests
      settings {
        key
        value
      }
      balance
    }
    pageState
  }
}
`);

/** The variables of `findUsersDocument`. */
export type FindUsersVariables = FindVariables<UsersWhereWire>;

/** Finds rows by partition: a page, and where the next one begins. */
export const findUsersDocument: PageDocument<
  "users",
  UsersRowWire,
  FindUsersVariables
> = /* @__PURE__ */ parse(`
query FindUsers(
  $where: UsersFilterInput!
  $options: QueryOptions
) {
  users(filter: $where, options: $options) {
    values {
      id
      email
      name
      joined
      home {
        street
        postalCode
        city
        position {
          item0
          item1
        }
      }
      interests
      settings {
        key
        value
      }
      balance
    }
    pageState
  }
}
`);

/** The variables of `insertUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersInsert(
  value: UsersInsert,
  options?: EncodeInsertOptions,
): InsertUsersVariables {
  return encodeInsert(usersTable, value, options);
}

/** The variables of `updateUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersUpdate(
  value: UsersUpdate,
  options?: EncodeUpdateOptions<UsersTypes>,
): UpdateUsersVariables {
  return encodeUpdate(usersTable, value, options);
}

/** The variables of `deleteUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersDelete(
  key: UsersKey,
  options?: EncodeDeleteOptions<UsersTypes>,
): DeleteUsersVariables {
  return encodeDelete(usersTable, key, options);
}

/** The variables of `getUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersGet(
  key: UsersKey,
  options?: EncodeGetOptions,
): GetUsersVariables {
  return encodeGet(usersTable, key, options);
}

/** The variables of `findUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersFind(
  where: UsersWhere,
  options?: EncodeFindOptions,
): FindUsersVariables {
  return encodeFind(usersTable, where, options);
}

/** Decodes a row of a response. */
export function decodeUsersRow(row: UsersRowWire): UsersRow {
  return decodeRow(usersTable, row);
}

/** Decodes a page of a response. Throws if there is none. */
export function decodeUsersPage(
  page: PageResult<UsersRowWire>,
): Page<UsersRow> {
  return decodePage(usersTable, page);
}
