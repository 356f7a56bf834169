// @generated from the table definition `videos.video_plays`. Do not edit: run `colonnade generate`.
import type {
  Applied,
  Bound,
  Direction,
  IncrementOptions,
  Match,
  OrderedFindOptions,
  OrderedWhere,
  ReadOptions,
  Rows,
  ScanOptions,
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
import type {
  CountAllOptions,
  CountOptions,
  PartitionOf,
  PartitionsOptions,
} from "@colonnade/runtime/tables";
import {
  count,
  countAll,
  partitions,
  removeWhere,
} from "@colonnade/runtime/tables";

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

/** The primary key of a row. */
export interface VideoPlaysKey {
  videoId: VideosId;
  day: string;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface VideoPlaysWhere {
  videoId: Match<VideosId>;
  day?: Bound<string>;
}

/** The amounts to add to the counters. */
export interface VideoPlaysIncrement {
  started?: bigint | undefined;
  finished?: bigint | undefined;
}

/** Groups the types above for the runtime. */
export interface VideoPlaysTypes {
  row: VideoPlaysRow;
  key: VideoPlaysKey;
  where: VideoPlaysWhere;
  if: never;
  insert: never;
  update: VideoPlaysIncrement;
  partition: "videoId";
  reversed: "asc";
}

/** Describes the table to the runtime. */
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

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getVideoPlays<
  Column extends keyof VideoPlaysRow = keyof VideoPlaysRow,
>(
  session: Session,
  key: VideoPlaysKey,
  options?: ReadOptions<Column>,
): Promise<Selected<VideoPlaysRow, Column> | undefined> {
  return get(session, videoPlaysTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findVideoPlays<
  Column extends keyof VideoPlaysRow = keyof VideoPlaysRow,
  Order extends Direction = never,
>(
  session: Session,
  where: OrderedWhere<VideoPlaysTypes, Order>,
  options?: OrderedFindOptions<Column, Order>,
): Rows<Selected<VideoPlaysRow, Column>> {
  return find(session, videoPlaysTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanVideoPlays<
  Column extends keyof VideoPlaysRow = keyof VideoPlaysRow,
>(
  session: Session,
  options?: ScanOptions<Column>,
): Rows<Selected<VideoPlaysRow, Column>> {
  return scan(session, videoPlaysTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfVideoPlays(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<VideoPlaysTypes>> {
  return partitions(session, videoPlaysTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countVideoPlays(
  session: Session,
  where: VideoPlaysWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, videoPlaysTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllVideoPlays(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, videoPlaysTable, options);
}

/** Adds to counters. A missing row counts from zero. */
export function incrementVideoPlays(
  session: Session,
  key: VideoPlaysKey,
  by: VideoPlaysIncrement,
  options?: IncrementOptions,
): Promise<Applied> {
  return increment(session, videoPlaysTable, key, by, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteVideoPlays(
  session: Session,
  key: VideoPlaysKey,
  options?: IncrementOptions,
): Promise<Applied> {
  return remove(session, videoPlaysTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteVideoPlaysWhere(
  session: Session,
  where: VideoPlaysWhere,
  options?: IncrementOptions,
): Promise<Applied> {
  return removeWhere(session, videoPlaysTable, where, options);
}
