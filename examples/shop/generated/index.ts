// @generated from the table definitions of `shop`. Do not edit: run `colonnade generate`.

export * from "./orders_by_customer.js";
export * from "./products.js";
export * from "./sensor_readings.js";
