// @generated from the table definition `videos.watch_later`. Do not edit: run `colonnade generate`.
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
  inet,
  insert,
  int,
  remove,
  scan,
  smallint,
  text,
  update,
} from "@colonnade/runtime";
import type { UsersId, VideosId } from "./ids.js";
import { usersId, videosId } from "./ids.js";
import { tuple } from "@colonnade/runtime/composites";
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
 * A row of `videos.watch_later`.
 *
 * What a user wants to see; forgotten after ninety days.
 */
export interface PlaylistRow {
  /** CQL `uuid`, partition key, column `user_id`. */
  userId: UsersId;
  /**
   * The order that the user gave it, then the title.
   *
   * CQL `tuple<int, text>`, clustering key.
   */
  place: [number | null, string | null];
  /** CQL `timeuuid`, column `video_id`. */
  videoId: VideosId | null;
  /**
   * A note.
   *
   * CQL `text`.
   */
  value: string | null;
  /**
   * From where it was noted.
   *
   * CQL `inet`.
   */
  in: string | null;
  /** CQL `smallint`, column `ORDER`. */
  priority: number | null;
}

/** The primary key of a row. */
export interface PlaylistKey {
  userId: UsersId;
  place: readonly [number | null, string | null];
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface PlaylistWhere {
  userId: Match<UsersId>;
  place?: Bound<readonly [number | null, string | null]>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface PlaylistInsert {
  userId: UsersId;
  /** The order that the user gave it, then the title. */
  place: readonly [number | null, string | null];
  videoId?: VideosId | null | undefined;
  /** A note. */
  value?: string | null | undefined;
  /** From where it was noted. */
  in?: string | null | undefined;
  priority?: number | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface PlaylistUpdate extends PlaylistInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface PlaylistIf {
  videoId?: Condition<VideosId>;
  value?: Condition<string>;
  in?: Condition<string>;
  priority?: Condition<number>;
}

/** Groups the types above for the runtime. */
export interface PlaylistTypes {
  row: PlaylistRow;
  key: PlaylistKey;
  where: PlaylistWhere;
  if: PlaylistIf;
  insert: PlaylistInsert;
  update: PlaylistUpdate;
  partition: "userId";
  reversed: "desc";
}

const tupleOfIntAndText = /* @__PURE__ */ tuple(int, text);

/** Describes the table to the runtime. */
export const playlistTable: Table<PlaylistTypes> = {
  keyspace: "videos",
  name: "watch_later",
  apiName: "WatchLater",
  columns: {
    userId: usersId,
    place: tupleOfIntAndText,
    videoId: videosId,
    value: text,
    in: inet,
    priority: smallint,
  },
  partitionKey: ["userId"],
  clusteringKey: ["place"],
  cqlNames: {
    userId: "user_id",
    videoId: "video_id",
    priority: "ORDER",
  },
  apiNames: {
    priority: "oRDER",
  },
  defaultTimeToLive: 7776000,
  contended: true,
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getPlaylist<
  Column extends keyof PlaylistRow = keyof PlaylistRow,
  Timed extends keyof PlaylistIf = never,
>(
  session: Session,
  key: PlaylistKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<PlaylistRow, Column, Timed> | undefined> {
  return get(session, playlistTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findPlaylist<
  Column extends keyof PlaylistRow = keyof PlaylistRow,
  Order extends Direction = never,
  Timed extends keyof PlaylistIf = never,
>(
  session: Session,
  where: OrderedWhere<PlaylistTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<PlaylistRow, Column, Timed>> {
  return find(session, playlistTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanPlaylist<
  Column extends keyof PlaylistRow = keyof PlaylistRow,
  Timed extends keyof PlaylistIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<PlaylistRow, Column, Timed>> {
  return scan(session, playlistTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfPlaylist(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<PlaylistTypes>> {
  return partitions(session, playlistTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countPlaylist(
  session: Session,
  where: PlaylistWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, playlistTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllPlaylist(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, playlistTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertPlaylist<If extends Flag = false>(
  session: Session,
  value: PlaylistInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<PlaylistTypes, If>> {
  return insert(session, playlistTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updatePlaylist<
  If extends keyof PlaylistIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: PlaylistUpdate,
  options?: UpdateOptions<PlaylistTypes, If, Exists>,
): Promise<Updated<PlaylistTypes, If, Exists>> {
  return update(session, playlistTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deletePlaylist<
  If extends keyof PlaylistIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: PlaylistKey,
  options?: RemoveOptions<PlaylistTypes, If, Exists>,
): Promise<Updated<PlaylistTypes, If, Exists>> {
  return remove(session, playlistTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deletePlaylistWhere(
  session: Session,
  where: PlaylistWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, playlistTable, where, options);
}
