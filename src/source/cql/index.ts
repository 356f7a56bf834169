export type { ConnectOptions, CqlOptions } from "./cql-options.ts";
export * from "./introspect-cql.ts";
export type { Note } from "./system-rows.ts";
export type { DroppedColumn } from "./system-rows.ts";
export * from "./parse-system-rows.ts";
export type { SystemRow, SystemRows } from "./system-rows.ts";
