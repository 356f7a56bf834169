/** Finds out after a lost response whether a write was applied. */
export { verify, verifyAll } from "./functions/verify.ts";
