// @generated from the table definition `videos.videos_by_user`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Bound,
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  OrderedFindOptions,
  ReadOptions,
  RemoveOptions,
  Rows,
  Selected,
  Session,
  StaticOptions,
  Table,
  UpdateOptions,
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

/** What identifies a row. */
export interface VideosByUserKey {
  userId: UsersId;
  uploadedAt: Date;
  videoId: VideosId;
}

/** What selects a partition. */
export interface VideosByUserPartition {
  userId: Match<UsersId>;
}

/** Which rows of a partition: a prefix of the clustering key, its last column may have a range. */
export type VideosByUserClustering =
  | { uploadedAt: Match<Date>; videoId?: Bound<VideosId> }
  | { uploadedAt?: Bound<Date>; videoId?: never };

/** What selects rows: the whole partition key, and of the clustering key a prefix. */
export type VideosByUserWhere = VideosByUserPartition & VideosByUserClustering;

/** What an insert takes: a column left out stays as it is, null deletes its value. */
export interface VideosByUserInsert {
  userId: UsersId;
  uploadedAt: Date;
  videoId: VideosId;
  title?: string | null | undefined;
  /** The same in every row of a user. */
  userName?: string | null | undefined;
}

/** An update of a row, by its whole key. */
export interface VideosByUserRowUpdate extends VideosByUserInsert {}

/** An update of the static columns, by the partition key alone. */
export interface VideosByUserStaticUpdate {
  userId: UsersId;
  uploadedAt?: undefined;
  videoId?: undefined;
  title?: undefined;
  /** The same in every row of a user. */
  userName?: string | null | undefined;
}

/** What an update takes: a column left out stays as it is, null deletes its value. */
export type VideosByUserUpdate =
  VideosByUserRowUpdate | VideosByUserStaticUpdate;

/** What a condition can ask of a row: a value that a column has, or how it compares. */
export interface VideosByUserIf {
  title?: Condition<string>;
  userName?: Condition<string>;
}

/** The types above, as one for the runtime. */
export interface VideosByUserTypes {
  row: VideosByUserRow;
  key: VideosByUserKey;
  where: VideosByUserWhere;
  if: VideosByUserIf;
  insert: VideosByUserInsert;
  update: VideosByUserUpdate;
}

/** What the runtime knows of the table. */
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

/** Reads the row of a key; undefined when there is none. */
export function getVideosByUser<
  Column extends keyof VideosByUserRow = keyof VideosByUserRow,
>(
  session: Session,
  key: VideosByUserKey,
  options?: ReadOptions<Column>,
): Promise<Selected<VideosByUserRow, Column> | undefined> {
  return get(session, videosByUserTable, key, options);
}

/** Reads the static columns of a partition; undefined when there is no such partition. */
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

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findVideosByUser<
  Column extends keyof VideosByUserRow = keyof VideosByUserRow,
>(
  session: Session,
  where: VideosByUserWhere,
  options?: OrderedFindOptions<Column>,
): Rows<Selected<VideosByUserRow, Column>> {
  return find(session, videosByUserTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanVideosByUser<
  Column extends keyof VideosByUserRow = keyof VideosByUserRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<VideosByUserRow, Column>> {
  return scan(session, videosByUserTable, options);
}

/** Writes a row; one that is there is overwritten, unless `ifNotExists` is set. */
export function insertVideosByUser<If extends Flag = false>(
  session: Session,
  value: VideosByUserInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<VideosByUserTypes, If>> {
  return insert(session, videosByUserTable, value, options);
}

/** Changes columns of a row; one that is not there comes to be, unless a condition is set. */
export function updateVideosByUser<
  If extends keyof VideosByUserIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: VideosByUserUpdate,
  options?: UpdateOptions<VideosByUserTypes, If, Exists>,
): Promise<Updated<VideosByUserTypes, If, Exists>> {
  return update(session, videosByUserTable, value, options);
}

/** Deletes a row; one that is not there is no error. */
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
