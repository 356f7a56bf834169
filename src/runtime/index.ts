/**
 * The main entry: what generated bindings call, and `createSession`. No dependencies, no Node modules.
 *
 * A generated function passes its table to one of these functions, which check, encode, send through the session, and
 * decode the response. Validators for zod have their own entry, `@colonnade/runtime/zod`.
 */
export { DefinitionsError, assertDefinitions } from "./definitions/assert-definitions.ts";
export type { AssertDefinitionsOptions, AssertedDefinitions } from "./definitions/assert-definitions.ts";
export { batchWrites } from "./batch/batch-writes.ts";
export type { BatchOptions } from "./batch/batch-writes.ts";
export { bulk } from "./operation/bulk.ts";
export type { BulkOptions } from "./operation/bulk.ts";
export { BulkError } from "./errors/bulk-error.ts";
export type { BulkFailure, BulkRefusal, BulkResult } from "./errors/bulk-error.ts";
export type { Clock } from "./clock/clock.ts";
export type { DefinitionNote, DefinitionProblem } from "./definitions/compare-table.ts";
export { dataApisProfile } from "./profile/data-apis-profile.ts";
export type { DataApisOptions } from "./profile/data-apis-profile.ts";
export { createTable } from "./definitions/define.ts";
export type { CreateTableOptions } from "./definitions/define.ts";
export * from "./errors/errors.ts";
export { hedgeReads } from "./session/hedge.ts";
export type { Hedge, HedgeOptions } from "./session/hedge.ts";
export type { BatchEvent, ErrorEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from "./session/hooks.ts";
export { serviceProfile } from "./profile/profile.ts";
export type { Meaning } from "./profile/meaning-of.ts";
export type { DocumentLimits, Profile } from "./profile/profile.ts";
export type { Codec, Wire } from "./protocol/codec.ts";
export {
  ascii,
  bigint,
  blob,
  boolean,
  counter,
  date,
  decimal,
  double,
  duration,
  float,
  inet,
  int,
  smallint,
  text,
  time,
  timestamp,
  timeuuid,
  tinyint,
  uuid,
  varchar,
  varint,
} from "./protocol/codecs.ts";
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
export type { Credentials } from "./protocol/payloads.ts";
export { find, get, readIndexed, readStatic, scan } from "./operation/read.ts";
export type {
  FindOptions,
  OrderedFindOptions,
  ReadConsistency,
  ReadOptions,
  Selected,
  StaticOptions,
} from "./operation/read-options.ts";
export type { Page, Rows } from "./operation/rows.ts";
export { createSession } from "./session/session.ts";
export type { Answer, Safety, SessionRequest } from "./operation/request.ts";
export type { Batch } from "./session/engine.ts";
export type {
  AnyReadOptions,
  AnyWriteOptions,
  Selection,
  Session,
  TableDefinition,
  WriteOperation,
  Written,
} from "./operation/operation.ts";
export type { CredentialsOptions, OpenSession, SessionOptions, TokenOptions } from "./session/session-options.ts";
export type { AnyTable, Columns, Table, TableTypes } from "./table/table.ts";
export type { CredentialsProvider, TokenContext, TokenProvider } from "./token/token-request.ts";
export type { TokenNews, TokenNewsKind, TokenReason } from "./token/token-news.ts";
export { memoryTokenStore, webTokenStore } from "./token/token-stores.ts";
export type { WebPlace } from "./token/token-stores.ts";
export { shareTokens } from "./token/stored-tokens.ts";
export type { SharedTokens, StoredToken, TokenStore } from "./token/stored-tokens.ts";
export { TransportFailure, fetchTransport, serviceTransport } from "./transport/transport.ts";
export type {
  Call,
  Phase,
  Reply,
  Transport,
  TransportFailureKind,
  TransportFailureOptions,
} from "./transport/transport.ts";
export type { Bound, In, Indexed, Match, ObjectBound, ObjectIndexed, ObjectMatch, Range } from "./table/match.ts";
export { stargateProfile } from "./profile/stargate-profile.ts";
export type { StargateOptions } from "./profile/stargate-profile.ts";
export { increment, insert, remove, requireApplied, update } from "./operation/write.ts";
export type {
  Applied,
  Condition,
  Flag,
  IncrementOptions,
  Inserted,
  InsertOptions,
  NotApplied,
  ObjectCondition,
  RemoveOptions,
  Test,
  Updated,
  UpdateOptions,
  WriteConsistency,
  WriteOptions,
} from "./operation/write-options.ts";
