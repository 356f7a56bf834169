/** Writes of which all are applied or none, also to several tables. */
export { atomically } from "./functions/atomically.ts";
export type { AtomicOptions, AtomicOutcomes } from "./functions/atomically.ts";
