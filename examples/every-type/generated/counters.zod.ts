// @generated from the table definition `every_type.counters`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  amountCounter,
  date,
  notEmpty,
  nullableCounter,
  rowSchema,
  text,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { CountersIncrement, CountersRow } from "./counters.js";

const notEmptyText = /* @__PURE__ */ notEmpty(text);

/** Validates a row. */
export const countersRowSchema: RowSchema<CountersRow> =
  /* @__PURE__ */ rowSchema<CountersRow>({
    page: notEmptyText,
    day: date,
    views: nullableCounter,
    likes: nullableCounter,
  });

/** Validates an increment of the counters. */
export const countersIncrementSchema: WriteSchema<CountersIncrement> =
  /* @__PURE__ */ writeSchema<CountersIncrement>({
    views: amountCounter,
    likes: amountCounter,
  });
