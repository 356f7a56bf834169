// @generated from the table definition `shop.sensor_readings`. Do not edit: run `colonnade generate`.
/* eslint-disable */
import type {
  Bound,
  Condition,
  FindOptions,
  Flag,
  InsertOptions,
  Inserted,
  Match,
  OrderedFindOptions,
  ReadOptions,
  RemoveOptions,
  Rows,
  Selected,
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

/** What identifies a row. */
export interface SensorReadingsKey {
  room: string;
  day: string;
  at: string;
}

/** What selects rows: the whole partition key, and of the clustering key a prefix. */
export interface SensorReadingsWhere {
  room: Match<string>;
  day: Match<string>;
  at?: Bound<string>;
}

/** What an insert takes: a column left out stays as it is, null deletes its value. */
export interface SensorReadingsInsert {
  room: string;
  day: string;
  at: string;
  celsius?: number | null | undefined;
  alarms?: bigint | null | undefined;
}

/** What an update takes: a column left out stays as it is, null deletes its value. */
export interface SensorReadingsUpdate extends SensorReadingsInsert {}

/** What a condition can ask of a row: a value that a column has, or how it compares. */
export interface SensorReadingsIf {
  celsius?: Condition<number>;
  alarms?: Condition<bigint>;
}

/** The types above, as one for the runtime. */
export interface SensorReadingsTypes {
  row: SensorReadingsRow;
  key: SensorReadingsKey;
  where: SensorReadingsWhere;
  if: SensorReadingsIf;
  insert: SensorReadingsInsert;
  update: SensorReadingsUpdate;
}

/** What the runtime knows of the table. */
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

/** Reads the row of a key; undefined when there is none. */
export function getSensorReadings<
  Column extends keyof SensorReadingsRow = keyof SensorReadingsRow,
>(
  session: Session,
  key: SensorReadingsKey,
  options?: ReadOptions<Column>,
): Promise<Selected<SensorReadingsRow, Column> | undefined> {
  return get(session, sensorReadingsTable, key, options);
}

/** Finds rows by their partition; nothing is sent before the result is read. */
export function findSensorReadings<
  Column extends keyof SensorReadingsRow = keyof SensorReadingsRow,
>(
  session: Session,
  where: SensorReadingsWhere,
  options?: OrderedFindOptions<Column>,
): Rows<Selected<SensorReadingsRow, Column>> {
  return find(session, sensorReadingsTable, where, options);
}

/** Reads every row of the table: a full scan, for small tables and for jobs. */
export function scanSensorReadings<
  Column extends keyof SensorReadingsRow = keyof SensorReadingsRow,
>(
  session: Session,
  options?: FindOptions<Column>,
): Rows<Selected<SensorReadingsRow, Column>> {
  return scan(session, sensorReadingsTable, options);
}

/** Writes a row; one that is there is overwritten, unless `ifNotExists` is set. */
export function insertSensorReadings<If extends Flag = false>(
  session: Session,
  value: SensorReadingsInsert,
  options?: InsertOptions<If>,
): Promise<Inserted<SensorReadingsTypes, If>> {
  return insert(session, sensorReadingsTable, value, options);
}

/** Changes columns of a row; one that is not there comes to be, unless a condition is set. */
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

/** Deletes a row; one that is not there is no error. */
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
