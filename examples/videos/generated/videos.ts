// @generated from the table definition `videos.videos`. Do not edit: run `colonnade generate`.
import type {
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  Read,
  ReadOptions,
  RemoveOptions,
  Rows,
  ScanOptions,
  Session,
  Table,
  UnorderedCondition,
  UpdateOptions,
  Updated,
} from "@colonnade/runtime";
import {
  bigint,
  blob,
  boolean,
  duration,
  find,
  float,
  get,
  insert,
  int,
  readIndexed,
  remove,
  scan,
  text,
} from "@colonnade/runtime";
import type { UsersId, VideosId } from "./ids.js";
import { usersId, videosId } from "./ids.js";
import type { Chapter } from "./user-types.js";
import { chapterType } from "./user-types.js";
import type { Money } from "../money.js";
import { money } from "../money.js";
import type {
  EntryCondition,
  ItemCondition,
  ListChange,
  MapChange,
  SetChange,
} from "@colonnade/runtime/changes";
import { updateParts } from "@colonnade/runtime/changes";
import {
  frozen,
  list,
  map,
  set,
  tuple,
  vector,
} from "@colonnade/runtime/composites";
import type {
  CountAllOptions,
  NearestOptions,
  Neighbor,
} from "@colonnade/runtime/tables";
import { countAll, nearest } from "@colonnade/runtime/tables";

/**
 * A row of `videos.videos`.
 *
 * A video, with all that its page shows.
 */
export interface VideosRow {
  /** CQL `timeuuid`, partition key. */
  id: VideosId;
  /**
   * Who uploaded it.
   *
   * CQL `uuid`.
   */
  owner: UsersId | null;
  /** CQL `text`. */
  title: string | null;
  /** CQL `set<text>`. */
  tags: string[];
  /** CQL `list<frozen<chapter>>`. */
  chapters: Chapter[];
  /**
   * Lines by language.
   *
   * CQL `map<text, frozen<list<text>>>`.
   */
  subtitles: Map<string, string[]>;
  /**
   * Where it stands among the others: near ones are alike.
   *
   * CQL `vector<float, 4>`.
   */
  taste: number[] | null;
  /**
   * Width and height in pixels.
   *
   * CQL `tuple<int, int>`.
   */
  size: [number | null, number | null] | null;
  /** CQL `duration`. */
  length: string | null;
  /** CQL `bigint`. */
  bytes: bigint | null;
  /** CQL `blob`. */
  preview: Uint8Array | null;
  /** CQL `decimal`. */
  price: Money | null;
  /** CQL `boolean`, column `private`. */
  isPrivate: boolean | null;
}

/** The primary key of a row. */
export interface VideosKey {
  id: VideosId;
}

/** Selects rows by the whole partition key. */
export interface VideosWhere {
  id: Match<VideosId>;
}

