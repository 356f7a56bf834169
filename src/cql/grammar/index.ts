/** The language of CQL 5.0: texts → trees, and terms → texts. */
export { expectedAt } from "./expected-at.ts";
export type { Expected, ExpectedName } from "./expected-at.ts";
export { parseStatement, splitStatements } from "./parse-statement.ts";
export type { SplitStatement } from "./parse-statement.ts";
export { printRelation, printTerm } from "./print-term.ts";
export { parseType } from "./read-type.ts";
export type { TypeNode } from "./read-type.ts";
export { CqlSyntaxError } from "./syntax-error.ts";
export type { Token } from "./lexer.ts";
export type * from "./tree.ts";
