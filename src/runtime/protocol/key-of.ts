import type { Codec, Wire } from "./codec.ts";

/** The form of a value in a row's key. @see Codec.key */
export function keyOf({ key }: Pick<Codec<never>, "key">, wire: Wire): Wire {
  return wire === null || !key ? wire : key(wire);
}

/** The same for each item. */
export function keysOf(item: Pick<Codec<never>, "key">, wire: Wire): readonly Wire[] {
  return (wire as readonly Wire[]).map((held) => keyOf(item, held));
}

/** For items without an order, each of which is stored once. */
export function distinct(keys: readonly Wire[]): Wire {
  return [...new Set(keys.map((key) => JSON.stringify(key)))].sort();
}
