/** The language of CQL 5.0: texts ↔ trees. */
export { expectedAt } from "./expected-at.ts";
export type { Expected, ExpectedName } from "./expected-at.ts";
export * from "./parse-statement.ts";
export { printStatement } from "./print-statement.ts";
export { printRelation } from "./print-relation.ts";
export { printTerm } from "./print-term.ts";
export { parseType } from "./read-type.ts";
export type { TypeNode } from "./read-type.ts";
export { CqlSyntaxError } from "./syntax-error.ts";
export type { Token } from "./token.ts";
export type * from "./tree.ts";
