import type { CqlType } from "../../model/index.ts";
import { encodeValueOrder } from "../../store/index.ts";
import { isMeaningless } from "./functions/native-function.ts";

const nothing = Buffer.alloc(0);

/** Bytes that sort as values of the type do; a value without bytes comes first. */
export function orderOf(type: CqlType, bytes: Buffer): Buffer {
  return isMeaningless(type, bytes) ? nothing : encodeValueOrder(type, bytes);
}

/** Items of a set, or entries of a map by their keys: sorted, each key once with the last of its values. */
export function arrangeEntries<Entry extends readonly [key: Buffer, ...rest: Buffer[]]>(
  type: CqlType,
  entries: readonly Entry[],
): readonly Entry[] {
  const arranged = new Map<string, { readonly order: Buffer; readonly entry: Entry }>();
  for (const entry of entries) {
    const order = orderOf(type, entry[0]);
    arranged.set(order.toString("latin1"), { order, entry });
  }
  return [...arranged.values()].sort((one, other) => Buffer.compare(one.order, other.order)).map(({ entry }) => entry);
}

/** The items of a set: sorted, each once. */
export function arrangeItems(type: CqlType, items: readonly Buffer[]): readonly Buffer[] {
  return arrangeEntries(
    type,
    items.map((item) => [item] as const),
  ).flat();
}
