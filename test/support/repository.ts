import { resolve } from "node:path";

/** The folder that holds `src`, `test`, `docs` and, once built, `dist`: wherever the tests were started from. */
export const repository = resolve(import.meta.dirname, "../..");
