// @generated from the table definition `shop.products`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  nullableDecimal,
  nullableText,
  nullableTimestamp,
  optionalDecimal,
  optionalText,
  optionalTimestamp,
  rowSchema,
  uuid,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { ProductsInsert, ProductsRow } from "./products.js";

/** Validates a row. */
export const productsRowSchema: RowSchema<ProductsRow> =
  /* @__PURE__ */ rowSchema<ProductsRow>({
    id: uuid,
    name: nullableText,
    description: nullableText,
    price: nullableDecimal,
    created: nullableTimestamp,
  });

/** Validates an insert. */
export const productsInsertSchema: WriteSchema<ProductsInsert> =
  /* @__PURE__ */ writeSchema<ProductsInsert>({
    id: uuid,
    name: optionalText,
    description: optionalText,
    price: optionalDecimal,
    created: optionalTimestamp,
  });

/** Validates an update. */
export const productsUpdateSchema: typeof productsInsertSchema =
  productsInsertSchema;
