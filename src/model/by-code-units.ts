/** Compares by UTF-16 code units: the same order on every machine, unlike a locale comparison. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Compares tables, columns and other named objects by their names, in code-unit order. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return byCodeUnits(one.name, other.name);
}
