import type { Codec } from "../protocol/codec.ts";
import { hasEmptyValue } from "../protocol/codec.ts";

/** The codec without the empty text or blob; that of a type without such a value stays as it is. */
export function withoutEmpty<Value>(codec: Codec<Value>, reason: string): Codec<Value> {
  if (!hasEmptyValue(codec.cql)) return codec;
  return {
    ...codec,
    expected: `${codec.expected}, at least one byte long: ${reason}`,
    check: (value) => codec.check(value) && !isEmpty(codec, value as Value),
  };
}

function isEmpty<Value>(codec: Codec<Value>, value: Value): boolean {
  try {
    return codec.encode(value) === "";
  } catch {
    // A user's codec failed: the caller that encodes the value reports it.
    return false;
  }
}

/** The same for the only column of a partition key. */
export function withoutEmptyKey<Value>(codec: Codec<Value>): Codec<Value> {
  return withoutEmpty(codec, "the database takes no empty partition key");
}
