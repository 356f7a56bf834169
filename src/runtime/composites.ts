/** Codecs that are made of others: of collections, tuples, user types and vectors, and of an app's own types. */
export {
  branded,
  converted,
  custom,
  frozen,
  list,
  map,
  oneOf,
  set,
  tuple,
  userType,
  vector,
} from "./protocol/composites.ts";
export type { Branded, UserTypeFields } from "./protocol/composites.ts";
