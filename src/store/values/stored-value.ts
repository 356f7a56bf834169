import type { Value } from "@colonnade/runtime/protocol";
import { isMultiCell } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { deserializeValue, serializeValue } from "./value-bytes.ts";

/**
 * A written value as reads return it: the database sorts sets and maps, keeps each item and key once, and does not distinguish
 * an empty collection, or a user type without values, from null unless it is frozen.
 *
 * Takes values that the codec of the type accepts.
 */
export function storedValue(type: CqlType, value: Value | null): Value | null {
  if (value === null || type.kind === "native" || type.kind === "custom") return value;
  return isMultiCell(type) && isEmpty(value) ? null : deserializeValue(type, serializeValue(type, value));
}

/** No items, or no field with a value: nothing that has a cell. */
export function isEmpty(value: Value): boolean {
  return value instanceof Map ? value.size === 0 : Object.values(value).every((item) => item === null);
}
