import type { Value } from "@colonnade/runtime/protocol";
import { printCqlType } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import { codecOf } from "./codec.ts";
import { Encoded, plainValue } from "./encoded.ts";
import { serializeValue } from "./value-bytes.ts";

/**
 * The bytes of a value for a column, or of something that the column's value may hold: an item, a key.
 *
 * @throws {StoreError} `invalid` when the value is not of the type; the message never holds the value
 */
export function checkedBytes(column: string, type: CqlType, value: unknown): Buffer {
  if (value instanceof Encoded && value.isOf(type)) return value.bytes as Buffer;
  const codec = codecOf(type);
  const plain = plainValue(value);
  if (codec.check(plain)) return serializeValue(type, plain as Value);
  const reason = `Invalid value for "${column}" of type ${printCqlType(type)}: it is not ${codec.expected}`;
  throw new StoreError("invalid", reason);
}
