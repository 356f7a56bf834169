export { storeSession } from "./store-session.ts";
