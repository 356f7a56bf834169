// @generated from the table definition `videos.video_plays`. Do not edit: run `colonnade generate`.
import type {
  BoundWire,
  CountDocument,
  CountVariables,
  DeleteWhereVariables,
  Direction,
  EncodeFindOptions,
  EncodeGetOptions,
  EncodeIncrementOptions,
  EncodeOrderedFindOptions,
  EncodePartitionsOptions,
  EncodeScanOptions,
  GetVariables,
  IncrementVariables,
  MatchWire,
  OrderedFindVariables,
  OrderedWhere,
  Page,
  PageDocument,
  PageResult,
  PartitionsVariables,
  ScanVariables,
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
  encodeIncrement,
  encodePartitions,
  encodeScan,
} from "@colonnade/runtime/documents";
import type { VideosId } from "./ids.js";
import { parse } from "graphql";
import type {
  VideoPlaysIncrement,
  VideoPlaysKey,
  VideoPlaysRow,
  VideoPlaysTypes,
  VideoPlaysWhere,
} from "./video_plays.js";
import { videoPlaysTable } from "./video_plays.js";

/** A row of `videos.video_plays`, in JSON. */
export interface VideoPlaysRowWire {
  /** CQL `timeuuid`. */
  videoId: VideosId;
  /** CQL `date`. */
  day: string;
  /** CQL `counter`. */
  started: string | null;
  /** CQL `counter`. */
  finished: string | null;
}

/** The primary key of a row, in JSON. */
export interface VideoPlaysKeyWire {
  videoId: VideosId;
  day: string;
}

/** Selects rows by their key, in JSON. */
export interface VideoPlaysWhereWire {
  videoId: MatchWire<VideosId>;
  day?: BoundWire<string>;
}

/** The key of a row and the amounts to add to its counters, in JSON. */
export interface VideoPlaysIncrementWire {
  videoId: VideosId;
  day: string;
  started?: string | undefined;
  finished?: string | undefined;
}

/** The variables of `incrementVideoPlaysDocument`. */
export type IncrementVideoPlaysVariables =
  IncrementVariables<VideoPlaysIncrementWire>;

/** Adds to counters. A missing row counts from zero. */
export const incrementVideoPlaysDocument: WriteDocument<
  "updateVideoPlays",
  IncrementVideoPlaysVariables
> = /* @__PURE__ */ parse(`
mutation IncrementVideoPlays(
  $value: VideoPlaysInput!
  $options: MutationOptions
) {
  updateVideoPlays(value: $value, options: $options) {
    applied
  }
}
`);

/** The variables of `deleteVideoPlaysDocument`. */
export type DeleteVideoPlaysVariables = IncrementVariables<VideoPlaysKeyWire>;

/** Deletes a row. Succeeds if it does not exist. */
export const deleteVideoPlaysDocument: WriteDocument<
  "deleteVideoPlays",
  DeleteVideoPlaysVariables
> = /* @__PURE__ */ parse(`
mutation DeleteVideoPlays(
  $value: VideoPlaysInput!
  $options: MutationOptions
) {
  deleteVideoPlays(value: $value, options: $options) {
    applied
  }
}
`);

/** The variables of `deleteVideoPlaysWhereDocument`. */
export type DeleteVideoPlaysWhereVariables = DeleteWhereVariables<
  VideoPlaysWhereWire,
  "consistency"
>;

/** Deletes rows of a partition at once, without reading them. */
export const deleteVideoPlaysWhereDocument: WriteDocument<
  "deleteVideoPlays",
  DeleteVideoPlaysWhereVariables
> = /* @__PURE__ */ parse(`
mutation DeleteVideoPlaysWhere(
  $where: VideoPlaysFilterInput!
  $options: MutationOptions
) {
  deleteVideoPlays(filter: $where, options: $options) {
    applied
  }
}
`);

/** The variables of `getVideoPlaysDocument`. */
export type GetVideoPlaysVariables = GetVariables<VideoPlaysKeyWire>;

/** Reads a row by its key: a page with one row, or none. */
export const getVideoPlaysDocument: PageDocument<
  "videoPlays",
  VideoPlaysRowWire,
  GetVideoPlaysVariables
> = /* @__PURE__ */ parse(`
query GetVideoPlays(
  $key: VideoPlaysInput!
  $options: QueryOptions
) {
  videoPlays(value: $key, options: $options) {
    values {
      videoId
      day
      started
      finished
    }
    pageState
  }
}
`);

/** The variables of `findVideoPlaysDocument`. */
export type FindVideoPlaysVariables = OrderedFindVariables<
  VideoPlaysWhereWire,
  ["day_ASC"]
>;

/** Finds rows by partition: a page, and where the next one begins. */
export const findVideoPlaysDocument: PageDocument<
  "videoPlays",
  VideoPlaysRowWire,
  FindVideoPlaysVariables
> = /* @__PURE__ */ parse(`
query FindVideoPlays(
  $where: VideoPlaysFilterInput!
  $orderBy: [VideoPlaysOrder]
  $options: QueryOptions
) {
  videoPlays(filter: $where, orderBy: $orderBy, options: $options) {
    values {
      videoId
      day
      started
      finished
    }
    pageState
  }
}
`);

