// @generated from the table definitions of `shop`. Do not edit: run `colonnade generate`.

export * from "./orders_by_customer.zod.js";
export * from "./products.zod.js";
export * from "./sensor_readings.zod.js";
