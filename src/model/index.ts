export * from "./cql-type.ts";
export * from "./definition.ts";
export type { DefinitionProblem } from "./json-reader.ts";
export * from "./keyspace.ts";
export * from "./parse-cql-type.ts";
export * from "./parse-definition.ts";
export * from "./parse-user-types.ts";
export * from "./user-type.ts";
