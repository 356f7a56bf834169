// @generated from the table definition `shop.sensor_readings`. Do not edit: run `colonnade generate`.
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
  bigint,
  date,
  find,
  float,
  get,
  insert,
  remove,
  scan,
  text,
  time,
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
 * A row of `shop.sensor_readings`.
 *
 * What the sensors of the store rooms measure, a partition for each sensor and day.
 */
export interface SensorReadingsRow {
  /** CQL `text`, partition key. */
  room: string;
  /** CQL `date`, partition key. */
  day: string;
  /** CQL `time`, clustering key. */
  at: string;
  /** CQL `float`. */
  celsius: number | null;
  /** CQL `bigint`. */
  alarms: bigint | null;
}

/** The primary key of a row. */
export interface SensorReadingsKey {
  room: string;
  day: string;
  at: string;
}

/** Selects rows by the whole partition key and a prefix of the clustering key. */
export interface SensorReadingsWhere {
  room: Match<string>;
  day: Match<string>;
  at?: Bound<string>;
}

/** The columns of an insert. An omitted column stays unchanged, null deletes its value. */
export interface SensorReadingsInsert {
  room: string;
  day: string;
  at: string;
  celsius?: number | null | undefined;
  alarms?: bigint | null | undefined;
}

/** The columns of an update. An omitted column stays unchanged, null deletes its value. */
export interface SensorReadingsUpdate extends SensorReadingsInsert {}

/** A condition on a row: values of columns, or comparisons with them. */
export interface SensorReadingsIf {
  celsius?: Condition<number>;
  alarms?: Condition<bigint>;
}

/** Groups the types above for the runtime. */
export interface SensorReadingsTypes {
  row: SensorReadingsRow;
  key: SensorReadingsKey;
  where: SensorReadingsWhere;
  if: SensorReadingsIf;
  insert: SensorReadingsInsert;
  update: SensorReadingsUpdate;
  partition: "room" | "day";
  reversed: "desc";
}

/** Describes the table to the runtime. */
export const sensorReadingsTable: Table<SensorReadingsTypes> = {
  keyspace: "shop",
  name: "sensor_readings",
  apiName: "SensorReadings",
  columns: {
    room: text,
    day: date,
    at: time,
    celsius: float,
    alarms: bigint,
  },
  partitionKey: ["room", "day"],
  clusteringKey: ["at"],
  defaultTimeToLive: 7776000,
};

/** Reads a row by its key. Returns undefined if it does not exist. */
export function getSensorReadings<
  Column extends keyof SensorReadingsRow = keyof SensorReadingsRow,
  Timed extends keyof SensorReadingsIf = never,
>(
  session: Session,
  key: SensorReadingsKey,
  options?: ReadOptions<Column, Timed>,
): Promise<Read<SensorReadingsRow, Column, Timed> | undefined> {
  return get(session, sensorReadingsTable, key, options);
}

/** Finds rows by partition. Sends nothing until the result is read. */
export function findSensorReadings<
  Column extends keyof SensorReadingsRow = keyof SensorReadingsRow,
  Order extends Direction = never,
  Timed extends keyof SensorReadingsIf = never,
>(
  session: Session,
  where: OrderedWhere<SensorReadingsTypes, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<SensorReadingsRow, Column, Timed>> {
  return find(session, sensorReadingsTable, where, options);
}

/** Reads all rows of the table: a full scan, for small tables and background jobs. */
export function scanSensorReadings<
  Column extends keyof SensorReadingsRow = keyof SensorReadingsRow,
  Timed extends keyof SensorReadingsIf = never,
>(
  session: Session,
  options?: ScanOptions<Column, Timed>,
): Rows<Read<SensorReadingsRow, Column, Timed>> {
  return scan(session, sensorReadingsTable, options);
}

/** Reads the key of each partition: a full scan. */
export function partitionsOfSensorReadings(
  session: Session,
  options?: PartitionsOptions,
): Rows<PartitionOf<SensorReadingsTypes>> {
  return partitions(session, sensorReadingsTable, options);
}

/** Counts rows of a partition. The database reads each of them. */
export function countSensorReadings(
  session: Session,
  where: SensorReadingsWhere,
  options?: CountOptions,
): Promise<bigint> {
  return count(session, sensorReadingsTable, where, options);
}

/** Counts all rows of the table: a full scan. */
export function countAllSensorReadings(
  session: Session,
  options?: CountAllOptions,
): Promise<bigint> {
  return countAll(session, sensorReadingsTable, options);
}

/** Inserts a row. Overwrites an existing one unless `ifNotExists` is set. */
export function insertSensorReadings<If extends Flag = false>(
  session: Session,
  value: SensorReadingsInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<SensorReadingsTypes, If>> {
  return insert(session, sensorReadingsTable, value, options);
}

/** Updates columns of a row. Creates a missing row unless a condition is set. */
export function updateSensorReadings<
  If extends keyof SensorReadingsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  value: SensorReadingsUpdate,
  options?: UpdateOptions<SensorReadingsTypes, If, Exists>,
): Promise<Updated<SensorReadingsTypes, If, Exists>> {
  return update(session, sensorReadingsTable, value, options);
}

/** Deletes a row. Succeeds if it does not exist. */
export function deleteSensorReadings<
  If extends keyof SensorReadingsIf = never,
  Exists extends Flag = false,
>(
  session: Session,
  key: SensorReadingsKey,
  options?: RemoveOptions<SensorReadingsTypes, If, Exists>,
): Promise<Updated<SensorReadingsTypes, If, Exists>> {
  return remove(session, sensorReadingsTable, key, options);
}

/** Deletes rows of a partition at once, without reading them. */
export function deleteSensorReadingsWhere(
  session: Session,
  where: SensorReadingsWhere,
  options?: RemoveWhereOptions,
): Promise<Applied> {
  return removeWhere(session, sensorReadingsTable, where, options);
}
