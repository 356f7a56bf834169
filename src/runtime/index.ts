/**
 * The main entry: what generated bindings call, and `createSession`. No dependencies, no Node modules.
 *
 * A generated function passes its table to one of these functions, which check, encode, send through the session, and
 * decode the response. Optional parts have their own entries, such as the validators: `@colonnade/runtime/zod`.
 */
export type { Clock } from "./clock/clock.ts";
export * from "./errors/errors.ts";
export type { CallHooks } from "./session/hooks.ts";
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
export type { Credentials } from "./protocol/payloads.ts";
export { find, get, readIndexed, readStatic, scan } from "./functions/read.ts";
export type * from "./operation/read-options.ts";
export type { Page, Rows } from "./operation/rows.ts";
export { createSession } from "./session/session.ts";
export type {
  Answer,
  Safety,
  SessionRequest,
  Selection,
  Session,
  TableDefinition,
  WriteOperation,
} from "./operation/operation.ts";
export type * from "./operation/write-options.ts";
export type { Batch } from "./session/call.ts";
export type { CredentialsOptions, OpenSession, SessionOptions, TokenOptions } from "./session/session-options.ts";
export type * from "./table/table.ts";
export type { CredentialsProvider, TokenContext, TokenProvider } from "./token/token-request.ts";
export type { TokenNews, TokenNewsKind, TokenReason } from "./token/token.ts";
export { TransportFailure, fetchTransport, serviceTransport } from "./transport/transport.ts";
export type {
  Call,
  Phase,
  Reply,
  Transport,
  TransportFailureKind,
  TransportFailureOptions,
} from "./transport/transport.ts";
export { increment, insert, remove, requireApplied, update } from "./functions/write.ts";
