export { requestFailureOf } from "./failures.ts";
export { storeSession } from "./store-session.ts";
