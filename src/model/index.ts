export * from "./cql-type.ts";
export * from "./definition.ts";
export * from "./keyspace.ts";
