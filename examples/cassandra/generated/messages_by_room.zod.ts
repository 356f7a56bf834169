// @generated from the table definition `chat.messages_by_room`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  changeableMap,
  int,
  map,
  notEmpty,
  nullableText,
  optional,
  optionalText,
  rowSchema,
  text,
  timestamp,
  writeSchema,
} from "@colonnade/runtime/zod";
import type {
  MessagesByRoomInsert,
  MessagesByRoomRow,
  MessagesByRoomUpdate,
} from "./messages_by_room.js";

const notEmptyText = /* @__PURE__ */ notEmpty(text);
const mapOfTextToInt = /* @__PURE__ */ map(text, int);
const optionalMapOfTextToInt = /* @__PURE__ */ optional(mapOfTextToInt);
const changeableMapOfTextToInt = /* @__PURE__ */ changeableMap(mapOfTextToInt);

/** Validates a row. */
export const messagesByRoomRowSchema: RowSchema<MessagesByRoomRow> =
  /* @__PURE__ */ rowSchema<MessagesByRoomRow>({
    room: notEmptyText,
    sentAt: timestamp,
    author: text,
    body: nullableText,
    reactions: mapOfTextToInt,
  });

/** Validates an insert. */
export const messagesByRoomInsertSchema: WriteSchema<MessagesByRoomInsert> =
  /* @__PURE__ */ writeSchema<MessagesByRoomInsert>({
    room: notEmptyText,
    sentAt: timestamp,
    author: text,
    body: optionalText,
    reactions: optionalMapOfTextToInt,
  });

/** Validates an update. */
export const messagesByRoomUpdateSchema: WriteSchema<MessagesByRoomUpdate> =
  /* @__PURE__ */ writeSchema<MessagesByRoomUpdate>({
    room: notEmptyText,
    sentAt: timestamp,
    author: text,
    body: optionalText,
    reactions: changeableMapOfTextToInt,
  });
