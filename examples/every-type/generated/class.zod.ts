// @generated from the table definition `every_type.class`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  notEmpty,
  nullableText,
  optionalText,
  rowSchema,
  text,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { ClassInsert, ClassRow } from "./class.js";

const notEmptyText = /* @__PURE__ */ notEmpty(text);

/** Validates a row. */
export const classRowSchema: RowSchema<ClassRow> =
  /* @__PURE__ */ rowSchema<ClassRow>({
    constructor_: notEmptyText,
    default: nullableText,
    in: text,
    session: nullableText,
    value: nullableText,
    grxf6_xdf_e: nullableText,
    withBlank: nullableText,
    x31_st: nullableText,
    then: nullableText,
  });

/** Validates an insert. */
export const classInsertSchema: WriteSchema<ClassInsert> =
  /* @__PURE__ */ writeSchema<ClassInsert>({
    constructor_: notEmptyText,
    default: optionalText,
    in: text,
    session: optionalText,
    value: optionalText,
    grxf6_xdf_e: optionalText,
    withBlank: optionalText,
    x31_st: optionalText,
    then: optionalText,
  });

/** Validates an update. */
export const classUpdateSchema: typeof classInsertSchema = classInsertSchema;
