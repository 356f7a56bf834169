// @generated from the table definition `videos.users`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  changeableFields,
  changeableMap,
  changeableSet,
  map,
  nullable,
  nullableText,
  nullableTimestamp,
  optional,
  optionalText,
  optionalTimestamp,
  rowSchema,
  set,
  text,
  validatorOf,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { UsersInsert, UsersRow, UsersUpdate } from "./users.js";
import { usersIdSchema } from "./ids.zod.js";
import { addressSchema } from "./user-types.zod.js";
import { money } from "../money.js";

const nullableAddressType = /* @__PURE__ */ nullable(addressSchema);
const setOfText = /* @__PURE__ */ set(text);
const mapOfTextToText = /* @__PURE__ */ map(text, text);
const moneyValue = /* @__PURE__ */ validatorOf(money);
const nullableMoney = /* @__PURE__ */ nullable(moneyValue);
const optionalAddressType = /* @__PURE__ */ optional(addressSchema);
const optionalSetOfText = /* @__PURE__ */ optional(setOfText);
const optionalMapOfTextToText = /* @__PURE__ */ optional(mapOfTextToText);
const optionalMoney = /* @__PURE__ */ optional(moneyValue);
const changeableAddressType = /* @__PURE__ */ changeableFields(addressSchema);
const changeableSetOfText = /* @__PURE__ */ changeableSet(setOfText);
const changeableMapOfTextToText =
  /* @__PURE__ */ changeableMap(mapOfTextToText);

/** Validates a row. */
export const usersRowSchema: RowSchema<UsersRow> =
  /* @__PURE__ */ rowSchema<UsersRow>({
    id: usersIdSchema,
    email: nullableText,
    name: nullableText,
    joined: nullableTimestamp,
    home: nullableAddressType,
    interests: setOfText,
    settings: mapOfTextToText,
    balance: nullableMoney,
  });

/** Validates an insert. */
export const usersInsertSchema: WriteSchema<UsersInsert> =
  /* @__PURE__ */ writeSchema<UsersInsert>({
    id: usersIdSchema,
    email: optionalText,
    name: optionalText,
    joined: optionalTimestamp,
    home: optionalAddressType,
    interests: optionalSetOfText,
    settings: optionalMapOfTextToText,
    balance: optionalMoney,
  });

/** Validates an update. */
export const usersUpdateSchema: WriteSchema<UsersUpdate> =
  /* @__PURE__ */ writeSchema<UsersUpdate>({
    id: usersIdSchema,
    email: optionalText,
    name: optionalText,
    joined: optionalTimestamp,
    home: changeableAddressType,
    interests: changeableSetOfText,
    settings: changeableMapOfTextToText,
    balance: optionalMoney,
  });
