/** Writes of which all are applied or none, also to several tables, and a check of the rows after a lost response. */
export { atomically } from "./functions/atomically.ts";
export type { AtomicOptions, AtomicOutcomes } from "./functions/atomically.ts";
export { verifyAll } from "./functions/verify.ts";
