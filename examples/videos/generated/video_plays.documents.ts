// @generated from the table definition `videos.video_plays`. Do not edit: run `colonnade generate`.
import type {
  BoundWire,
  Direction,
  EncodeGetOptions,
  EncodeIncrementOptions,
  EncodeOrderedFindOptions,
  GetVariables,
  IncrementVariables,
  MatchWire,
  OrderedFindVariables,
  OrderedWhere,
  Page,
  PageDocument,
  PageResult,
  WriteDocument,
} from "@colonnade/runtime/documents";
import {
  decodePage,
  decodeRow,
  encodeDelete,
  encodeFind,
  encodeGet,
  encodeIncrement,
} from "@colonnade/runtime/documents";
import type { VideosId } from "./ids.js";
import { parse } from "graphql";
import type {
  VideoPlaysIncrement,
  VideoPlaysKey,
  VideoPlaysRow,
  VideoPlaysTypes,
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
