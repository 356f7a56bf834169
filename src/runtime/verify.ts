/** Finds out after a lost response whether a write was applied. */
export { verify } from "./functions/verify.ts";
export { verifyAll } from "./functions/verify-all.ts";
