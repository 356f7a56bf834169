import type { Reads, Store } from "../store/index.ts";
import type { Answer } from "./answer.ts";
import { isJsonObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Login } from "./login.ts";
import type { Metrics } from "./metrics.ts";
import { Refusal, notProcessed } from "./refusal.ts";
import type { TokenRegister } from "./tokens.ts";
import type { User } from "./users.ts";

/** The context that the endpoints of one service share. */
export interface Parts {
  /** Refuses changes if the user may only read. */
  readonly store: Store;
  /** Throws if the user may only read: a document is refused before any part of it runs. @throws {Refusal} 403 */
  readonly requireWrite: () => void;
  readonly tokens: TokenRegister;
  readonly login: Login;
  /** The keyspace at `/api/graphql`. */
  readonly keyspace: string | undefined;
  readonly metrics: Metrics;
  /** Whether no new requests should be sent here, since the service is about to end. */
  readonly isStopping: () => boolean;
  /** Gets unexpected errors; clients only get the request ID. */
  readonly report: (error: unknown, requestId: string) => void;
}

export interface Call {
  /** The values of the path's parameters, in order: names are decoded, a row's key is as sent. */
  readonly params: readonly string[];
  readonly requestId: string;
  /** Names what was asked, in place of the operation of the route: `insertProducts`. Only the console shows it. */
  readonly nameOperation: ((name: string) => void) | undefined;
  /** Whose token it came with; undefined where none is needed. */
  readonly user: Pick<User, "name" | "readOnly"> | undefined;
  /** What all its selections share: how much they may read, and their turns of the event loop. */
  readonly reads: Reads;
  /** The address of the client; undefined if the request came through no port. */
  readonly address: string | undefined;
  /** Aborted when the client disconnects. */
  signal(): AbortSignal;
  /** Whether a program or a browser of this machine sent it. */
  isFromThisMachine(): boolean;
  /** A header of the request, or null. */
  header(name: string): string | null;
  /** The parameters after the `?` of the address. */
  query(): URLSearchParams;
  /** Reads the body; undefined if it is empty. @throws {Refusal} if it is not valid JSON, or too large */
  body(): Promise<unknown>;
}

/** @throws {Refusal} for every error response */
export type Endpoint = (call: Call, parts: Parts) => Promise<Answer>;

/** A parameter that the route certainly has. */
export function param(call: Call, index: number): string {
  return call.params[index] ?? "";
}

/** The body of a request that needs one. @throws {Refusal} 422 if there is none, 400 if it is not an object */
export async function readObject(call: Call, absent = "must not be null."): Promise<JsonObject> {
  const body = await call.body();
  if (body === undefined || body === null) throw new Refusal(422, `Request invalid: ${absent}`);
  if (!isJsonObject(body)) throw notProcessed();
  return body;
}
