// @generated from the table definition `videos.users`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  ConditionWire,
  ContainsEntryWire,
  ContainsWire,
  CountDocument,
  DeleteVariables,
  EncodeDeleteOptions,
  EncodeFindOptions,
  EncodeGetOptions,
  EncodeInsertOptions,
  EncodePartitionsOptions,
  EncodeScanOptions,
  EncodeUpdateOptions,
  EntriesConditionWire,
  EntryWire,
  EqualWire,
  FieldsChangesWire,
  FieldsConditionWire,
  FindVariables,
  GetVariables,
  IndexedWire,
  InsertVariables,
  MapChangesWire,
  MatchWire,
  Page,
  PageDocument,
  PageResult,
  ScanVariables,
  SetChangesWire,
  UpdatePartsVariables,
  WriteDocument,
} from "@colonnade/runtime/documents";
import {
  decodePage,
  decodeRow,
  encodeCountAll,
  encodeDelete,
  encodeFind,
  encodeGet,
  encodeIndexed,
  encodeInsert,
  encodeScan,
  encodeUpdateParts,
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
  UsersWithEmail,
  UsersWithInterests,
  UsersWithJoined,
  UsersWithSettingsEntry,
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

/** Selects rows by an index, in JSON. */
export interface UsersWithEmailWire {
  email: EqualWire<string>;
}

/** Selects rows by an index, in JSON. */
export interface UsersWithInterestsWire {
  interests: ContainsWire<string>;
}

/** Selects rows by an index, in JSON. */
export interface UsersWithSettingsEntryWire {
  settings: ContainsEntryWire<string, string>;
}

/** Selects rows by an index, in JSON. */
export interface UsersWithJoinedWire {
  joined: IndexedWire<string>;
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
  home?: FieldsConditionWire<AddressWire>;
  interests?: ConditionWire<readonly string[]>;
  settings?: EntriesConditionWire<
    readonly EntryWire<string, string>[],
    string,
    string
  >;
  balance?: ConditionWire<string>;
}

/** Changes of parts of a row, in JSON. */
export interface UpdateUsersChanges {
  home?: FieldsChangesWire<AddressWire>;
  interests?: SetChangesWire<string>;
  settings?: MapChangesWire<string, string>;
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
export type UpdateUsersVariables = UpdatePartsVariables<
  UsersUpdateWire,
  UpdateUsersChanges,
  UsersIfWire
>;

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export const updateUsersDocument: WriteDocument<
  "updateUsers",
  UpdateUsersVariables
> = /* @__PURE__ */ parse(`
mutation UpdateUsers(
  $value: UsersInput!
  $changes: UsersChangesInput
  $ifExists: Boolean
  $ifCondition: UsersFilterInput
  $options: MutationOptions
) {
  updateUsers(value: $value, changes: $changes, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
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

/** The variables of `scanUsersDocument`. */
export type ScanUsersVariables = ScanVariables;

/** Reads all rows of the table, page by page: a full scan, for small tables and background jobs. */
export const scanUsersDocument: PageDocument<
  "users",
  UsersRowWire,
  ScanUsersVariables
> = /* @__PURE__ */ parse(`
query ScanUsers(
  $options: QueryOptions
) {
  users(options: $options) {
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

/** The variables of `countAllUsersDocument`. */
export type CountAllUsersVariables = ScanVariables;

/** Counts all rows of the table, page by page: a full scan. */
export const countAllUsersDocument: CountDocument<
  "users",
  CountAllUsersVariables
> = /* @__PURE__ */ parse(`
query CountAllUsers(
  $options: QueryOptions
) {
  users(options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `findUsersWithEmailDocument`. */
export type FindUsersWithEmailVariables = FindVariables<UsersWithEmailWire>;

/** Finds rows by an index: a page, and where the next one begins. */
export const findUsersWithEmailDocument: PageDocument<
  "users",
  UsersRowWire,
  FindUsersWithEmailVariables
> = /* @__PURE__ */ parse(`
query FindUsersWithEmail(
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

/** The variables of `findUsersWithInterestsDocument`. */
export type FindUsersWithInterestsVariables =
  FindVariables<UsersWithInterestsWire>;

/** Finds rows by an index: a page, and where the next one begins. */
export const findUsersWithInterestsDocument: PageDocument<
  "users",
  UsersRowWire,
  FindUsersWithInterestsVariables
> = /* @__PURE__ */ parse(`
query FindUsersWithInterests(
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

/** The variables of `findUsersWithSettingsEntryDocument`. */
export type FindUsersWithSettingsEntryVariables =
  FindVariables<UsersWithSettingsEntryWire>;

/** Finds rows by an index: a page, and where the next one begins. */
export const findUsersWithSettingsEntryDocument: PageDocument<
  "users",
  UsersRowWire,
  FindUsersWithSettingsEntryVariables
> = /* @__PURE__ */ parse(`
query FindUsersWithSettingsEntry(
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

/** The variables of `findUsersWithJoinedDocument`. */
export type FindUsersWithJoinedVariables = FindVariables<UsersWithJoinedWire>;

/** Finds rows by an index: a page, and where the next one begins. */
export const findUsersWithJoinedDocument: PageDocument<
  "users",
  UsersRowWire,
  FindUsersWithJoinedVariables
> = /* @__PURE__ */ parse(`
query FindUsersWithJoined(
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
  return encodeUpdateParts(usersTable, value, options);
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

/** The variables of `scanUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersScan(
  options?: EncodeScanOptions,
): ScanUsersVariables {
  return encodeScan(usersTable, options);
}

/** The variables of `countAllUsersDocument`. Throws if the database would reject a value. */
export function encodeUsersCountAll(
  options?: EncodePartitionsOptions,
): CountAllUsersVariables {
  return encodeCountAll(usersTable, options);
}

/** The variables of `findUsersWithEmailDocument`. Throws if the database would reject a value. */
export function encodeFindUsersWithEmail(
  where: UsersWithEmail,
  options?: EncodeFindOptions,
): FindUsersWithEmailVariables {
  return encodeIndexed(usersTable, where, options);
}

/** The variables of `findUsersWithInterestsDocument`. Throws if the database would reject a value. */
export function encodeFindUsersWithInterests(
  where: UsersWithInterests,
  options?: EncodeFindOptions,
): FindUsersWithInterestsVariables {
  return encodeIndexed(usersTable, where, options);
}

/** The variables of `findUsersWithSettingsEntryDocument`. Throws if the database would reject a value. */
export function encodeFindUsersWithSettingsEntry(
  where: UsersWithSettingsEntry,
  options?: EncodeFindOptions,
): FindUsersWithSettingsEntryVariables {
  return encodeIndexed(usersTable, where, options);
}

/** The variables of `findUsersWithJoinedDocument`. Throws if the database would reject a value. */
export function encodeFindUsersWithJoined(
  where: UsersWithJoined,
  options?: EncodeFindOptions,
): FindUsersWithJoinedVariables {
  return encodeIndexed(usersTable, where, options);
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