/** The variables of `scanVideoPlaysDocument`. */
export type ScanVideoPlaysVariables = ScanVariables;

/** Reads all rows of the table, page by page: a full scan, for small tables and background jobs. */
export const scanVideoPlaysDocument: PageDocument<
  "videoPlays",
  VideoPlaysRowWire,
  ScanVideoPlaysVariables
> = /* @__PURE__ */ parse(`
query ScanVideoPlays(
  $options: QueryOptions
) {
  videoPlays(options: $options) {
    values {
      videoId
      day
      started
      finished
    }
    pageState
  }
}
`);

/** The variables of `partitionsOfVideoPlaysDocument`. */
export type PartitionsOfVideoPlaysVariables = PartitionsVariables;

/** Reads the key of each partition, page by page: a full scan. */
export const partitionsOfVideoPlaysDocument: PageDocument<
  "videoPlays",
  Pick<VideoPlaysRowWire, "videoId">,
  PartitionsOfVideoPlaysVariables
> = /* @__PURE__ */ parse(`
query PartitionsOfVideoPlays(
  $options: QueryOptions!
) {
  videoPlays(options: $options) {
    values {
      videoId
    }
    pageState
  }
}
`);

/** The variables of `countVideoPlaysDocument`. */
export type CountVideoPlaysVariables = CountVariables<VideoPlaysWhereWire>;

/** Counts rows of a partition, page by page. The database reads each of them. */
export const countVideoPlaysDocument: CountDocument<
  "videoPlays",
  CountVideoPlaysVariables
> = /* @__PURE__ */ parse(`
query CountVideoPlays(
  $where: VideoPlaysFilterInput!
  $options: QueryOptions
) {
  videoPlays(filter: $where, options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `countAllVideoPlaysDocument`. */
export type CountAllVideoPlaysVariables = ScanVariables;

/** Counts all rows of the table, page by page: a full scan. */
export const countAllVideoPlaysDocument: CountDocument<
  "videoPlays",
  CountAllVideoPlaysVariables
> = /* @__PURE__ */ parse(`
query CountAllVideoPlays(
  $options: QueryOptions
) {
  videoPlays(options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `incrementVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysIncrement(
  key: VideoPlaysKey,
  by: VideoPlaysIncrement,
  options?: EncodeIncrementOptions,
): IncrementVideoPlaysVariables {
  return encodeIncrement(videoPlaysTable, key, by, options);
}

/** The variables of `deleteVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysDelete(
  key: VideoPlaysKey,
  options?: EncodeIncrementOptions,
): DeleteVideoPlaysVariables {
  return encodeDelete(videoPlaysTable, key, options);
}

/** The variables of `deleteVideoPlaysWhereDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysDeleteWhere(
  where: VideoPlaysWhere,
  options?: EncodeIncrementOptions,
): DeleteVideoPlaysWhereVariables {
  return encodeDeleteWhere(videoPlaysTable, where, options);
}

/** The variables of `getVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysGet(
  key: VideoPlaysKey,
  options?: EncodeGetOptions,
): GetVideoPlaysVariables {
  return encodeGet(videoPlaysTable, key, options);
}

/** The variables of `findVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysFind<Order extends Direction = never>(
  where: OrderedWhere<VideoPlaysTypes, Order>,
  options?: EncodeOrderedFindOptions<Order>,
): FindVideoPlaysVariables {
  return encodeFind(videoPlaysTable, where, options);
}

/** The variables of `scanVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysScan(
  options?: EncodeScanOptions,
): ScanVideoPlaysVariables {
  return encodeScan(videoPlaysTable, options);
}

/** The variables of `partitionsOfVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysPartitions(
  options?: EncodePartitionsOptions,
): PartitionsOfVideoPlaysVariables {
  return encodePartitions(videoPlaysTable, options);
}

/** The variables of `countVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysCount(
  where: VideoPlaysWhere,
  options?: EncodeFindOptions,
): CountVideoPlaysVariables {
  return encodeCount(videoPlaysTable, where, options);
}

/** The variables of `countAllVideoPlaysDocument`. Throws if the database would reject a value. */
export function encodeVideoPlaysCountAll(
  options?: EncodePartitionsOptions,
): CountAllVideoPlaysVariables {
  return encodeCountAll(videoPlaysTable, options);
}

/** Decodes a row of a response. */
export function decodeVideoPlaysRow(row: VideoPlaysRowWire): VideoPlaysRow {
  return decodeRow(videoPlaysTable, row);
}

/** Decodes a page of a response. Throws if there is none. */
export function decodeVideoPlaysPage(
  page: PageResult<VideoPlaysRowWire>,
): Page<VideoPlaysRow> {
  return decodePage(videoPlaysTable, page);
}

/** Decodes a page of the keys of partitions. Throws if there is none. */
export function decodeVideoPlaysPartitions(
  page: PageResult<Pick<VideoPlaysRowWire, "videoId">>,
): Page<Pick<VideoPlaysRow, "videoId">> {
  return decodePartitions(videoPlaysTable, page);
}
