// @generated from the table definition `videos.watch_later`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  BoundWire,
  ConditionWire,
  CountDocument,
  CountVariables,
  DeleteVariables,
  DeleteWhereVariables,
  Direction,
  EncodeDeleteOptions,
  EncodeFindOptions,
  EncodeGetOptions,
  EncodeInsertOptions,
  EncodeOrderedFindOptions,
  EncodePartitionsOptions,
  EncodeRepeatableOptions,
  EncodeScanOptions,
  EncodeUpdateOptions,
  GetVariables,
  InsertVariables,
  MatchWire,
  OrderedFindVariables,
  OrderedWhere,
  Page,
  PageDocument,
  PageResult,
  PartitionsVariables,
  ScanVariables,
  TupleWire,
  UpdateVariables,
  WriteDocument,
} from "@colonnade/runtime/documents";
import {
  decodePage,
  decodePartitions,
  decodeRow,
  encodeCount,
  encodeCountAll,
  encodeDelete,
  encodeDeleteWhere,
  encodeFind,
  encodeGet,
  encodeInsert,
  encodePartitions,
  encodeScan,
  encodeUpdate,
} from "@colonnade/runtime/documents";
import type { UsersId, VideosId } from "./ids.js";
import { parse } from "graphql";
import type {
  PlaylistInsert,
  PlaylistKey,
  PlaylistRow,
  PlaylistTypes,
  PlaylistUpdate,
  PlaylistWhere,
} from "./watch_later.js";
import { playlistTable } from "./watch_later.js";

/** A row of `videos.watch_later`, in JSON. */
export interface PlaylistRowWire {
  /** CQL `uuid`. */
  userId: UsersId;
  /** CQL `tuple<int, text>`. */
  place: TupleWire<[number | null, string | null]>;
  /** CQL `timeuuid`. */
  videoId: VideosId | null;
  /** CQL `text`. */
  value: string | null;
  /** CQL `inet`. */
  in: string | null;
  /** CQL `smallint`. */
  oRDER: number | null;
}

/** The primary key of a row, in JSON. */
export interface PlaylistKeyWire {
  userId: UsersId;
  place: TupleWire<readonly [number | null, string | null]>;
}

/** Selects rows by their key, in JSON. */
export interface PlaylistWhereWire {
  userId: MatchWire<UsersId>;
  place?: BoundWire<TupleWire<readonly [number | null, string | null]>>;
}

/** The columns of an insert, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface PlaylistInsertWire {
  userId: UsersId;
  place: TupleWire<readonly [number | null, string | null]>;
  videoId?: VideosId | null | undefined;
  value?: string | null | undefined;
  in?: string | null | undefined;
  oRDER?: number | null | undefined;
}

/** The columns of an update, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface PlaylistUpdateWire extends PlaylistInsertWire {}

/** A condition on a row, in JSON. */
export interface PlaylistIfWire {
  videoId?: ConditionWire<VideosId>;
  value?: ConditionWire<string>;
  in?: ConditionWire<string>;
  oRDER?: ConditionWire<number>;
}

/** The variables of `insertPlaylistDocument`. */
export type InsertPlaylistVariables = InsertVariables<PlaylistInsertWire>;

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export const insertPlaylistDocument: WriteDocument<
  "insertWatchLater",
  InsertPlaylistVariables
> = /* @__PURE__ */ parse(`
mutation InsertPlaylist(
  $value: WatchLaterInput!
  $ifNotExists: Boolean
  $options: MutationOptions
) {
  insertWatchLater(value: $value, ifNotExists: $ifNotExists, options: $options) {
    applied
  }
}
`);

/** The variables of `updatePlaylistDocument`. */
export type UpdatePlaylistVariables = UpdateVariables<
  PlaylistUpdateWire,
  PlaylistIfWire
>;

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export const updatePlaylistDocument: WriteDocument<
  "updateWatchLater",
  UpdatePlaylistVariables
