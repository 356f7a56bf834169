/**
 * What generated bindings call, and what an app opens a session with. No dependency, nothing of Node.
 *
 * A bound function hands its table to one of these functions; they check and encode by it, send through the session, and
 * decode the answer. Validators for zod have an entry of their own, `@colonnade/runtime/zod`.
 */
export { DefinitionsError, assertDefinitions } from "./assert-definitions.ts";
export type { AssertDefinitionsOptions, AssertedDefinitions, BoundTable } from "./assert-definitions.ts";
export { bulk } from "./bulk.ts";
export type { BulkOptions } from "./bulk.ts";
export { BulkError } from "./bulk-error.ts";
export type { BulkFailure, BulkRefusal, BulkResult } from "./bulk-error.ts";
export type { Clock } from "./clock.ts";
export type { DefinitionNote, DefinitionProblem } from "./compare-table.ts";
export { dataApisProfile } from "./data-apis-profile.ts";
export type { DataApisOptions } from "./data-apis-profile.ts";
export { createTable } from "./define.ts";
export type { CreateTableOptions } from "./define.ts";
export * from "./errors.ts";
export { hedgeReads } from "./hedge.ts";
export type { Hedge, HedgeOptions } from "./hedge.ts";
export type { BatchEvent, ErrorEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from "./hooks.ts";
export { serviceProfile } from "./profile.ts";
export type { Meaning } from "./meaning-of.ts";
export type { DocumentLimits, Profile } from "./profile.ts";
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
export { branded, converted, custom, frozen, list, map, set, tuple, userType, vector } from "./protocol/composites.ts";
export type { Branded, UserTypeFields } from "./protocol/composites.ts";
export type { Credentials } from "./protocol/payloads.ts";
export { find, get, readIndexed, readStatic, scan } from "./read.ts";
export type {
  FindOptions,
  OrderedFindOptions,
  ReadConsistency,
  ReadOptions,
  Selected,
  StaticOptions,
} from "./read-options.ts";
export type { Page, Rows } from "./rows.ts";
export { createSession } from "./session.ts";
export type { Answer, SessionRequest } from "./request.ts";
export type { OpenSession, Session, SessionInternals, SessionOptions } from "./session-options.ts";
export type { Changeable, Columns, Table, TableTypes } from "./table.ts";
export type { CredentialsProvider, TokenContext, TokenProvider } from "./token-request.ts";
export type { TokenNews, TokenNewsKind } from "./token-news.ts";
export type { TokenReason } from "./token-state.ts";
export type { Safety } from "./retry.ts";
export { memoryTokenStore, webTokenStore } from "./token-stores.ts";
export type { StoredToken, TokenStore, WebPlace } from "./token-stores.ts";
export { TransportFailure, fetchTransport, serviceTransport } from "./transport.ts";
export type { Call, Phase, Reply, Transport, TransportFailureKind, TransportFailureOptions } from "./transport.ts";
export type { Bound, In, Indexed, Match, ObjectBound, ObjectIndexed, ObjectMatch, Range } from "./where.ts";
export { requireApplied } from "./require-applied.ts";
export { stargateProfile } from "./stargate-profile.ts";
export type { StargateOptions } from "./stargate-profile.ts";
export { increment, insert, remove, update } from "./write.ts";
export type {
  Applied,
  Conditions,
  Flag,
  IncrementOptions,
  Inserted,
  InsertOptions,
  NotApplied,
  RemoveOptions,
  Test,
  Updated,
  UpdateOptions,
  WriteConsistency,
  WriteOptions,
} from "./write-options.ts";
