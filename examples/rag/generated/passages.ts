// @generated from the table definition `rag.passages`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Applied,
  Bound,
  Condition,
  Direction,
  FindOptions,
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
  float,
  get,
  insert,
  int,
  readIndexed,
  remove,
  scan,
  text,
  update,
} from "@colonnade/runtime";
import { vector } from "@colonnade/runtime/composites";
import type {
  CountAllOptions,
  CountOptions,
  NearestOptions,
  Neighbor,
  PartitionOf,
  PartitionsOptions,
  RemoveWhereOptions,
} from "@colonnade/runtime/tables";
import {
  count,
  countAll,
  nearest,
  partitions,
  removeWhere,
} from "@colonnade/runtime/tables";

/**
 * A row of `rag.passages`.
 *
 * Passages of documents, with what they mean as a vector.
 */
export interface PassagesRow {
  /** CQL `text`, partition key. */
  document: string;
  /** CQL `int`, clustering key. */
  place: number;
  /** CQL `text`. */
  lang: string | null;
  /** CQL `text`. */
  body: string | null;
  /** CQL `vector<float, 4>`. */
  embedding: number[] | null;
}

/** The primary key of a row. */
export interface PassagesKey {
  document: string;
  place: number;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface PassagesWhere {
  document: Match<string>;
  place?: Bound<number>;
}

/** Selects rows by the index on `lang`. */
export interface PassagesWithLang {
  lang: string;
}

/** Restricts a query by an index to a partition and a prefix of its clustering key, or to neither. */
export type PassagesWithin =
  | { document: string; place?: Bound<number> }
  | { document?: never; place?: never };

/** Restricts a query by an index by others: storage-attached indexes work together. */
export interface PassagesIndexed {
  lang?: string;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface PassagesInsert {
  document: string;
  place: number;
  lang?: string | null | undefined;
  body?: string | null | undefined;
  embedding?: readonly number[] | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface PassagesUpdate extends PassagesInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface PassagesIf {
  lang?: Condition<string>;
  body?: Condition<string>;
  embedding?: Condition<readonly number[]>;
}

/** Groups the types above for the runtime. */
export interface PassagesTypes {
  row: PassagesRow;
  key: PassagesKey;
  where: PassagesWhere;
  if: PassagesIf;
  insert: PassagesInsert;
  update: PassagesUpdate;
  partition: "document";
  reversed: "desc";
}

const vectorOfFloat4 = /* @__PURE__ */ vector(float, 4);

/** Describes the table to the runtime. */
export const passagesTable: Table<PassagesTypes> = {
  keyspace: "rag",
  name: "passages",
  apiName: "Passages",
  columns: {
    document: text,
    place: int,
    lang: text,
    body: text,
    embedding: vectorOfFloat4,
  },
  partitionKey: ["document"],
  clusteringKey: ["place"],
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getPassages<
  Column extends keyof PassagesRow = keyof PassagesRow,
  Timed extends keyof PassagesIf = never,
>(
  session: Session,
  key: PassagesKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<PassagesRow, Column, Timed> | undefined> {
  return get(session, passagesTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findPassages<
  Column extends keyof PassagesRow = keyof PassagesRow,
  Order extends Direction = never,
  Timed extends keyof PassagesIf = never,
>(
  session: Session,
  where: OrderedWhere<PassagesTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<PassagesRow, Column, Timed>> {
  return find(session, passagesTable, where, options);
}

/** Finds rows by the index on `lang`. Sends nothing until the result is read. */
export function findPassagesWithLang<
  Column extends keyof PassagesRow = keyof PassagesRow,
  Timed extends keyof PassagesIf = never,
>(
  session: Session,
  where: PassagesWithLang & PassagesWithin,
  options?: FindOptions<Column, Timed>,
): Rows<Read<PassagesRow, Column, Timed>> {
  return readIndexed(session, passagesTable, where, options);
}

/** Finds the rows whose `embedding` is nearest to a vector, by its index; the nearest first. */
export function nearestPassagesByEmbedding<
  Column extends keyof PassagesRow = keyof PassagesRow,
>(
  session: Session,
  vector: readonly number[],
  options: NearestOptions<Column, PassagesWithin & PassagesIndexed>,
): Promise<readonly Neighbor<PassagesRow, Column>[]> {
  return nearest(session, passagesTable, "embedding", vector, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanPassages<
  Column extends keyof PassagesRow = keyof PassagesRow,
  Timed extends keyof PassagesIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<PassagesRow, Column, Timed>> {
  return scan(session, passagesTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfPassages(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<PassagesTypes>> {
  return partitions(session, passagesTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countPassages(
  session: Session,
  where: PassagesWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, passagesTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllPassages(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, passagesTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertPassages<If extends Flag = false>(
  session: Session,
  value: PassagesInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<PassagesTypes, If>> {
  return insert(session, passagesTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updatePassages<
  If extends keyof PassagesIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: PassagesUpdate,
  options?: UpdateOptions<PassagesTypes, If, Exists>,
): Promise<Updated<PassagesTypes, If, Exists>> {
  return update(session, passagesTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deletePassages<
  If extends keyof PassagesIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: PassagesKey,
  options?: RemoveOptions<PassagesTypes, If, Exists>,
): Promise<Updated<PassagesTypes, If, Exists>> {
  return remove(session, passagesTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deletePassagesWhere(
  session: Session,
  where: PassagesWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, passagesTable, where, options);
}
