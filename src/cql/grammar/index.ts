/** The language of CQL 5.0: texts ↔ trees. */
export * from "./parse-statement.ts";
export { CqlSyntaxError } from "./syntax-error.ts";
export type * from "./tree.ts";
