/**
 * The library of generated documents (`documents: true`): the types of their variables and data, and the conversion between
 * these and our own values. For apps with a GraphQL client of their own, which may send them through a session.
 */
export { decodePage, decodeRow, decodeNeighbors, decodePartitions } from "./documents/decode.ts";
export type {
  BoundWire,
  ConditionWire,
  ContainsEntryWire,
  ContainsKeyWire,
  ContainsWire,
  CountDocument,
  CountVariables,
  CountWire,
  DeleteVariables,
  DeleteWhereVariables,
  EntriesConditionWire,
  EntryWire,
  EqualWire,
  FieldsChangesWire,
  FieldsConditionWire,
  FindVariables,
  GetVariables,
  IncrementVariables,
  IndexedWire,
  InsertVariables,
  ItemsConditionWire,
  ListChangesWire,
  MapChangesWire,
  MatchWire,
  MutationOptionsWire,
  NearestVariables,
  NeighborsDocument,
  NeighborsResult,
  NeighborsWire,
  OrderedFindVariables,
  PageDocument,
  PageResult,
  PageWire,
  PartitionsVariables,
  QueryOptionsWire,
  ScanOptionsWire,
  ScanVariables,
  SetChangesWire,
  TupleWire,
  TypedDocumentNode,
  UpdatePartsVariables,
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
  EncodeRepeatableOptions,
  EncodeUpdateOptions,
} from "./documents/encode.ts";
export {
  encodeCount,
  encodeCountAll,
  encodeDeleteWhere,
  encodeIndexed,
  encodeNearest,
  encodePartitions,
  encodeScan,
  encodeUpdateParts,
} from "./documents/encode-beyond-rows.ts";
export type {
  EncodeNearestOptions,
  EncodePartitionsOptions,
  EncodeScanOptions,
} from "./documents/encode-beyond-rows.ts";
export { sessionFetch } from "./documents/session-fetch.ts";
export type { SessionFetch } from "./documents/session-fetch.ts";
export type { PartitionOf } from "./functions/tables.ts";
export type { Direction, OrderedWhere } from "./operation/read-options.ts";
export type { Page } from "./operation/rows.ts";
