import { printCqlType } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { Value } from "../store.ts";
import { codecOf } from "./codec.ts";
import { serializeValue } from "./value-bytes.ts";

/**
 * The bytes of a value for a column, or of something that the column's value may hold: an item, a key.
 *
 * @throws {StoreError} `invalid` when the value is not of the type; the message never holds the value
 */
export function checkedBytes(column: string, type: CqlType, value: unknown): Buffer {
  const codec = codecOf(type);
  if (codec.check(value)) return serializeValue(type, value as Value);
  const reason = `Invalid value for "${column}" of type ${printCqlType(type)}: it is not ${codec.expected}`;
  throw new StoreError("invalid", reason);
}
