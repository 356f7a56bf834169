// @generated from the table definition `every_type.keys`. Do not edit: run `colonnade generate`.
import type {
  EitherSchema,
  RowSchema,
  WriteSchema,
} from "@colonnade/runtime/zod";
import {
  absent,
  ascii,
  bigint,
  blob,
  boolean,
  date,
  decimal,
  double,
  eitherSchema,
  float,
  inet,
  int,
  nullableText,
  optionalText,
  rowSchema,
  smallint,
  text,
  time,
  timestamp,
  timeuuid,
  tinyint,
  uuid,
  varchar,
  varint,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { KeysInsert, KeysRow, KeysStaticUpdate } from "./keys.js";

/** Validates a row. */
export const keysRowSchema: RowSchema<KeysRow> =
  /* @__PURE__ */ rowSchema<KeysRow>({
    textKey: text,
    uuidKey: uuid,
    blobKey: blob,
    inetKey: inet,
    varintKey: varint,
    asciiKey: ascii,
    bigintKey: bigint,
    booleanKey: boolean,
    dateKey: date,
    decimalKey: decimal,
    doubleKey: double,
    floatKey: float,
    intKey: int,
    smallintKey: smallint,
    timeKey: time,
    timestampKey: timestamp,
    timeuuidKey: timeuuid,
    tinyintKey: tinyint,
    varcharKey: varchar,
    note: nullableText,
    shared: nullableText,
  });

/** Validates an insert. */
export const keysInsertSchema: WriteSchema<KeysInsert> =
  /* @__PURE__ */ writeSchema<KeysInsert>({
    textKey: text,
    uuidKey: uuid,
    blobKey: blob,
    inetKey: inet,
    varintKey: varint,
    asciiKey: ascii,
    bigintKey: bigint,
    booleanKey: boolean,
    dateKey: date,
    decimalKey: decimal,
    doubleKey: double,
    floatKey: float,
    intKey: int,
    smallintKey: smallint,
    timeKey: time,
    timestampKey: timestamp,
    timeuuidKey: timeuuid,
    tinyintKey: tinyint,
    varcharKey: varchar,
    note: optionalText,
    shared: optionalText,
  });

/** Validates an update of a row. */
export const keysRowUpdateSchema: typeof keysInsertSchema = keysInsertSchema;

/** Validates an update of the static columns. */
export const keysStaticUpdateSchema: WriteSchema<KeysStaticUpdate> =
  /* @__PURE__ */ writeSchema<KeysStaticUpdate>({
    textKey: text,
    uuidKey: uuid,
    blobKey: blob,
    inetKey: inet,
    varintKey: varint,
    asciiKey: absent,
    bigintKey: absent,
    booleanKey: absent,
    dateKey: absent,
    decimalKey: absent,
    doubleKey: absent,
    floatKey: absent,
    intKey: absent,
    smallintKey: absent,
    timeKey: absent,
    timestampKey: absent,
    timeuuidKey: absent,
    tinyintKey: absent,
    varcharKey: absent,
    note: absent,
    shared: optionalText,
  });

/** Validates an update. */
export const keysUpdateSchema: EitherSchema<KeysInsert, KeysStaticUpdate> =
  /* @__PURE__ */ eitherSchema(keysRowUpdateSchema, keysStaticUpdateSchema);
