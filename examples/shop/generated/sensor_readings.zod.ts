// @generated from the table definition `shop.sensor_readings`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  date,
  nullableBigint,
  nullableFloat,
  optionalBigint,
  optionalFloat,
  rowSchema,
  text,
  time,
  writeSchema,
} from "@colonnade/runtime/zod";
import type {
  SensorReadingsInsert,
  SensorReadingsRow,
} from "./sensor_readings.js";

/** Validates a row. */
export const sensorReadingsRowSchema: RowSchema<SensorReadingsRow> =
  /* @__PURE__ */ rowSchema<SensorReadingsRow>({
    room: text,
    day: date,
    at: time,
    celsius: nullableFloat,
    alarms: nullableBigint,
  });

/** Validates an insert. */
export const sensorReadingsInsertSchema: WriteSchema<SensorReadingsInsert> =
  /* @__PURE__ */ writeSchema<SensorReadingsInsert>({
    room: text,
    day: date,
    at: time,
    celsius: optionalFloat,
    alarms: optionalBigint,
  });

/** Validates an update. */
export const sensorReadingsUpdateSchema: typeof sensorReadingsInsertSchema =
  sensorReadingsInsertSchema;
