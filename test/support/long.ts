/** Long forms of the tests that have one: `COLONNADE_LONG=1 npx vitest run …`. */
export const long: boolean = process.env["COLONNADE_LONG"] === "1";

/** Seeded short, so that a run is the same everywhere; a new seed each time in the long form. */
export function runs(short: number, many: number): { numRuns: number; seed?: number } {
  return long ? { numRuns: many } : { numRuns: short, seed: 7 };
}
