// @generated from the table definition `videos.videos_by_user`. Do not edit: run `colonnade generate`.
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
  VideosByUserInsert,
  VideosByUserKey,
  VideosByUserRow,
  VideosByUserTypes,
  VideosByUserUpdate,
  VideosByUserWhere,
} from "./videos_by_user.js";
import { videosByUserTable } from "./videos_by_user.js";

/** A row of `videos.videos_by_user`, in JSON. */
export interface VideosByUserRowWire {
  /** CQL `uuid`. */
  userId: UsersId;
  /** CQL `timestamp`. */
  uploadedAt: string | null;
  /** CQL `timeuuid`. */
  videoId: VideosId | null;
  /** CQL `text`. */
  title: string | null;
  /** CQL `text`. */
  userName: string | null;
}

/** The primary key of a row, in JSON. */
export interface VideosByUserKeyWire {
  userId: UsersId;
  uploadedAt: string;
  videoId: VideosId;
}

/** Selects a partition, in JSON. */
export interface VideosByUserPartitionWire {
  userId: MatchWire<UsersId>;
}

/** Selects rows of a partition by a prefix of the clustering key, in JSON. */
export type VideosByUserClusteringWire =
  | { uploadedAt: MatchWire<string>; videoId?: BoundWire<VideosId> }
  | { uploadedAt?: BoundWire<string>; videoId?: never };

/** Selects rows by their key, in JSON. */
export type VideosByUserWhereWire = VideosByUserPartitionWire &
  VideosByUserClusteringWire;

/** The columns of an insert, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface VideosByUserInsertWire {
  userId: UsersId;
  uploadedAt: string;
  videoId: VideosId;
  title?: string | null | undefined;
  userName?: string | null | undefined;
}

/** An update of a row with its whole key, in JSON. */
export interface VideosByUserRowUpdateWire extends VideosByUserInsertWire {}

/** An update of the static columns with only the partition key, in JSON. */
export interface VideosByUserStaticUpdateWire {
  userId: UsersId;
  uploadedAt?: undefined;
  videoId?: undefined;
  title?: undefined;
  userName?: string | null | undefined;
}

/** The columns of an update, in JSON. An omitted column stays unchanged, null deletes its value. */
export type VideosByUserUpdateWire =
  VideosByUserRowUpdateWire | VideosByUserStaticUpdateWire;

/** A condition on a row, in JSON. */
export interface VideosByUserIfWire {
  title?: ConditionWire<string>;
  userName?: ConditionWire<string>;
}

/** The variables of `insertVideosByUserDocument`. */
export type InsertVideosByUserVariables =
  InsertVariables<VideosByUserInsertWire>;

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export const insertVideosByUserDocument: WriteDocument<
  "insertVideosByUser",
  InsertVideosByUserVariables
> = /* @__PURE__ */ parse(`
mutation InsertVideosByUser(
  $value: VideosByUserInput!
  $ifNotExists: Boolean
  $options: MutationOptions
) {
  insertVideosByUser(value: $value, ifNotExists: $ifNotExists, options: $options) {
    applied
  }
}
`);

/** The variables of `updateVideosByUserDocument`. */
export type UpdateVideosByUserVariables = UpdateVariables<
  VideosByUserUpdateWire,
  VideosByUserIfWire
>;

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export const updateVideosByUserDocument: WriteDocument<
  "updateVideosByUser",
  UpdateVideosByUserVariables
