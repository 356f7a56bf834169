export * from "./cql/index.ts";
export * from "./definition-file.ts";
export * from "./files.ts";
export * from "./rest.ts";