> = /* @__PURE__ */ parse(`
mutation UpdatePlaylist(
  $value: WatchLaterInput!
  $ifExists: Boolean
  $ifCondition: WatchLaterFilterInput
  $options: MutationOptions
) {
  updateWatchLater(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `deletePlaylistDocument`. */
export type DeletePlaylistVariables = DeleteVariables<
  PlaylistKeyWire,
  PlaylistIfWire
>;

/** Deletes a row. Succeeds if it does not exist. */
export const deletePlaylistDocument: WriteDocument<
  "deleteWatchLater",
  DeletePlaylistVariables
> = /* @__PURE__ */ parse(`
mutation DeletePlaylist(
  $value: WatchLaterInput!
  $ifExists: Boolean
  $ifCondition: WatchLaterFilterInput
  $options: MutationOptions
) {
  deleteWatchLater(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `deletePlaylistWhereDocument`. */
export type DeletePlaylistWhereVariables =
  DeleteWhereVariables<PlaylistWhereWire>;

/** Deletes rows of a partition at once, without reading them. */
export const deletePlaylistWhereDocument: WriteDocument<
  "deleteWatchLater",
  DeletePlaylistWhereVariables
> = /* @__PURE__ */ parse(`
mutation DeletePlaylistWhere(
  $where: WatchLaterFilterInput!
  $options: MutationOptions
) {
  deleteWatchLater(filter: $where, options: $options) {
    applied
  }
}
`);

/** The variables of `getPlaylistDocument`. */
export type GetPlaylistVariables = GetVariables<PlaylistKeyWire>;

/** Reads a row by its key: a page with one row, or none. */
export const getPlaylistDocument: PageDocument<
  "watchLater",
  PlaylistRowWire,
  GetPlaylistVariables
> = /* @__PURE__ */ parse(`
query GetPlaylist(
  $key: WatchLaterInput!
  $options: QueryOptions
) {
  watchLater(value: $key, options: $options) {
    values {
      userId
      place {
        item0
        item1
      }
      videoId
      value
      in
      oRDER
    }
    pageState
  }
}
`);

/** The variables of `findPlaylistDocument`. */
export type FindPlaylistVariables = OrderedFindVariables<
  PlaylistWhereWire,
  ["place_DESC"]
>;

/** Finds rows by partition: a page, and where the next one begins. */
export const findPlaylistDocument: PageDocument<
  "watchLater",
  PlaylistRowWire,
  FindPlaylistVariables
> = /* @__PURE__ */ parse(`
query FindPlaylist(
  $where: WatchLaterFilterInput!
  $orderBy: [WatchLaterOrder]
  $options: QueryOptions
) {
  watchLater(filter: $where, orderBy: $orderBy, options: $options) {
    values {
      userId
      place {
        item0
        item1
      }
      videoId
      value
      in
      oRDER
    }
    pageState
  }
}
`);

/** The variables of `scanPlaylistDocument`. */
export type ScanPlaylistVariables = ScanVariables;

/** Reads all rows of the table, page by page: a full scan, for small tables and background jobs. */
export const scanPlaylistDocument: PageDocument<
  "watchLater",
  PlaylistRowWire,
  ScanPlaylistVariables
> = /* @__PURE__ */ parse(`
query ScanPlaylist(
  $options: QueryOptions
) {
  watchLater(options: $options) {
    values {
      userId
      place {
        item0
        item1
      }
      videoId
      value
      in
      oRDER
    }
    pageState
  }
}
`);

/** The variables of `partitionsOfPlaylistDocument`. */
export type PartitionsOfPlaylistVariables = PartitionsVariables;

/** Reads the key of each partition, page by page: a full scan. */
export const partitionsOfPlaylistDocument: PageDocument<
  "watchLater",
  Pick<PlaylistRowWire, "userId">,
  PartitionsOfPlaylistVariables
> = /* @__PURE__ */ parse(`
query PartitionsOfPlaylist(
  $options: QueryOptions!
) {
  watchLater(options: $options) {
    values {
      userId
    }
    pageState
  }
}
`);

/** The variables of `countPlaylistDocument`. */
export type CountPlaylistVariables = CountVariables<PlaylistWhereWire>;

/** Counts rows of a partition, page by page. The database reads each of them. */
export const countPlaylistDocument: CountDocument<
  "watchLater",
  CountPlaylistVariables
> = /* @__PURE__ */ parse(`
query CountPlaylist(
  $where: WatchLaterFilterInput!
  $options: QueryOptions
) {
  watchLater(filter: $where, options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `countAllPlaylistDocument`. */
export type CountAllPlaylistVariables = ScanVariables;

/** Counts all rows of the table, page by page: a full scan. */
export const countAllPlaylistDocument: CountDocument<
  "watchLater",
  CountAllPlaylistVariables
> = /* @__PURE__ */ parse(`
query CountAllPlaylist(
  $options: QueryOptions
) {
  watchLater(options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `insertPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistInsert(
  value: PlaylistInsert,
  options?: EncodeInsertOptions,
): InsertPlaylistVariables {
  return encodeInsert(playlistTable, value, options);
}

/** The variables of `updatePlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistUpdate(
  value: PlaylistUpdate,
  options?: EncodeUpdateOptions<PlaylistTypes>,
): UpdatePlaylistVariables {
  return encodeUpdate(playlistTable, value, options);
}

/** The variables of `deletePlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistDelete(
  key: PlaylistKey,
  options?: EncodeDeleteOptions<PlaylistTypes>,
): DeletePlaylistVariables {
  return encodeDelete(playlistTable, key, options);
}

/** The variables of `deletePlaylistWhereDocument`. Throws if the database would reject a value. */
export function encodePlaylistDeleteWhere(
  where: PlaylistWhere,
  options?: EncodeRepeatableOptions,
): DeletePlaylistWhereVariables {
  return encodeDeleteWhere(playlistTable, where, options);
}

/** The variables of `getPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistGet(
  key: PlaylistKey,
  options?: EncodeGetOptions,
): GetPlaylistVariables {
  return encodeGet(playlistTable, key, options);
}

/** The variables of `findPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistFind<Order extends Direction = never>(
  where: OrderedWhere<PlaylistTypes, Order>,
  options?: EncodeOrderedFindOptions<Order>,
): FindPlaylistVariables {
  return encodeFind(playlistTable, where, options);
}

/** The variables of `scanPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistScan(
  options?: EncodeScanOptions,
): ScanPlaylistVariables {
  return encodeScan(playlistTable, options);
}

/** The variables of `partitionsOfPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistPartitions(
  options?: EncodePartitionsOptions,
): PartitionsOfPlaylistVariables {
  return encodePartitions(playlistTable, options);
}

/** The variables of `countPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistCount(
  where: PlaylistWhere,
  options?: EncodeFindOptions,
): CountPlaylistVariables {
  return encodeCount(playlistTable, where, options);
}

/** The variables of `countAllPlaylistDocument`. Throws if the database would reject a value. */
export function encodePlaylistCountAll(
  options?: EncodePartitionsOptions,
): CountAllPlaylistVariables {
  return encodeCountAll(playlistTable, options);
}

/** Decodes a row of a response. */
export function decodePlaylistRow(row: PlaylistRowWire): PlaylistRow {
  return decodeRow(playlistTable, row);
}

/** Decodes a page of a response. Throws if there is none. */
export function decodePlaylistPage(
  page: PageResult<PlaylistRowWire>,
): Page<PlaylistRow> {
  return decodePage(playlistTable, page);
}

/** Decodes a page of the keys of partitions. Throws if there is none. */
export function decodePlaylistPartitions(
  page: PageResult<Pick<PlaylistRowWire, "userId">>,
): Page<Pick<PlaylistRow, "userId">> {
  return decodePartitions(playlistTable, page);
}
