// @generated from the table definition `every_type.class`. Do not edit: run `colonnade generate`.
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
  insert,
  remove,
  scan,
  text,
  update,
} from "@colonnade/runtime";
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
 * A row of `every_type.class`.
 *
 * Names that mean something elsewhere.
 */
export interface ClassRow {
  /** CQL `text`, partition key, column `constructor`. */
  constructor_: string;
  /** CQL `text`. */
  default: string | null;
  /** CQL `text`, clustering key. */
  in: string;
  /** CQL `text`. */
  session: string | null;
  /** CQL `text`. */
  value: string | null;
  /** CQL `text`, column `Größe`. */
  grxf6_xdf_e: string | null;
  /** CQL `text`, column `with blank`. */
  withBlank: string | null;
  /** CQL `text`, column `1st`. */
  x31_st: string | null;
  /** CQL `text`. */
  then: string | null;
}

/** The primary key of a row. */
export interface ClassKey {
  constructor_: string;
  in: string;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface ClassWhere {
  constructor_: Match<string>;
  in?: Bound<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface ClassInsert {
  constructor_: string;
  default?: string | null | undefined;
  in: string;
  session?: string | null | undefined;
  value?: string | null | undefined;
  grxf6_xdf_e?: string | null | undefined;
  withBlank?: string | null | undefined;
  x31_st?: string | null | undefined;
  then?: string | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface ClassUpdate extends ClassInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface ClassIf {
  default?: Condition<string>;
  session?: Condition<string>;
  value?: Condition<string>;
  grxf6_xdf_e?: Condition<string>;
  withBlank?: Condition<string>;
  x31_st?: Condition<string>;
  then?: Condition<string>;
}

/** Groups the types above for the runtime. */
export interface ClassTypes {
  row: ClassRow;
  key: ClassKey;
  where: ClassWhere;
  if: ClassIf;
  insert: ClassInsert;
  update: ClassUpdate;
  partition: "constructor_";
  reversed: "desc";
}

/** Describes the table to the runtime. */
export const classTable: Table<ClassTypes> = {
  keyspace: "every_type",
  name: "class",
  apiName: "Class",
  columns: {
    constructor_: text,
    default: text,
    in: text,
    session: text,
    value: text,
    grxf6_xdf_e: text,
    withBlank: text,
    x31_st: text,
    then: text,
  },
  partitionKey: ["constructor_"],
  clusteringKey: ["in"],
  cqlNames: {
    constructor_: "constructor",
    grxf6_xdf_e: "Größe",
    withBlank: "with blank",
    x31_st: "1st",
  },
  apiNames: {
    constructor_: "constructor",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getClass<
  Column extends keyof ClassRow = keyof ClassRow,
  Timed extends keyof ClassIf = never,
>(
  session: Session,
  key: ClassKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<ClassRow, Column, Timed> | undefined> {
  return get(session, classTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findClass<
  Column extends keyof ClassRow = keyof ClassRow,
  Order extends Direction = never,
  Timed extends keyof ClassIf = never,
>(
  session: Session,
  where: OrderedWhere<ClassTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<ClassRow, Column, Timed>> {
  return find(session, classTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanClass<
  Column extends keyof ClassRow = keyof ClassRow,
  Timed extends keyof ClassIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<ClassRow, Column, Timed>> {
  return scan(session, classTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfClass(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<ClassTypes>> {
  return partitions(session, classTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countClass(
  session: Session,
  where: ClassWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, classTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllClass(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, classTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertClass<If extends Flag = false>(
  session: Session,
  value: ClassInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<ClassTypes, If>> {
  return insert(session, classTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateClass<
  If extends keyof ClassIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: ClassUpdate,
  options?: UpdateOptions<ClassTypes, If, Exists>,
): Promise<Updated<ClassTypes, If, Exists>> {
  return update(session, classTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteClass<
  If extends keyof ClassIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: ClassKey,
  options?: RemoveOptions<ClassTypes, If, Exists>,
): Promise<Updated<ClassTypes, If, Exists>> {
  return remove(session, classTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteClassWhere(
  session: Session,
  where: ClassWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, classTable, where, options);
}
