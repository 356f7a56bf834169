/** Compares by UTF-16 code units: the same order on every machine, unlike a locale comparison. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
