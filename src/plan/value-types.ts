import type { NativeType } from "../model/index.ts";

/** The TypeScript type of a value, per native type. @see design 6.1 */
export const valueTypes: Readonly<Record<NativeType, string>> = {
  ascii: "string",
  bigint: "bigint",
  blob: "Uint8Array",
  boolean: "boolean",
  counter: "bigint",
  date: "string",
  decimal: "string",
  double: "number",
  duration: "string",
  float: "number",
  inet: "string",
  int: "number",
  smallint: "number",
  text: "string",
  time: "string",
  timestamp: "Date",
  timeuuid: "string",
  tinyint: "number",
  uuid: "string",
  varchar: "string",
  varint: "bigint",
};