> = /* @__PURE__ */ parse(`
mutation UpdateVideosByUser(
  $value: VideosByUserInput!
  $ifExists: Boolean
  $ifCondition: VideosByUserFilterInput
  $options: MutationOptions
) {
  updateVideosByUser(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `deleteVideosByUserDocument`. */
export type DeleteVideosByUserVariables = DeleteVariables<
  VideosByUserKeyWire,
  VideosByUserIfWire
>;

/** Deletes a row. Succeeds if it does not exist. */
export const deleteVideosByUserDocument: WriteDocument<
  "deleteVideosByUser",
  DeleteVideosByUserVariables
> = /* @__PURE__ */ parse(`
mutation DeleteVideosByUser(
  $value: VideosByUserInput!
  $ifExists: Boolean
  $ifCondition: VideosByUserFilterInput
  $options: MutationOptions
) {
  deleteVideosByUser(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `deleteVideosByUserWhereDocument`. */
export type DeleteVideosByUserWhereVariables =
  DeleteWhereVariables<VideosByUserWhereWire>;

/** Deletes rows of a partition at once, without reading them. */
export const deleteVideosByUserWhereDocument: WriteDocument<
  "deleteVideosByUser",
  DeleteVideosByUserWhereVariables
> = /* @__PURE__ */ parse(`
mutation DeleteVideosByUserWhere(
  $where: VideosByUserFilterInput!
  $options: MutationOptions
) {
  deleteVideosByUser(filter: $where, options: $options) {
    applied
  }
}
`);

/** The variables of `getVideosByUserDocument`. */
export type GetVideosByUserVariables = GetVariables<VideosByUserKeyWire>;

/** Reads a row by its key: a page with one row, or none. */
export const getVideosByUserDocument: PageDocument<
  "videosByUser",
  VideosByUserRowWire,
  GetVideosByUserVariables
> = /* @__PURE__ */ parse(`
query GetVideosByUser(
  $key: VideosByUserInput!
  $options: QueryOptions
) {
  videosByUser(value: $key, options: $options) {
    values {
      userId
      uploadedAt
      videoId
      title
      userName
    }
    pageState
  }
}
`);

/** The variables of `findVideosByUserDocument`. */
export type FindVideosByUserVariables = OrderedFindVariables<
  VideosByUserWhereWire,
  ["uploadedAt_ASC", "videoId_DESC"]
>;

/** Finds rows by partition: a page, and where the next one begins. */
export const findVideosByUserDocument: PageDocument<
  "videosByUser",
  VideosByUserRowWire,
  FindVideosByUserVariables
> = /* @__PURE__ */ parse(`
query FindVideosByUser(
  $where: VideosByUserFilterInput!
  $orderBy: [VideosByUserOrder]
  $options: QueryOptions
) {
  videosByUser(filter: $where, orderBy: $orderBy, options: $options) {
    values {
      userId
      uploadedAt
      videoId
      title
      userName
    }
    pageState
  }
}
`);

/** The variables of `scanVideosByUserDocument`. */
export type ScanVideosByUserVariables = ScanVariables;

/** Reads all rows of the table, page by page: a full scan, for small tables and background jobs. */
export const scanVideosByUserDocument: PageDocument<
  "videosByUser",
  VideosByUserRowWire,
  ScanVideosByUserVariables
> = /* @__PURE__ */ parse(`
query ScanVideosByUser(
  $options: QueryOptions
) {
  videosByUser(options: $options) {
    values {
      userId
      uploadedAt
      videoId
      title
      userName
    }
    pageState
  }
}
`);

/** The variables of `partitionsOfVideosByUserDocument`. */
export type PartitionsOfVideosByUserVariables = PartitionsVariables;

/** Reads the key of each partition, page by page: a full scan. */
export const partitionsOfVideosByUserDocument: PageDocument<
  "videosByUser",
  Pick<VideosByUserRowWire, "userId">,
  PartitionsOfVideosByUserVariables
> = /* @__PURE__ */ parse(`
query PartitionsOfVideosByUser(
  $options: QueryOptions!
) {
  videosByUser(options: $options) {
    values {
      userId
    }
    pageState
  }
}
`);

/** The variables of `countVideosByUserDocument`. */
export type CountVideosByUserVariables = CountVariables<VideosByUserWhereWire>;

/** Counts rows of a partition, page by page. The database reads each of them. */
export const countVideosByUserDocument: CountDocument<
  "videosByUser",
  CountVideosByUserVariables
> = /* @__PURE__ */ parse(`
query CountVideosByUser(
  $where: VideosByUserFilterInput!
  $options: QueryOptions
) {
  videosByUser(filter: $where, options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `countAllVideosByUserDocument`. */
export type CountAllVideosByUserVariables = ScanVariables;

/** Counts all rows of the table, page by page: a full scan. */
export const countAllVideosByUserDocument: CountDocument<
  "videosByUser",
  CountAllVideosByUserVariables
> = /* @__PURE__ */ parse(`
query CountAllVideosByUser(
  $options: QueryOptions
) {
  videosByUser(options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `insertVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserInsert(
  value: VideosByUserInsert,
  options?: EncodeInsertOptions,
): InsertVideosByUserVariables {
  return encodeInsert(videosByUserTable, value, options);
}

/** The variables of `updateVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserUpdate(
  value: VideosByUserUpdate,
  options?: EncodeUpdateOptions<VideosByUserTypes>,
): UpdateVideosByUserVariables {
  return encodeUpdate(videosByUserTable, value, options);
}

/** The variables of `deleteVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserDelete(
  key: VideosByUserKey,
  options?: EncodeDeleteOptions<VideosByUserTypes>,
): DeleteVideosByUserVariables {
  return encodeDelete(videosByUserTable, key, options);
}

/** The variables of `deleteVideosByUserWhereDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserDeleteWhere(
  where: VideosByUserWhere,
  options?: EncodeRepeatableOptions,
): DeleteVideosByUserWhereVariables {
  return encodeDeleteWhere(videosByUserTable, where, options);
}

/** The variables of `getVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserGet(
  key: VideosByUserKey,
  options?: EncodeGetOptions,
): GetVideosByUserVariables {
  return encodeGet(videosByUserTable, key, options);
}

/** The variables of `findVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserFind<Order extends Direction = never>(
  where: OrderedWhere<VideosByUserTypes, Order>,
  options?: EncodeOrderedFindOptions<Order>,
): FindVideosByUserVariables {
  return encodeFind(videosByUserTable, where, options);
}

/** The variables of `scanVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserScan(
  options?: EncodeScanOptions,
): ScanVideosByUserVariables {
  return encodeScan(videosByUserTable, options);
}

/** The variables of `partitionsOfVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserPartitions(
  options?: EncodePartitionsOptions,
): PartitionsOfVideosByUserVariables {
  return encodePartitions(videosByUserTable, options);
}

/** The variables of `countVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserCount(
  where: VideosByUserWhere,
  options?: EncodeFindOptions,
): CountVideosByUserVariables {
  return encodeCount(videosByUserTable, where, options);
}

/** The variables of `countAllVideosByUserDocument`. Throws if the database would reject a value. */
export function encodeVideosByUserCountAll(
  options?: EncodePartitionsOptions,
): CountAllVideosByUserVariables {
  return encodeCountAll(videosByUserTable, options);
}

/** Decodes a row of a response. */
export function decodeVideosByUserRow(
  row: VideosByUserRowWire,
): VideosByUserRow {
  return decodeRow(videosByUserTable, row);
}

/** Decodes a page of a response. Throws if there is none. */
export function decodeVideosByUserPage(
  page: PageResult<VideosByUserRowWire>,
): Page<VideosByUserRow> {
  return decodePage(videosByUserTable, page);
}

/** Decodes a page of the keys of partitions. Throws if there is none. */
export function decodeVideosByUserPartitions(
  page: PageResult<Pick<VideosByUserRowWire, "userId">>,
): Page<Pick<VideosByUserRow, "userId">> {
  return decodePartitions(videosByUserTable, page);
}
