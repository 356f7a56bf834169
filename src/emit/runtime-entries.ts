/** The entries of the runtime that emitted modules import: for tables, for validators, for `asserts.ts`. */
export const runtime = "@colonnade/runtime";
export const runtimeZod = "@colonnade/runtime/zod";
/** Codecs composed of other codecs. */
export const runtimeComposites = "@colonnade/runtime/composites";
export const runtimeAsserts = "@colonnade/runtime/asserts";
/** For modules of documents. */
export const runtimeDocuments = "@colonnade/runtime/documents";
/** For values that change parts of a column, and for functions beyond rows. */
export const runtimeChanges = "@colonnade/runtime/changes";
export const runtimeTables = "@colonnade/runtime/tables";
