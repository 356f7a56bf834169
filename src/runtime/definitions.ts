/** Compares bindings with a live service, and creates their tables in it. */
export { DefinitionsError, assertDefinitions } from "./definitions/assert-definitions.ts";
export type { AssertDefinitionsOptions, AssertedDefinitions } from "./definitions/assert-definitions.ts";
export type { DefinitionNote, DefinitionProblem } from "./definitions/compare-table.ts";
export { createTable } from "./definitions/define.ts";
export type { CreateTableOptions } from "./definitions/define.ts";
