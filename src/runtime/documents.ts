/**
 * The library of generated documents (`documents: true`): the types of their variables and data, and the conversion between
 * these and our own values. For apps with a GraphQL client of their own, which may send them through a session.
 */
export * from "./documents/decode.ts";
export type * from "./documents/document-types.ts";
export {
  encodeDelete,
  encodeFind,
  encodeGet,
  encodeIncrement,
  encodeInsert,
  encodeUpdate,
} from "./documents/encode.ts";
export type {
  EncodeDeleteOptions,
  EncodeFindOptions,
  EncodeGetOptions,
  EncodeIncrementOptions,
  EncodeInsertOptions,
  EncodeOrderedFindOptions,
  EncodeRepeatableOptions,
  EncodeUpdateOptions,
} from "./documents/encode.ts";
export * from "./documents/encode-beyond-rows.ts";
export { sessionFetch } from "./documents/session-fetch.ts";
export type { SessionFetch } from "./documents/session-fetch.ts";
export type { PartitionOf } from "./functions/tables.ts";
export type { Direction, OrderedWhere } from "./operation/read-options.ts";
export type { Page } from "./operation/rows.ts";
