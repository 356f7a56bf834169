import type { CqlType } from "../../model/index.ts";

/** The JSON text of a value, as `toJson` and `SELECT JSON` print it; `null` for null. */
export function toJson(type: CqlType, bytes: Uint8Array | null): string {
  return bytes === null ? "null" : JSON.stringify(type.kind);
}

/** The name of a column in JSON: with quotes within it, if it would be another name without them. */
export function jsonName(name: string): string {
  return JSON.stringify(name === name.toLowerCase() ? name : `"${name}"`);
}
