// @generated from the table definition `videos.watch_later`. Do not edit: run `colonnade generate`.
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
  tuple,
  update,
} from "@colonnade/runtime";
import type { UsersId, VideosId } from "./ids.js";
import { usersId, videosId } from "./ids.js";

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

/** What identifies a row. */
export interface PlaylistKey {
  userId: UsersId;
  place: readonly [number | null, string | null];
}

/** What selects rows: the whole partition key, and of the clustering key a prefix. */
export interface PlaylistWhere {
  userId: Match<UsersId>;
  place?: Bound<readonly [number | null, string | null]>;
}

/** What an insert takes: a column left out stays as it is, null deletes its value. */
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

/** What an update takes: a column left out stays as it is, null deletes its value. */
export interface PlaylistUpdate extends PlaylistInsert {}

/** What a condition can ask of a row: a value that a column has, or how it compares. */
export interface PlaylistIf {
  videoId?: Condition<VideosId>;
  value?: Condition<string>;
  in?: Condition<string>;
  priority?: Condition<number>;
}

/** The types above, as one for the runtime. */
export interface PlaylistTypes {
  row: PlaylistRow;
  key: PlaylistKey;
  where: PlaylistWhere;
  if: PlaylistIf;
  insert: PlaylistInsert;
  update: PlaylistUpdate;
}

const tupleOfIntAndText = /* @__PURE__ */ tuple(int, text);

/** What the runtime knows of the table. */
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

/** Reads the row of a key; undefined when there is none. */
export function getPlaylist<
  Column extends keyof PlaylistRow = keyof PlaylistRow,
>(
  session: Session,
  key: PlaylistKey,
  options?: ReadOptions<Column>,
): Promise<Selected<PlaylistRow, Column> | undefined> {
  return get(session, playlistTable, key, options);
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findPlaylist<
  Column extends keyof PlaylistRow = keyof PlaylistRow,
>(
  session: Session,
  where: PlaylistWhere,
  options?: OrderedFindOptions<Column>,
): Rows<Selected<PlaylistRow, Column>> {
  return find(session, playlistTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanPlaylist<
  Column extends keyof PlaylistRow = keyof PlaylistRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<PlaylistRow, Column>> {
  return scan(session, playlistTable, options);
}

/** Writes a row; one that is there is overwritten, unless `ifNotExists` is set. */
export function insertPlaylist<If extends Flag = false>(
  session: Session,
  value: PlaylistInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<PlaylistTypes, If>> {
  return insert(session, playlistTable, value, options);
}

/** Changes columns of a row; one that is not there comes to be, unless a condition is set. */
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

/** Deletes a row; one that is not there is no error. */
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
