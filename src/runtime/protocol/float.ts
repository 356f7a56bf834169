/**
 * A number of 32 bits as the shortest decimal number that rounds to it, which is how databases print it: the float nearest to
 * 0.1 is 0.10000000149011612, and is sent as 0.1.
 */
export function shortestFloat(value: number): number {
  const float = Math.fround(value);
  // Text has no minus zero.
  if (float === 0) return float;
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(float.toPrecision(digits));
    if (Math.fround(shorter) === float) return shorter;
  }
  // Nine digits tell any two floats apart.
  return Number(float.toPrecision(9));
}
