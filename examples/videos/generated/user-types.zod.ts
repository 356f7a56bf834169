// @generated from the user types of `videos`. Do not edit: run `colonnade generate`.
import type { WriteSchema } from "@colonnade/runtime/zod";
import {
  double,
  nullable,
  nullableDuration,
  nullableText,
  tuple,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { Address, Chapter } from "./user-types.js";

const tupleOfDoubleAndDouble = /* @__PURE__ */ tuple(double, double);
const nullableTupleOfDoubleAndDouble = /* @__PURE__ */ nullable(
  tupleOfDoubleAndDouble,
);

/** Validates an `Address`. Requires all fields and rejects others. */
export const addressSchema: WriteSchema<Address> =
  /* @__PURE__ */ writeSchema<Address>({
    street: nullableText,
    postalCode: nullableText,
    city: nullableText,
    position: nullableTupleOfDoubleAndDouble,
  });

const nullableFrozenAddressType = /* @__PURE__ */ nullable(addressSchema);

/** Validates a `Chapter`. Requires all fields and rejects others. */
export const chapterSchema: WriteSchema<Chapter> =
  /* @__PURE__ */ writeSchema<Chapter>({
    title: nullableText,
    startsAfter: nullableDuration,
    filmedAt: nullableFrozenAddressType,
  });
