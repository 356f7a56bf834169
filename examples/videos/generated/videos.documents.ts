// @generated from the table definition `videos.videos`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  ConditionWire,
  ContainsWire,
  CountDocument,
  DeleteVariables,
  EncodeDeleteOptions,
  EncodeFindOptions,
  EncodeGetOptions,
  EncodeInsertOptions,
  EncodeNearestOptions,
  EncodePartitionsOptions,
  EncodeScanOptions,
  EncodeUpdateOptions,
  EntriesConditionWire,
  EntryWire,
  FindVariables,
  GetVariables,
  InsertVariables,
  ItemsConditionWire,
  ListChangesWire,
  MapChangesWire,
  MatchWire,
  NearestVariables,
  NeighborsDocument,
  NeighborsResult,
  Page,
  PageDocument,
  PageResult,
  ScanVariables,
  SetChangesWire,
  TupleWire,
  UpdatePartsVariables,
  WriteDocument,
} from "@colonnade/runtime/documents";
import {
  decodeNeighbors,
  decodePage,
  decodeRow,
  encodeCountAll,
  encodeDelete,
  encodeFind,
  encodeGet,
  encodeIndexed,
  encodeInsert,
  encodeNearest,
  encodeScan,
  encodeUpdateParts,
} from "@colonnade/runtime/documents";
import type { UsersId, VideosId } from "./ids.js";
import type { ChapterWire } from "./user-types.documents.js";
import { parse } from "graphql";
import type {
  VideosInsert,
  VideosKey,
  VideosRow,
  VideosTypes,
  VideosUpdate,
  VideosWhere,
  VideosWithTags,
} from "./videos.js";
import { videosTable } from "./videos.js";

/** A row of `videos.videos`, in JSON. */
export interface VideosRowWire {
  /** CQL `timeuuid`. */
  id: VideosId;
  /** CQL `uuid`. */
  owner: UsersId | null;
  /** CQL `text`. */
  title: string | null;
  /** CQL `set<text>`. */
  tags: string[] | null;
  /** CQL `list<frozen<chapter>>`. */
  chapters: ChapterWire[] | null;
  /** CQL `map<text, frozen<list<text>>>`. */
  subtitles: EntryWire<string, string[]>[] | null;
  /** CQL `vector<float, 4>`. */
  taste: number[] | null;
  /** CQL `tuple<int, int>`. */
  size: TupleWire<[number | null, number | null]> | null;
  /** CQL `duration`. */
  length: string | null;
  /** CQL `bigint`. */
  bytes: string | null;
  /** CQL `blob`. */
  preview: string | null;
  /** CQL `decimal`. */
  price: string | null;
  /** CQL `boolean`. */
  private: boolean | null;
}

/** The primary key of a row, in JSON. */
export interface VideosKeyWire {
  id: VideosId;
}

/** Selects rows by their key, in JSON. */
export interface VideosWhereWire {
  id: MatchWire<VideosId>;
}

/** Selects rows by an index, in JSON. */
export interface VideosWithTagsWire {
  tags: ContainsWire<string>;
}

/** The columns of an insert, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface VideosInsertWire {
  id: VideosId;
  owner?: UsersId | null | undefined;
  title?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  chapters?: readonly ChapterWire[] | null | undefined;
  subtitles?:
    readonly EntryWire<string, readonly string[]>[] | null | undefined;
  taste?: readonly number[] | null | undefined;
  size?: TupleWire<readonly [number | null, number | null]> | null | undefined;
  length?: string | null | undefined;
  bytes?: string | null | undefined;
  preview?: string | null | undefined;
  price?: string | null | undefined;
  private?: boolean | null | undefined;
}

/** The columns of an update, in JSON. An omitted column stays unchanged, null deletes its value. */
export interface VideosUpdateWire extends VideosInsertWire {}

/** A condition on a row, in JSON. */
export interface VideosIfWire {
  owner?: ConditionWire<UsersId>;
  title?: ConditionWire<string>;
  tags?: ConditionWire<readonly string[]>;
  chapters?: ItemsConditionWire<readonly ChapterWire[], ChapterWire>;
  subtitles?: EntriesConditionWire<
    readonly EntryWire<string, readonly string[]>[],
    string,
    readonly string[]
  >;
  taste?: ConditionWire<readonly number[]>;
  size?: ConditionWire<TupleWire<readonly [number | null, number | null]>>;
  length?: ConditionWire<string>;
  bytes?: ConditionWire<string>;
  preview?: ConditionWire<string>;
  price?: ConditionWire<string>;
  private?: ConditionWire<boolean>;
}

