/**
 * A session: one service, one user, one token. First argument of every generated function.
 *
 * In comes a request for a path of the service; out goes the answer's JSON, or an error that names the operation. The
 * session sends the token and replaces a dead one once; when it is created stands in `token.ts`. It never retries a call.
 */
import { descriptionOf, parseJson } from "./answer-body.ts";
import { baseUrl } from "./base-url.ts";
import { readClock, systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { ClosedError, ConfigError, ConnectError, ConnectionLostError } from "./errors.ts";
import { HttpError, ProtocolError, ServiceError, TimeoutError } from "./errors.ts";
import type { Credentials } from "./protocol/payloads.ts";
import { serviceProfile } from "./profile.ts";
import type { Profile } from "./profile.ts";
import { newRequestId } from "./request-id.ts";
import { TokenKeeper } from "./token.ts";
import type { Waiting } from "./token.ts";
import type { Token } from "./token-state.ts";
import { externalTokens, passwordTokens } from "./token-request.ts";
import type { CreateToken, CredentialsProvider, TokenProvider } from "./token-request.ts";
import type { TokenStore } from "./token-stores.ts";
import { TransportFailure, fetchTransport } from "./transport.ts";
import type { Call, Reply, Transport } from "./transport.ts";

export interface SessionOptions {
  /** Base address of the service, with or without a path: `https://db.example.com`. */
  readonly url: string;
  /**
   * Whose tokens the session creates. A function is asked at every creation, so that a changed password is found; it has
   * 10 seconds, and what it gives is not kept.
   */
  readonly credentials?: Credentials | CredentialsProvider;
  /**
   * A token that somebody else creates, in place of credentials. A function is asked at the first call, after an idle gap
   * and once more when the service refuses what it gave.
   */
  readonly token?: string | TokenProvider;
  /**
   * Where tokens outlive the session, and sessions share them.
   * @default the session's own memory
   */
  readonly tokenStore?: TokenStore;
  /**
   * Under which name the store keeps the token: sessions of the same name share it.
   * @default the address and the username; needed with a store when `credentials` is a function
   */
  readonly tokenKey?: string;
  /** Told of the first failure of the store; the session goes on without it. */
  readonly onTokenStoreError?: (error: unknown) => void;
  /** The keyspace that the service serves at `/api/graphql`; tables of others are reached by their keyspace's path. */
  readonly keyspace?: string;
  /** @default fetchTransport() */
  readonly transport?: Transport;
  /** @default serviceProfile */
  readonly profile?: Profile;
  /** How long the service may take for one request. @default 10000 */
  readonly attemptTimeoutMs?: number;
  /** How long a call may take in all, waiting for a token included. @default 30000 */
  readonly deadlineMs?: number;
  /** Lets credentials travel unencrypted to another machine. @default false */
  readonly allowInsecure?: boolean;
  /** @default the system's clocks */
  readonly clock?: Clock;
}

export interface Session {
  /** The service's base address, without a slash at its end. */
  readonly url: string;
  readonly keyspace: string | undefined;
  /**
   * Sends one request with the token.
   * @throws {ServiceError} for every outcome that is no success; a reason given to `signal` is thrown as it is
   */
  readonly send: (request: SessionRequest) => Promise<Answer>;
  /** Ends the session: calls that wait for a token and all later ones fail with `ClosedError`. */
  readonly close: () => void;
}

/** A session as its opener has it. */
export interface OpenSession extends Session {
  /** Creates the token now rather than at the first call. @throws {ServiceError} when none can be had */
  readonly connect: (options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /**
   * Creates a token in place of the one there is, say after the user's rights have changed. Soon after a creation failed it
   * does not try again.
   * @throws {ServiceError} when none can be had
   */
  readonly reconnect: (options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** Forgets the token, in the store too. The next call asks the credentials anew: another user may have signed in. */
  readonly signOut: () => Promise<void>;
  /** Ends the session, and resolves when the token store has what it was given. */
  readonly close: () => Promise<void>;
}

export interface SessionRequest {
  /** For messages: `insert shop.products`. */
  readonly operation: string;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  /** Undefined when the answer has no body. */
  readonly json: unknown;
  readonly requestId: string;
}

/**
 * Opens a session. Nothing is sent before the first call.
 *
 * @throws {ConfigError} when the address is none, or would carry the password unencrypted to another machine; when there are
 *   neither credentials nor a token, or both; when it cannot be told whose token a store holds
 */
export function createSession(options: SessionOptions): OpenSession {
  const url = baseUrl(options.url, options.allowInsecure);
  const profile = options.profile ?? serviceProfile;
  const clock = options.clock ?? systemClock;
  const transport = options.transport ?? fetchTransport();
  const attemptTimeoutMs = options.attemptTimeoutMs ?? 10_000;
  const deadlineMs = options.deadlineMs ?? 30_000;
  const tokens = new TokenKeeper({
    profile,
    clock,
    create: creator(),
    store: options.tokenStore,
    ...(options.tokenStore && { key: tokenKeyOf(url, options) }),
    onStoreError: options.onTokenStoreError,
  });

  function creator(): CreateToken {
    const { credentials, token } = options;
    if (token !== undefined && credentials === undefined) return externalTokens(token, clock);
    if (token !== undefined || credentials === undefined) {
      throw new ConfigError(
        `a session needs either credentials or a token, not ${token === undefined ? "neither" : "both"}`,
      );
    }
    const path = profile.authPath;
    const post = (body: Credentials, signal: AbortSignal, timeoutMs: number): Promise<Attempt> =>
      attempt(
        { operation: "create a token", method: "POST", path, body, signal },
        undefined,
        Math.min(attemptTimeoutMs, timeoutMs),
      );
    return passwordTokens({ credentials, clock, url, path, post });
  }

  /** One request, with a request id of its own, so that the service can tell a replay from the original. */
  async function attempt(request: SessionRequest, token: Token | undefined, timeoutMs: number): Promise<Attempt> {
    const requestId = newRequestId();
    const call: Call = {
      url: url + request.path,
      method: request.method,
      headers: {
        accept: "application/json",
        [profile.requestIdHeader]: requestId,
        ...(token && { [profile.tokenHeader]: token.secret.reveal() }),
        ...(request.body !== undefined && { "content-type": "application/json" }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      timeoutMs,
      signal: request.signal,
    };
    try {
      return { reply: await transport(call), requestId };
    } catch (error) {
      if (tokens.closed) throw new ClosedError({ operation: request.operation });
      throw error instanceof TransportFailure ? errorOf(error, request, requestId, timeoutMs, url, token) : error;
    }
  }

  async function send(request: SessionRequest): Promise<Answer> {
    const { operation, signal } = request;
    const until = clock.monotonic() + deadlineMs;
    const waiting = (): Waiting => ({ operation, signal, timeoutMs: until - clock.monotonic() });
    if (tokens.closed) throw new ClosedError({ operation });
    signal?.throwIfAborted();
    const ready = tokens.get(waiting());
    let token = ready instanceof Promise ? await ready : ready;
    for (let replayed = false; ; replayed = true) {
      signal?.throwIfAborted();
      const sent = readClock(clock);
      const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, until - sent.monotonic));
      const { reply, requestId } = await attempt(request, token, timeoutMs);
      const text = await reply.text();
      if (reply.status === 401 && !replayed) {
        // The service answers 401 before it does anything, so once more is safe whatever the operation. A new token that
        // is refused too is kept: it is the permission that lacks, and another token would not have it either.
        const other = await tokens.replace(token, waiting());
        if (other) {
          token = other;
          continue;
        }
      }
      const about = { operation, requestId, status: reply.status };
      if (!isSuccess(reply)) throw new HttpError(reply.status, describe(text, token, reply, replayed), about);
      tokens.accepted(token, sent);
      const json = text === "" ? undefined : parseJson(text);
      if (text !== "" && json === undefined) throw new ProtocolError("the answer is not JSON", about);
      return { status: reply.status, json, requestId };
    }
  }

  return {
    url,
    keyspace: options.keyspace,
    send,
    connect: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      await tokens.get({ operation: "connect", signal, timeoutMs: deadlineMs });
    },
    reconnect: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      await tokens.reconnect({ operation: "reconnect", signal, timeoutMs: deadlineMs });
    },
    signOut: () => tokens.signOut(),
    close: () => tokens.close(),
  };
}

/** What the service said, without the token should it repeat that. */
function describe(text: string, token: Token, reply: Reply, replayed: boolean): string | undefined {
  const said = descriptionOf(text)?.replaceAll(token.secret.reveal(), "[redacted]");
  if (reply.status !== 401 || !replayed) return said;
  const advice = "a fresh token was refused: check the role's permissions";
  return said === undefined ? advice : `${said}; ${advice}`;
}

/** @throws {ConfigError} when nobody could tell whose token the store holds */
function tokenKeyOf(url: string, { tokenKey, credentials, token }: SessionOptions): string {
  if (token !== undefined) throw new ConfigError("a token of your own is not kept in a store: give one or the other");
  if (tokenKey !== undefined) return `${url}\n${tokenKey}`;
  if (typeof credentials === "object" && typeof credentials.username === "string") {
    return `${url}\n${credentials.username}`;
  }
  throw new ConfigError("a token store needs a tokenKey when the credentials are a function: whose token is it?");
}

interface Attempt {
  readonly reply: Reply;
  readonly requestId: string;
}

function errorOf(
  failure: TransportFailure,
  { operation }: SessionRequest,
  requestId: string,
  timeoutMs: number,
  url: string,
  token: Token | undefined,
): ServiceError {
  // Without a token it was the token that was asked for: of the call itself nothing was sent.
  const about = { operation, requestId, cause: failure, ...(!token && { outcome: "not-sent" as const }) };
  if (failure.kind === "timeout") return new TimeoutError("response", Math.round(timeoutMs), about);
  if (failure.kind === "unknown")
    return new ConnectionLostError(`the connection to ${url} broke (${failure.message})`, about);
  return new ConnectError(`no connection to ${url} (${failure.message}); is the service running?`, about);
}

function isSuccess(reply: Reply): boolean {
  return reply.status >= 200 && reply.status < 300;
}
