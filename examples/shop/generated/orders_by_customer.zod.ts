// @generated from the table definition `shop.orders_by_customer`. Do not edit: run `colonnade generate`.
import type {
  EitherSchema,
  RowSchema,
  WriteSchema,
} from "@colonnade/runtime/zod";
import {
  absent,
  eitherSchema,
  nullableBoolean,
  nullableDecimal,
  nullableText,
  optionalBoolean,
  optionalDecimal,
  optionalText,
  rowSchema,
  timestamp,
  timeuuid,
  uuid,
  writeSchema,
} from "@colonnade/runtime/zod";
import type {
  OrdersByCustomerInsert,
  OrdersByCustomerRow,
  OrdersByCustomerStaticUpdate,
} from "./orders_by_customer.js";

/** Validates a row. */
export const ordersByCustomerRowSchema: RowSchema<OrdersByCustomerRow> =
  /* @__PURE__ */ rowSchema<OrdersByCustomerRow>({
    customerId: uuid,
    orderedAt: timestamp,
    orderId: timeuuid,
    customerName: nullableText,
    total: nullableDecimal,
    paid: nullableBoolean,
  });

/** Validates an insert. */
export const ordersByCustomerInsertSchema: WriteSchema<OrdersByCustomerInsert> =
  /* @__PURE__ */ writeSchema<OrdersByCustomerInsert>({
    customerId: uuid,
    orderedAt: timestamp,
    orderId: timeuuid,
    customerName: optionalText,
    total: optionalDecimal,
    paid: optionalBoolean,
  });

/** Validates an update of a row. */
export const ordersByCustomerRowUpdateSchema: typeof ordersByCustomerInsertSchema =
  ordersByCustomerInsertSchema;

/** Validates an update of the static columns. */
export const ordersByCustomerStaticUpdateSchema: WriteSchema<OrdersByCustomerStaticUpdate> =
  /* @__PURE__ */ writeSchema<OrdersByCustomerStaticUpdate>({
    customerId: uuid,
    orderedAt: absent,
    orderId: absent,
    customerName: optionalText,
    total: absent,
    paid: absent,
  });

/** Validates an update. */
export const ordersByCustomerUpdateSchema: EitherSchema<
  OrdersByCustomerInsert,
  OrdersByCustomerStaticUpdate
> = /* @__PURE__ */ eitherSchema(
  ordersByCustomerRowUpdateSchema,
  ordersByCustomerStaticUpdateSchema,
);
