/** The entries of the runtime that emitted modules import: for tables, for validators, for `asserts.ts`. */
export const runtime = "@colonnade/runtime";
export const runtimeZod = "@colonnade/runtime/zod";
/** Codecs that are made of others. */
export const runtimeComposites = "@colonnade/runtime/composites";
export const runtimeAsserts = "@colonnade/runtime/asserts";
/** For modules of documents. */
export const runtimeDocuments = "@colonnade/runtime/documents";
/** Of the values that change parts of a column, and of the functions beyond rows. */
export const runtimeChanges = "@colonnade/runtime/changes";
export const runtimeTables = "@colonnade/runtime/tables";
