/**
 * What generated documents (`documents: true`) use: the types of their variables and data, and the conversion between
 * these and our own values. For apps with a GraphQL client of their own, which may send them through a session.
 */
export { decodePage, decodeRow } from "./documents/decode.ts";
export type {
  BoundWire,
  ConditionWire,
  DeleteVariables,
  EntryWire,
  FindVariables,
  GetVariables,
  IncrementVariables,
  InsertVariables,
  MatchWire,
  MutationOptionsWire,
  OrderedFindVariables,
  PageDocument,
  PageResult,
  PageWire,
  QueryOptionsWire,
  TupleWire,
  TypedDocumentNode,
  UpdateVariables,
  WriteDocument,
  WrittenWire,
} from "./documents/document-types.ts";
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
  EncodeUpdateOptions,
} from "./documents/encode.ts";
export { sessionFetch } from "./documents/session-fetch.ts";
export type { SessionFetch } from "./documents/session-fetch.ts";
export type { Direction, OrderedWhere } from "./operation/read-options.ts";
export type { Page } from "./operation/rows.ts";
