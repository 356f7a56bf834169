/** The entries of the runtime that emitted modules import: of tables, of validators, and of the module that compares both. */
export const runtime = "@colonnade/runtime";
export const runtimeZod = "@colonnade/runtime/zod";
export const runtimeAsserts = "@colonnade/runtime/asserts";
