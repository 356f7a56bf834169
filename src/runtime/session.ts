/**
 * A session: one service, one user, one token. First argument of every generated function.
 *
 * In comes a request for a path of the service; out goes the answer's JSON, or an error that names the operation. The
 * session creates the token, sends it, keeps it alive and replaces a dead one once. It never retries anything else.
 */
import { descriptionOf, parseJson } from "./answer-body.ts";
import { baseUrl } from "./base-url.ts";
import { readClock, systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { Closing, waitFor } from "./closing.ts";
import { ClosedError, ConfigError, ConnectError, ConnectionLostError, CredentialsError } from "./errors.ts";
import { HttpError, ProtocolError, ServiceError, TimeoutError, TokenRequestError } from "./errors.ts";
import type { Credentials, TokenAnswer } from "./protocol/payloads.ts";
import { serviceProfile } from "./profile.ts";
import type { Profile } from "./profile.ts";
import { newRequestId } from "./request-id.ts";
import { Secret } from "./secret.ts";
import { TokenKeeper } from "./token.ts";
import type { Token } from "./token.ts";
import { TransportFailure, fetchTransport } from "./transport.ts";
import type { Call, Reply, Transport } from "./transport.ts";

export interface SessionOptions {
  /** Base address of the service, with or without a path: `https://db.example.com`. */
  readonly url: string;
  /** Asked for at every token creation when it is a function, so that a changed password is found. */
  readonly credentials: Credentials | (() => Credentials | Promise<Credentials>);
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
 * @throws {ConfigError} when the address is none, or would carry the password unencrypted to another machine
 */
export function createSession(options: SessionOptions): Session {
  const url = baseUrl(options.url, options.allowInsecure);
  const profile = options.profile ?? serviceProfile;
  const clock = options.clock ?? systemClock;
  const transport = options.transport ?? fetchTransport();
  const attemptTimeoutMs = options.attemptTimeoutMs ?? 10_000;
  const deadlineMs = options.deadlineMs ?? 30_000;
  const closing = new Closing();
  const tokens = new TokenKeeper({ profile, clock, create: createToken });

  async function createToken(): Promise<Secret> {
    const operation = "create a token";
    const credentials = typeof options.credentials === "function" ? await options.credentials() : options.credentials;
    const { username, password } = credentials ?? {};
    if (typeof username !== "string" || username === "" || typeof password !== "string" || password === "") {
      throw new ConfigError("the credentials have no username or no password: is a variable not set?", { operation });
    }
    const request: SessionRequest = {
      operation,
      method: "POST",
      path: profile.authPath,
      body: { username, password },
      signal: closing.signal,
    };
    const { reply, requestId } = await attempt(request, undefined, attemptTimeoutMs);
    const text = await reply.text();
    const about = { operation, requestId, status: reply.status };
    if (reply.status === 401 || reply.status === 403) {
      throw new CredentialsError(`the service refuses the credentials of ${JSON.stringify(username)}`, about);
    }
    if (!isSuccess(reply)) {
      const { message } = new HttpError(reply.status, descriptionOf(text));
      throw new TokenRequestError(`${url + profile.authPath} answered ${message}; is ${url} the service?`, about);
    }
    const token = (parseJson(text) as Partial<TokenAnswer> | undefined)?.authToken;
    if (typeof token !== "string" || token === "") {
      throw new TokenRequestError("the answer holds no token; is this the address of the service?", about);
    }
    return new Secret(token);
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
      if (closing.signal.aborted) throw new ClosedError({ operation: request.operation });
      throw error instanceof TransportFailure ? errorOf(error, request, requestId, timeoutMs, url, token) : error;
    }
  }

  async function send(request: SessionRequest): Promise<Answer> {
    const until = clock.monotonic() + deadlineMs;
    const left = (): number => Math.max(1, Math.min(attemptTimeoutMs, until - clock.monotonic()));
    for (let replayed = false; ; replayed = true) {
      if (closing.signal.aborted) throw new ClosedError({ operation: request.operation });
      request.signal?.throwIfAborted();
      const ready = tokens.get();
      const token =
        ready instanceof Promise ? await waitFor(ready, request, until - clock.monotonic(), closing) : ready;
      const sent = readClock(clock);
      const { reply, requestId } = await attempt(request, token, left());
      const text = await reply.text();
      if (reply.status === 401 && !replayed) {
        // The service answers 401 before it does anything, so once more is safe whatever the operation. A new token that
        // is refused too is kept: it is the permission that lacks, and another token would not have it either.
        tokens.refused(token);
        continue;
      }
      const about = { operation: request.operation, requestId, status: reply.status };
      if (!isSuccess(reply)) throw new HttpError(reply.status, descriptionOf(text), about);
      tokens.accepted(token, sent);
      const json = text === "" ? undefined : parseJson(text);
      if (text !== "" && json === undefined) throw new ProtocolError("the answer is not JSON", about);
      return { status: reply.status, json, requestId };
    }
  }

  return { url, keyspace: options.keyspace, send, close: () => closing.close() };
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
