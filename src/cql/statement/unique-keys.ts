import { Encoded } from "../../store/index.ts";
import type { Operands } from "../../store/index.ts";

/** Each key once, however often lists name it. */
export function uniqueKeys(keys: readonly Operands[]): readonly Operands[] {
  if (keys.length < 2) return keys;
  return [...new Map(keys.map((key) => [textOf(key), key])).values()];
}

function textOf(key: Operands): string {
  return Array.from(key.values(), (value) => {
    return value instanceof Encoded ? Buffer.from(value.bytes).toString("base64") : "";
  }).join();
}