/** Selects rows by the index on the values of `tags`. */
export interface VideosWithTags {
  tags: { contains: string };
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface VideosInsert {
  id: VideosId;
  /** Who uploaded it. */
  owner?: UsersId | null | undefined;
  title?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  chapters?: readonly Chapter[] | null | undefined;
  /** Lines by language. */
  subtitles?: ReadonlyMap<string, readonly string[]> | null | undefined;
  /** Where it stands among the others: near ones are alike. */
  taste?: readonly number[] | null | undefined;
  /** Width and height in pixels. */
  size?: readonly [number | null, number | null] | null | undefined;
  length?: string | null | undefined;
  bytes?: bigint | null | undefined;
  preview?: Uint8Array | null | undefined;
  price?: Money | null | undefined;
  isPrivate?: boolean | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface VideosUpdate {
  id: VideosId;
  /** Who uploaded it. */
  owner?: UsersId | null | undefined;
  title?: string | null | undefined;
  tags?: readonly string[] | SetChange<string> | null | undefined;
  chapters?: readonly Chapter[] | ListChange<Chapter> | null | undefined;
  /** Lines by language. */
  subtitles?:
    | ReadonlyMap<string, readonly string[]>
    | MapChange<string, readonly string[]>
    | null
    | undefined;
  /** Where it stands among the others: near ones are alike. */
  taste?: readonly number[] | null | undefined;
  /** Width and height in pixels. */
  size?: readonly [number | null, number | null] | null | undefined;
  length?: string | null | undefined;
  bytes?: bigint | null | undefined;
  preview?: Uint8Array | null | undefined;
  price?: Money | null | undefined;
  isPrivate?: boolean | null | undefined;
}

/** A condition on a row: values of columns, or comparisons with them. */
export interface VideosIf {
  owner?: Condition<UsersId>;
  title?: Condition<string>;
  tags?: Condition<readonly string[]>;
  chapters?: UnorderedCondition<readonly Chapter[]> | ItemCondition<Chapter>;
  subtitles?:
    | Condition<ReadonlyMap<string, readonly string[]>>
    | EntryCondition<string, readonly string[]>;
  taste?: Condition<readonly number[]>;
  size?: Condition<readonly [number | null, number | null]>;
  length?: UnorderedCondition<string>;
  bytes?: Condition<bigint>;
  preview?: Condition<Uint8Array>;
  price?: Condition<Money>;
  isPrivate?: Condition<boolean>;
}

/** Groups the types above for the runtime. */
export interface VideosTypes {
  row: VideosRow;
  key: VideosKey;
  where: VideosWhere;
  if: VideosIf;
  insert: VideosInsert;
  update: VideosUpdate;
  timed:
    | "owner"
    | "title"
    | "taste"
    | "size"
    | "length"
    | "bytes"
    | "preview"
    | "price"
    | "isPrivate";
}

const setOfText = /* @__PURE__ */ set(text);
const frozenChapterType = /* @__PURE__ */ frozen(chapterType);
const listOfFrozenChapterType = /* @__PURE__ */ list(frozenChapterType);
const listOfText = /* @__PURE__ */ list(text);
const frozenListOfText = /* @__PURE__ */ frozen(listOfText);
const mapOfTextToFrozenListOfText = /* @__PURE__ */ map(text, frozenListOfText);
const vectorOfFloat4 = /* @__PURE__ */ vector(float, 4);
const tupleOfIntAndInt = /* @__PURE__ */ tuple(int, int);

/** Describes the table to the runtime. */
export const videosTable: Table<VideosTypes> = {
  keyspace: "videos",
  name: "videos",
  apiName: "Videos",
  columns: {
    id: videosId,
    owner: usersId,
    title: text,
    tags: setOfText,
    chapters: listOfFrozenChapterType,
    subtitles: mapOfTextToFrozenListOfText,
    taste: vectorOfFloat4,
    size: tupleOfIntAndInt,
    length: duration,
    bytes: bigint,
    preview: blob,
    price: money,
    isPrivate: boolean,
  },
  partitionKey: ["id"],
  cqlNames: {
    isPrivate: "private",
  },
  apiNames: {
    isPrivate: "private",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getVideos<
  Column extends keyof VideosRow = keyof VideosRow,
  Timed extends VideosTypes["timed"] = never,
>(
  session: Session,
  key: VideosKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<VideosRow, Column, Timed> | undefined> {
  return get(session, videosTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findVideos<
  Column extends keyof VideosRow = keyof VideosRow,
  Timed extends VideosTypes["timed"] = never,
>(
  session: Session,
  where: VideosWhere,
  options?: FindOptions<Column, Timed>,
): Rows<Read<VideosRow, Column, Timed>> {
  return find(session, videosTable, where, options);
}

/** Finds rows by the index on `tags`. Sends nothing until the result is read. */
export function findVideosWithTags<
  Column extends keyof VideosRow = keyof VideosRow,
  Timed extends VideosTypes["timed"] = never,
>(
  session: Session,
  where: VideosWithTags,
  options?: FindOptions<Column, Timed>,
): Rows<Read<VideosRow, Column, Timed>> {
  return readIndexed(session, videosTable, where, options);
}

/** Finds the rows whose `taste` is nearest to a vector, by its index; the nearest first. */
export function nearestVideosByTaste<
  Column extends keyof VideosRow = keyof VideosRow,
>(
  session: Session,
  vector: readonly number[],
  options: NearestOptions<Column, never>,
): Promise<readonly Neighbor<VideosRow, Column>[]> {
  return nearest(session, videosTable, "taste", vector, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanVideos<
  Column extends keyof VideosRow = keyof VideosRow,
  Timed extends VideosTypes["timed"] = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<VideosRow, Column, Timed>> {
  return scan(session, videosTable, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllVideos(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, videosTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertVideos<If extends Flag = false>(
  session: Session,
  value: VideosInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<VideosTypes, If>> {
  return insert(session, videosTable, value, options);
}

/** Updates columns of a row, whole or by changes of parts. Creates a missing row unless a condition is set. */
export function updateVideos<
  If extends keyof VideosIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: VideosUpdate,
  options?: UpdateOptions<VideosTypes, If, Exists>,
): Promise<Updated<VideosTypes, If, Exists>> {
  return updateParts(session, videosTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteVideos<
  If extends keyof VideosIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: VideosKey,
  options?: RemoveOptions<VideosTypes, If, Exists>,
): Promise<Updated<VideosTypes, If, Exists>> {
  return remove(session, videosTable, key, options);
}
