// @generated from the table definition `every_type.values`. Do not edit: run `colonnade generate`.
/* eslint-disable */
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
  ascii,
  bigint,
  blob,
  boolean,
  date,
  decimal,
  double,
  duration,
  find,
  float,
  get,
  inet,
  insert,
  int,
  remove,
  scan,
  smallint,
  text,
  time,
  timestamp,
  timeuuid,
  tinyint,
  update,
  uuid,
  varchar,
  varint,
} from "@colonnade/runtime";
import type { CountAllOptions } from "@colonnade/runtime/tables";
import { countAll } from "@colonnade/runtime/tables";

/**
 * A row of `every_type.values`.
 *
 * A column of every type that a value can have.
 */
export interface ValuesRow {
  /** CQL `uuid`, partition key. */
  id: string;
  /** CQL `ascii`, column `a_ascii`. */
  aAscii: string | null;
  /** CQL `bigint`, column `a_bigint`. */
  aBigint: bigint | null;
  /** CQL `blob`, column `a_blob`. */
  aBlob: Uint8Array | null;
  /** CQL `boolean`, column `a_boolean`. */
  aBoolean: boolean | null;
  /** CQL `date`, column `a_date`. */
  aDate: string | null;
  /** CQL `decimal`, column `a_decimal`. */
  aDecimal: string | null;
  /** CQL `double`, column `a_double`. */
  aDouble: number | null;
  /** CQL `duration`, column `a_duration`. */
  aDuration: string | null;
  /** CQL `float`, column `a_float`. */
  aFloat: number | null;
  /** CQL `inet`, column `a_inet`. */
  aInet: string | null;
  /** CQL `int`, column `a_int`. */
  aInt: number | null;
  /** CQL `smallint`, column `a_smallint`. */
  aSmallint: number | null;
  /** CQL `text`, column `a_text`. */
  aText: string | null;
  /** CQL `time`, column `a_time`. */
  aTime: string | null;
  /** CQL `timestamp`, column `a_timestamp`. */
  aTimestamp: Date | null;
  /** CQL `timeuuid`, column `a_timeuuid`. */
  aTimeuuid: string | null;
  /** CQL `tinyint`, column `a_tinyint`. */
  aTinyint: number | null;
  /** CQL `uuid`, column `a_uuid`. */
  aUuid: string | null;
  /** CQL `varchar`, column `a_varchar`. */
  aVarchar: string | null;
  /** CQL `varint`, column `a_varint`. */
  aVarint: bigint | null;
}

/** The primary key of a row. */
export interface ValuesKey {
  id: string;
}

/** Selects rows by the whole partition key. */
export interface ValuesWhere {
  id: Match<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface ValuesInsert {
  id: string;
  aAscii?: string | null | undefined;
  aBigint?: bigint | null | undefined;
  aBlob?: Uint8Array | null | undefined;
  aBoolean?: boolean | null | undefined;
  aDate?: string | null | undefined;
  aDecimal?: string | null | undefined;
  aDouble?: number | null | undefined;
  aDuration?: string | null | undefined;
  aFloat?: number | null | undefined;
  aInet?: string | null | undefined;
  aInt?: number | null | undefined;
  aSmallint?: number | null | undefined;
  aText?: string | null | undefined;
  aTime?: string | null | undefined;
  aTimestamp?: Date | null | undefined;
  aTimeuuid?: string | null | undefined;
  aTinyint?: number | null | undefined;
  aUuid?: string | null | undefined;
  aVarchar?: string | null | undefined;
  aVarint?: bigint | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface ValuesUpdate extends ValuesInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface ValuesIf {
  aAscii?: Condition<string>;
  aBigint?: Condition<bigint>;
  aBlob?: Condition<Uint8Array>;
  aBoolean?: Condition<boolean>;
  aDate?: Condition<string>;
  aDecimal?: Condition<string>;
  aDouble?: Condition<number>;
  aDuration?: UnorderedCondition<string>;
  aFloat?: Condition<number>;
  aInet?: Condition<string>;
  aInt?: Condition<number>;
  aSmallint?: Condition<number>;
  aText?: Condition<string>;
  aTime?: Condition<string>;
  aTimestamp?: Condition<Date>;
  aTimeuuid?: Condition<string>;
  aTinyint?: Condition<number>;
  aUuid?: Condition<string>;
  aVarchar?: Condition<string>;
  aVarint?: Condition<bigint>;
}

/** Groups the types above for the runtime. */
export interface ValuesTypes {
  row: ValuesRow;
  key: ValuesKey;
  where: ValuesWhere;
  if: ValuesIf;
  insert: ValuesInsert;
  update: ValuesUpdate;
}

/** Describes the table to the runtime. */
export const valuesTable: Table<ValuesTypes> = {
  keyspace: "every_type",
  name: "values",
  apiName: "Values",
  columns: {
    id: uuid,
    aAscii: ascii,
    aBigint: bigint,
    aBlob: blob,
    aBoolean: boolean,
    aDate: date,
    aDecimal: decimal,
    aDouble: double,
    aDuration: duration,
    aFloat: float,
    aInet: inet,
    aInt: int,
    aSmallint: smallint,
    aText: text,
    aTime: time,
    aTimestamp: timestamp,
    aTimeuuid: timeuuid,
    aTinyint: tinyint,
    aUuid: uuid,
    aVarchar: varchar,
    aVarint: varint,
  },
  partitionKey: ["id"],
  cqlNames: {
    aAscii: "a_ascii",
    aBigint: "a_bigint",
    aBlob: "a_blob",
    aBoolean: "a_boolean",
    aDate: "a_date",
    aDecimal: "a_decimal",
    aDouble: "a_double",
    aDuration: "a_duration",
    aFloat: "a_float",
    aInet: "a_inet",
    aInt: "a_int",
    aSmallint: "a_smallint",
    aText: "a_text",
    aTime: "a_time",
    aTimestamp: "a_timestamp",
    aTimeuuid: "a_timeuuid",
    aTinyint: "a_tinyint",
    aUuid: "a_uuid",
    aVarchar: "a_varchar",
    aVarint: "a_varint",
  },
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getValues<
  Column extends keyof ValuesRow = keyof ValuesRow,
  Timed extends keyof ValuesIf = never,
>(
  session: Session,
  key: ValuesKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<ValuesRow, Column, Timed> | undefined> {
  return get(session, valuesTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findValues<
  Column extends keyof ValuesRow = keyof ValuesRow,
  Timed extends keyof ValuesIf = never,
>(
  session: Session,
  where: ValuesWhere,
  options?: FindOptions<Column, Timed>,
): Rows<Read<ValuesRow, Column, Timed>> {
  return find(session, valuesTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanValues<
  Column extends keyof ValuesRow = keyof ValuesRow,
  Timed extends keyof ValuesIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<ValuesRow, Column, Timed>> {
  return scan(session, valuesTable, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllValues(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, valuesTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertValues<If extends Flag = false>(
  session: Session,
  value: ValuesInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<ValuesTypes, If>> {
  return insert(session, valuesTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateValues<
  If extends keyof ValuesIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: ValuesUpdate,
  options?: UpdateOptions<ValuesTypes, If, Exists>,
): Promise<Updated<ValuesTypes, If, Exists>> {
  return update(session, valuesTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteValues<
  If extends keyof ValuesIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: ValuesKey,
  options?: RemoveOptions<ValuesTypes, If, Exists>,
): Promise<Updated<ValuesTypes, If, Exists>> {
  return remove(session, valuesTable, key, options);
}