/** Changes of parts of a row, in JSON. */
export interface UpdateVideosChanges {
  tags?: SetChangesWire<string>;
  chapters?: ListChangesWire<ChapterWire>;
  subtitles?: MapChangesWire<string, readonly string[]>;
}

/** The variables of `insertVideosDocument`. */
export type InsertVideosVariables = InsertVariables<VideosInsertWire>;

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export const insertVideosDocument: WriteDocument<
  "insertVideos",
  InsertVideosVariables
> = /* @__PURE__ */ parse(`
mutation InsertVideos(
  $value: VideosInput!
  $ifNotExists: Boolean
  $options: MutationOptions
) {
  insertVideos(value: $value, ifNotExists: $ifNotExists, options: $options) {
    applied
  }
}
`);

/** The variables of `updateVideosDocument`. */
export type UpdateVideosVariables = UpdatePartsVariables<
  VideosUpdateWire,
  UpdateVideosChanges,
  VideosIfWire
>;

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export const updateVideosDocument: WriteDocument<
  "updateVideos",
  UpdateVideosVariables
> = /* @__PURE__ */ parse(`
mutation UpdateVideos(
  $value: VideosInput!
  $changes: VideosChangesInput
  $ifExists: Boolean
  $ifCondition: VideosFilterInput
  $options: MutationOptions
) {
  updateVideos(value: $value, changes: $changes, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `deleteVideosDocument`. */
export type DeleteVideosVariables = DeleteVariables<
  VideosKeyWire,
  VideosIfWire
>;

/** Deletes a row. Succeeds if it does not exist. */
export const deleteVideosDocument: WriteDocument<
  "deleteVideos",
  DeleteVideosVariables
> = /* @__PURE__ */ parse(`
mutation DeleteVideos(
  $value: VideosInput!
  $ifExists: Boolean
  $ifCondition: VideosFilterInput
  $options: MutationOptions
) {
  deleteVideos(value: $value, ifExists: $ifExists, ifCondition: $ifCondition, options: $options) {
    applied
  }
}
`);

/** The variables of `getVideosDocument`. */
export type GetVideosVariables = GetVariables<VideosKeyWire>;

/** Reads a row by its key: a page with one row, or none. */
export const getVideosDocument: PageDocument<
  "videos",
  VideosRowWire,
  GetVideosVariables
> = /* @__PURE__ */ parse(`
query GetVideos(
  $key: VideosInput!
  $options: QueryOptions
) {
  videos(value: $key, options: $options) {
    values {
      id
      owner
      title
      tags
      chapters {
        title
        startsAfter
        filmedAt {
          street
          postalCode
          city
          position {
            item0
            item1
          }
        }
      }
      subtitles {
        key
        value
      }
      taste
      size {
        item0
        item1
      }
      length
      bytes
      preview
      price
      private
    }
    pageState
  }
}
`);

/** The variables of `findVideosDocument`. */
export type FindVideosVariables = FindVariables<VideosWhereWire>;

/** Finds rows by partition: a page, and where the next one begins. */
export const findVideosDocument: PageDocument<
  "videos",
  VideosRowWire,
  FindVideosVariables
> = /* @__PURE__ */ parse(`
query FindVideos(
  $where: VideosFilterInput!
  $options: QueryOptions
) {
  videos(filter: $where, options: $options) {
    values {
      id
      owner
      title
      tags
      chapters {
        title
        startsAfter
        filmedAt {
          street
          postalCode
          city
          position {
            item0
            item1
          }
        }
      }
      subtitles {
        key
        value
      }
      taste
      size {
        item0
        item1
      }
      length
      bytes
      preview
      price
      private
    }
    pageState
  }
}
`);

/** The variables of `scanVideosDocument`. */
export type ScanVideosVariables = ScanVariables;

/** Reads all rows of the table, page by page: a full scan, for small tables and background jobs. */
export const scanVideosDocument: PageDocument<
  "videos",
  VideosRowWire,
  ScanVideosVariables
> = /* @__PURE__ */ parse(`
query ScanVideos(
  $options: QueryOptions
) {
  videos(options: $options) {
    values {
      id
      owner
      title
      tags
      chapters {
        title
        startsAfter
        filmedAt {
          street
          postalCode
          city
          position {
            item0
            item1
          }
        }
      }
      subtitles {
        key
        value
      }
      taste
      size {
        item0
        item1
      }
      length
      bytes
      preview
      price
      private
    }
    pageState
  }
}
`);

/** The variables of `countAllVideosDocument`. */
export type CountAllVideosVariables = ScanVariables;

/** Counts all rows of the table, page by page: a full scan. */
export const countAllVideosDocument: CountDocument<
  "videos",
  CountAllVideosVariables
> = /* @__PURE__ */ parse(`
query CountAllVideos(
  $options: QueryOptions
) {
  videos(options: $options) {
    count
    pageState
  }
}
`);

/** The variables of `findVideosWithTagsDocument`. */
export type FindVideosWithTagsVariables = FindVariables<VideosWithTagsWire>;

/** Finds rows by an index: a page, and where the next one begins. */
export const findVideosWithTagsDocument: PageDocument<
  "videos",
  VideosRowWire,
  FindVideosWithTagsVariables
> = /* @__PURE__ */ parse(`
query FindVideosWithTags(
  $where: VideosFilterInput!
  $options: QueryOptions
) {
  videos(filter: $where, options: $options) {
    values {
      id
      owner
      title
      tags
      chapters {
        title
        startsAfter
        filmedAt {
          street
          postalCode
          city
          position {
            item0
            item1
          }
        }
      }
      subtitles {
        key
        value
      }
      taste
      size {
        item0
        item1
      }
      length
      bytes
      preview
      price
      private
    }
    pageState
  }
}
`);

/** The variables of `nearestVideosByTasteDocument`. */
export type NearestVideosByTasteVariables = NearestVariables<never>;

/** Finds the rows whose vectors are nearest, the nearest first: one page. */
export const nearestVideosByTasteDocument: NeighborsDocument<
  "videos",
  VideosRowWire,
  NearestVideosByTasteVariables
> = /* @__PURE__ */ parse(`
query NearestVideosByTaste(
  $vector: [Float!]!
  $where: VideosFilterInput
  $options: QueryOptions!
) {
  videos(nearest: { taste: $vector }, filter: $where, options: $options) {
    values {
      id
      owner
      title
      tags
      chapters {
        title
        startsAfter
        filmedAt {
          street
          postalCode
          city
          position {
            item0
            item1
          }
        }
      }
      subtitles {
        key
        value
      }
      taste
      size {
        item0
        item1
      }
      length
      bytes
      preview
      price
      private
    }
    pageState
    similarities
  }
}
`);

/** The variables of `insertVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosInsert(
  value: VideosInsert,
  options?: EncodeInsertOptions,
): InsertVideosVariables {
  return encodeInsert(videosTable, value, options);
}

/** The variables of `updateVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosUpdate(
  value: VideosUpdate,
  options?: EncodeUpdateOptions<VideosTypes>,
): UpdateVideosVariables {
  return encodeUpdateParts(videosTable, value, options);
}

/** The variables of `deleteVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosDelete(
  key: VideosKey,
  options?: EncodeDeleteOptions<VideosTypes>,
): DeleteVideosVariables {
  return encodeDelete(videosTable, key, options);
}

/** The variables of `getVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosGet(
  key: VideosKey,
  options?: EncodeGetOptions,
): GetVideosVariables {
  return encodeGet(videosTable, key, options);
}

/** The variables of `findVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosFind(
  where: VideosWhere,
  options?: EncodeFindOptions,
): FindVideosVariables {
  return encodeFind(videosTable, where, options);
}

/** The variables of `scanVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosScan(
  options?: EncodeScanOptions,
): ScanVideosVariables {
  return encodeScan(videosTable, options);
}

/** The variables of `countAllVideosDocument`. Throws if the database would reject a value. */
export function encodeVideosCountAll(
  options?: EncodePartitionsOptions,
): CountAllVideosVariables {
  return encodeCountAll(videosTable, options);
}

/** The variables of `findVideosWithTagsDocument`. Throws if the database would reject a value. */
export function encodeFindVideosWithTags(
  where: VideosWithTags,
  options?: EncodeFindOptions,
): FindVideosWithTagsVariables {
  return encodeIndexed(videosTable, where, options);
}

/** The variables of `nearestVideosByTasteDocument`. Throws if the database would reject a value. */
export function encodeNearestVideosByTaste(
  vector: readonly number[],
  options: EncodeNearestOptions<never>,
): NearestVideosByTasteVariables {
  return encodeNearest(videosTable, "taste", vector, options);
}

/** Decodes a row of a response. */
export function decodeVideosRow(row: VideosRowWire): VideosRow {
  return decodeRow(videosTable, row);
}

/** Decodes a page of a response. Throws if there is none. */
export function decodeVideosPage(
  page: PageResult<VideosRowWire>,
): Page<VideosRow> {
  return decodePage(videosTable, page);
}

/** Decodes rows with their similarities. Throws if there are none. */
export function decodeVideosNeighbors(
  page: NeighborsResult<VideosRowWire>,
): readonly (VideosRow & { similarity: number })[] {
  return decodeNeighbors(videosTable, page);
}
