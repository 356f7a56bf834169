// @generated from the table definition `videos.videos`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  changeableList,
  changeableMap,
  changeableSet,
  float,
  int,
  list,
  map,
  nullable,
  nullableBigint,
  nullableBlob,
  nullableBoolean,
  nullableDuration,
  nullableText,
  optional,
  optionalBigint,
  optionalBlob,
  optionalBoolean,
  optionalDuration,
  optionalText,
  rowSchema,
  set,
  text,
  tuple,
  validatorOf,
  vector,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { VideosInsert, VideosRow, VideosUpdate } from "./videos.js";
import { usersIdSchema, videosIdSchema } from "./ids.zod.js";
import { chapterSchema } from "./user-types.zod.js";
import { money } from "../money.js";

const nullableUsersId = /* @__PURE__ */ nullable(usersIdSchema);
const setOfText = /* @__PURE__ */ set(text);
const listOfFrozenChapterType = /* @__PURE__ */ list(chapterSchema);
const listOfText = /* @__PURE__ */ list(text);
const mapOfTextToFrozenListOfText = /* @__PURE__ */ map(text, listOfText);
const vectorOfFloat4 = /* @__PURE__ */ vector(float, 4);
const nullableVectorOfFloat4 = /* @__PURE__ */ nullable(vectorOfFloat4);
const tupleOfIntAndInt = /* @__PURE__ */ tuple(int, int);
const nullableTupleOfIntAndInt = /* @__PURE__ */ nullable(tupleOfIntAndInt);
const moneyValue = /* @__PURE__ */ validatorOf(money);
const nullableMoney = /* @__PURE__ */ nullable(moneyValue);
const optionalUsersId = /* @__PURE__ */ optional(usersIdSchema);
const optionalSetOfText = /* @__PURE__ */ optional(setOfText);
const optionalListOfFrozenChapterType = /* @__PURE__ */ optional(
  listOfFrozenChapterType,
);
const optionalMapOfTextToFrozenListOfText = /* @__PURE__ */ optional(
  mapOfTextToFrozenListOfText,
);
const optionalVectorOfFloat4 = /* @__PURE__ */ optional(vectorOfFloat4);
const optionalTupleOfIntAndInt = /* @__PURE__ */ optional(tupleOfIntAndInt);
const optionalMoney = /* @__PURE__ */ optional(moneyValue);
const changeableSetOfText = /* @__PURE__ */ changeableSet(setOfText);
const changeableListOfFrozenChapterType = /* @__PURE__ */ changeableList(
  listOfFrozenChapterType,
);
const changeableMapOfTextToFrozenListOfText = /* @__PURE__ */ changeableMap(
  mapOfTextToFrozenListOfText,
);

/** Validates a row. */
export const videosRowSchema: RowSchema<VideosRow> =
  /* @__PURE__ */ rowSchema<VideosRow>({
    id: videosIdSchema,
    owner: nullableUsersId,
    title: nullableText,
    tags: setOfText,
    chapters: listOfFrozenChapterType,
    subtitles: mapOfTextToFrozenListOfText,
    taste: nullableVectorOfFloat4,
    size: nullableTupleOfIntAndInt,
    length: nullableDuration,
    bytes: nullableBigint,
    preview: nullableBlob,
    price: nullableMoney,
    isPrivate: nullableBoolean,
  });

/** Validates an insert. */
export const videosInsertSchema: WriteSchema<VideosInsert> =
  /* @__PURE__ */ writeSchema<VideosInsert>({
    id: videosIdSchema,
    owner: optionalUsersId,
    title: optionalText,
    tags: optionalSetOfText,
    chapters: optionalListOfFrozenChapterType,
    subtitles: optionalMapOfTextToFrozenListOfText,
    taste: optionalVectorOfFloat4,
    size: optionalTupleOfIntAndInt,
    length: optionalDuration,
    bytes: optionalBigint,
    preview: optionalBlob,
    price: optionalMoney,
    isPrivate: optionalBoolean,
  });

/** Validates an update. */
export const videosUpdateSchema: WriteSchema<VideosUpdate> =
  /* @__PURE__ */ writeSchema<VideosUpdate>({
    id: videosIdSchema,
    owner: optionalUsersId,
    title: optionalText,
    tags: changeableSetOfText,
    chapters: changeableListOfFrozenChapterType,
    subtitles: changeableMapOfTextToFrozenListOfText,
    taste: optionalVectorOfFloat4,
    size: optionalTupleOfIntAndInt,
    length: optionalDuration,
    bytes: optionalBigint,
    preview: optionalBlob,
    price: optionalMoney,
    isPrivate: optionalBoolean,
  });
