// @generated from the table definitions of `every_type`. Do not edit: run `colonnade generate`.

export * from "./class.zod.js";
export * from "./counters.zod.js";
export * from "./keys.zod.js";
export * from "./values.zod.js";
