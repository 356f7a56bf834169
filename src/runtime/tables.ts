/**
 * Functions of tables beyond their rows, for the generated functions: deletes of many rows, counts, the nearest vectors, the
 * partitions of a table.
 */
export { removeWhere } from "./functions/remove-where.ts";
export * from "./functions/tables.ts";
export type { RepeatableOptions as RemoveWhereOptions } from "./operation/write-options.ts";
