// @generated from the table definition `videos.videos_by_user`. Do not edit: run `colonnade generate`.
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
  StaticOptions,
  Table,
  UpdateOptions,
  UpdateValue,
  Updated,
} from "@colonnade/runtime";
import {
  find,
  get,
  insert,
  readStatic,
  remove,
  scan,
  text,
  timestamp,
  update,
} from "@colonnade/runtime";
import type { UsersId, VideosId } from "./ids.js";
import { usersId, videosId } from "./ids.js";
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
 * A row of `videos.videos_by_user`.
 *
 * The videos of a user, newest first.
 */
export interface VideosByUserRow {
  /** CQL `uuid`, partition key, column `user_id`. */
  userId: UsersId;
  /** CQL `timestamp`, clustering key, descending, column `uploaded_at`. */
  uploadedAt: Date;
  /** CQL `timeuuid`, clustering key, column `video_id`. */
  videoId: VideosId;
  /** CQL `text`. */
  title: string | null;
  /**
   * The same in every row of a user.
   *
   * CQL `text`, static, column `user_name`.
   */
  userName: string | null;
}

/** The primary key of a row. */
export interface VideosByUserKey {
  userId: UsersId;
  uploadedAt: Date;
  videoId: VideosId;
}

/** Selects a partition. */
export interface VideosByUserPartition {
  userId: Match<UsersId>;
}

/** Selects rows of a partition by a prefix of the clustering key. Its last column can have a range. */
export type VideosByUserClustering =
  | { uploadedAt: Match<Date>; videoId?: Bound<VideosId> }
  | { uploadedAt?: Bound<Date>; videoId?: never };

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export type VideosByUserWhere = VideosByUserPartition & VideosByUserClustering;

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface VideosByUserInsert {
  userId: UsersId;
  uploadedAt: Date;
  videoId: VideosId;
  title?: string | null | undefined;
  /** The same in every row of a user. */
  userName?: string | null | undefined;
}

/** An update of a row, with its whole key. */
export interface VideosByUserRowUpdate extends VideosByUserInsert {}

/** An update of the static columns, with only the partition key. */
export interface VideosByUserStaticUpdate {
  userId: UsersId;
  uploadedAt?: undefined;
  videoId?: undefined;
  title?: undefined;
  /** The same in every row of a user. */
  userName?: string | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export type VideosByUserUpdate =
  VideosByUserRowUpdate | VideosByUserStaticUpdate;

/** A condition on a row: values of columns, or comparisons with them. */
export interface VideosByUserIf {
  title?: Condition<string>;
  userName?: Condition<string>;
}

/** Groups the types above for the runtime. */
export interface VideosByUserTypes {
  row: VideosByUserRow;
  key: VideosByUserKey;
  where: VideosByUserWhere;
  if: VideosByUserIf;
  insert: VideosByUserInsert;
  update: VideosByUserUpdate;
  partition: "userId";
  reversed: "asc";
  static: "userName";
}

/** Describes the table to the runtime. */
export const videosByUserTable: Table<VideosByUserTypes> = {
  keyspace: "videos",
  name: "videos_by_user",
  apiName: "VideosByUser",
  columns: {
    userId: usersId,
    uploadedAt: timestamp,
    videoId: videosId,
    title: text,
    userName: text,
  },
  partitionKey: ["userId"],
  clusteringKey: [["uploadedAt", "desc"], "videoId"],
  staticColumns: ["userName"],
  cqlNames: {
    userId: "user_id",
    uploadedAt: "uploaded_at",
    videoId: "video_id",
    userName: "user_name",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getVideosByUser<
  Column extends keyof VideosByUserRow = keyof VideosByUserRow,
  Timed extends keyof VideosByUserIf = never,
>(
  session: Session,
  key: VideosByUserKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<VideosByUserRow, Column, Timed> | undefined> {
  return get(session, videosByUserTable, key, options);
}

/** Reads the static columns of a partition. Returns undefined if the partition does not exist. */
export function getVideosByUserStatic(
  session: Session,
  key: Pick<VideosByUserKey, "userId">,
  options?: StaticOptions,
): Promise<Pick<VideosByUserRow, "userId" | "userName"> | undefined> {
  return readStatic(
    session,
    videosByUserTable,
    key,
    ["userId", "userName"],
    options,
  );
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findVideosByUser<
  Column extends keyof VideosByUserRow = keyof VideosByUserRow,
  Order extends Direction = never,
  Timed extends keyof VideosByUserIf = never,
>(
  session: Session,
  where: OrderedWhere<VideosByUserTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<VideosByUserRow, Column, Timed>> {
  return find(session, videosByUserTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanVideosByUser<
  Column extends keyof VideosByUserRow = keyof VideosByUserRow,
  Timed extends keyof VideosByUserIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<VideosByUserRow, Column, Timed>> {
  return scan(session, videosByUserTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfVideosByUser(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<VideosByUserTypes>> {
  return partitions(session, videosByUserTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countVideosByUser(
  session: Session,
  where: VideosByUserWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, videosByUserTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllVideosByUser(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, videosByUserTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertVideosByUser<If extends Flag = false>(
  session: Session,
  value: VideosByUserInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<VideosByUserTypes, If>> {
  return insert(session, videosByUserTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateVideosByUser<
  If extends keyof VideosByUserIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: UpdateValue<VideosByUserTypes, If>,
  options?: UpdateOptions<VideosByUserTypes, If, Exists>,
): Promise<Updated<VideosByUserTypes, If, Exists>> {
  return update(session, videosByUserTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteVideosByUser<
  If extends keyof VideosByUserIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: VideosByUserKey,
  options?: RemoveOptions<VideosByUserTypes, If, Exists>,
): Promise<Updated<VideosByUserTypes, If, Exists>> {
  return remove(session, videosByUserTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteVideosByUserWhere(
  session: Session,
  where: VideosByUserWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, videosByUserTable, where, options);
}
