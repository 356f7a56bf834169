/** For the option `hedge` of a session: slow reads are sent a second time. */
export { hedgeReads } from "./session/hedge.ts";
export type { Hedge, HedgeOptions } from "./session/hedge.ts";
