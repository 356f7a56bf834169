// @generated from the table definition `chat.rooms`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  changeableSet,
  notEmpty,
  nullableText,
  nullableTimestamp,
  optional,
  optionalText,
  optionalTimestamp,
  rowSchema,
  set,
  text,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { RoomsInsert, RoomsRow, RoomsUpdate } from "./rooms.js";

const notEmptyText = /* @__PURE__ */ notEmpty(text);
const setOfText = /* @__PURE__ */ set(text);
const optionalSetOfText = /* @__PURE__ */ optional(setOfText);
const changeableSetOfText = /* @__PURE__ */ changeableSet(setOfText);

/** Validates a row. */
export const roomsRowSchema: RowSchema<RoomsRow> =
  /* @__PURE__ */ rowSchema<RoomsRow>({
    name: notEmptyText,
    topic: nullableText,
    moderators: setOfText,
    opened: nullableTimestamp,
  });

/** Validates an insert. */
export const roomsInsertSchema: WriteSchema<RoomsInsert> =
  /* @__PURE__ */ writeSchema<RoomsInsert>({
    name: notEmptyText,
    topic: optionalText,
    moderators: optionalSetOfText,
    opened: optionalTimestamp,
  });

/** Validates an update. */
export const roomsUpdateSchema: WriteSchema<RoomsUpdate> =
  /* @__PURE__ */ writeSchema<RoomsUpdate>({
    name: notEmptyText,
    topic: optionalText,
    moderators: changeableSetOfText,
    opened: optionalTimestamp,
  });
