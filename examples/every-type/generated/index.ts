// @generated from the table definitions of `every_type`. Do not edit: run `colonnade generate`.

export * from "./class.js";
export * from "./counters.js";
export * from "./keys.js";
export * from "./values.js";
