import type { natives } from "./codecs.ts";

/** The TypeScript type of a value on the wire, per native type. */
export const jsonTypes: Readonly<Record<keyof typeof natives, "string" | "number" | "boolean">> = {
  ascii: "string",
  bigint: "string",
  blob: "string",
  boolean: "boolean",
  counter: "string",
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
  timestamp: "string",
  timeuuid: "string",
  tinyint: "number",
  uuid: "string",
  varchar: "string",
  varint: "string",
};
