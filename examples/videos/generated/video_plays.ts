// @generated from the table definition `videos.video_plays`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Applied,
  Bound,
  FindOptions,
  IncrementOptions,
  Match,
  OrderedFindOptions,
  ReadOptions,
  Rows,
  Selected,
  Session,
  Table,
} from "@colonnade/runtime";
import {
  counter,
  date,
  find,
  get,
  increment,
  remove,
  scan,
} from "@colonnade/runtime";
import type { VideosId } from "./ids.js";
import { videosId } from "./ids.js";

/**
 * A row of `videos.video_plays`.
 *
 * How often a video was watched, by day.
 */
export interface VideoPlaysRow {
  /** CQL `timeuuid`, partition key, column `video_id`. */
  videoId: VideosId;
  /** CQL `date`, clustering key, descending. */
  day: string;
  /** CQL `counter`. */
  started: bigint | null;
  /** CQL `counter`. */
  finished: bigint | null;
}

/** What identifies a row. */
export interface VideoPlaysKey {
  videoId: VideosId;
  day: string;
}

/** What selects rows: the whole partition key, and of the clustering key a prefix. */
export interface VideoPlaysWhere {
  videoId: Match<VideosId>;
  day?: Bound<string>;
}

/** What is added to the counters. */
export interface VideoPlaysIncrement {
  started?: bigint | undefined;
  finished?: bigint | undefined;
}

/** The types above, as one for the runtime. */
export interface VideoPlaysTypes {
  row: VideoPlaysRow;
  key: VideoPlaysKey;
  where: VideoPlaysWhere;
  if: never;
  insert: never;
  update: VideoPlaysIncrement;
}

/** What the runtime knows of the table. */
export const videoPlaysTable: Table<VideoPlaysTypes> = {
  keyspace: "videos",
  name: "video_plays",
  apiName: "VideoPlays",
  columns: {
    videoId: videosId,
    day: date,
    started: counter,
    finished: counter,
  },
  partitionKey: ["videoId"],
  clusteringKey: [["day", "desc"]],
  cqlNames: {
    videoId: "video_id",
  },
};

/** Reads the row of a key; undefined when there is none. */
export function getVideoPlays<
  Column extends keyof VideoPlaysRow = keyof VideoPlaysRow,
>(
  session: Session,
  key: VideoPlaysKey,
  options?: ReadOptions<Column>,
): Promise<Selected<VideoPlaysRow, Column> | undefined> {
  return get(session, videoPlaysTable, key, options);
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findVideoPlays<
  Column extends keyof VideoPlaysRow = keyof VideoPlaysRow,
>(
  session: Session,
  where: VideoPlaysWhere,
  options?: OrderedFindOptions<Column>,
): Rows<Selected<VideoPlaysRow, Column>> {
  return find(session, videoPlaysTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanVideoPlays<
  Column extends keyof VideoPlaysRow = keyof VideoPlaysRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<VideoPlaysRow, Column>> {
  return scan(session, videoPlaysTable, options);
}

/** Adds to counters; a row that is not there counts from zero. */
export function incrementVideoPlays(
  session: Session,
  key: VideoPlaysKey,
  by: VideoPlaysIncrement,
  options?: IncrementOptions,
): Promise<Applied> {
  return increment(session, videoPlaysTable, key, by, options);
}

/** Deletes a row; one that is not there is no error. */
export function deleteVideoPlays(
  session: Session,
  key: VideoPlaysKey,
  options?: IncrementOptions,
): Promise<Applied> {
  return remove(session, videoPlaysTable, key, options);
}
