/**
 * A session: one service, one user, one token. First argument of every generated function.
 *
 * When a token is created is decided in `token/`, when a request is repeated in `call.ts`, and what is sent for an operation
 * in `documents.ts`. Sends nothing itself.
 */
import { systemClock } from "../clock/clock.ts";
import { ConfigError } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import { showJson } from "../errors/redact.ts";
import type { Answer, SessionRequest } from "../operation/request.ts";
import { baseUrl } from "../profile/base-url.ts";
import { serviceProfile } from "../profile/profile.ts";
import { externalTokens, passwordTokens } from "../token/token-request.ts";
import type { CreateToken } from "../token/token-request.ts";
import { TokenKeeper } from "../token/token-keeper.ts";
import { fetchTransport } from "../transport/transport.ts";
import { createAttempt } from "./attempt.ts";
import { createCall } from "./call.ts";
import { createDocuments } from "./documents.ts";
import { createTeller } from "./hooks.ts";
import { originOf } from "./origin.ts";
import type { OpenSession, SessionOptions } from "./session-options.ts";

/** One for all sessions, which so share what they know of a service. */
const defaultTransport = /* @__PURE__ */ fetchTransport();

/**
 * Opens a session. Nothing is sent before the first call.
 *
 * @throws {ConfigError} when the address is none, or would carry the password unencrypted to another machine; when there are
 *   neither credentials nor a token, or both; when it cannot be told whose token a store holds
 */
export function createSession(options: SessionOptions): OpenSession {
  const url = baseUrl(options.url, options.allowInsecure);
  const { profile = serviceProfile, clock = systemClock, transport = defaultTransport, random = Math.random } = options;
  const { attemptTimeoutMs = 10_000, deadlineMs = 30_000, batch, hedge, keyspace } = options;
  // The default of earlier versions.
  if (batch && typeof batch !== "function") {
    throw new ConfigError("batch is a function: give batchWrites(), imported from @colonnade/runtime");
  }
  const origin = originOf(transport, url);
  const hooks = createTeller(options.hooks);
  const showBodies = options.debug?.bodies === true;
  const now = (): number => clock.monotonic();
  /** The password that is on its way: one that a function gave is kept no longer. */
  let sentPassword: string | undefined;
  const password = (): string | undefined =>
    typeof options.credentials === "object" ? options.credentials.password : sentPassword;
  const attempt = createAttempt({ url, keyspace, profile, transport, hooks, showBodies, now, password });
  const tokens = new TokenKeeper({
    profile,
    clock,
    create: creator(),
    store: options.tokenStore?.open(url, options),
    onStoreError: options.onTokenStoreError,
    onToken: (news) => hooks.tell("onToken", () => news),
  });
  const closing = new AbortController();
  const { signal } = closing;
  const call = createCall({
    ...{ profile, clock, tokens, attempt, origin, hooks, hedge, attemptTimeoutMs, random, closing: signal },
  });
  const engine = { call, profile, keyspace, clock, origin, hooks, deadlineMs, random, closing: signal };

  function creator(): CreateToken {
    const { credentials, token } = options;
    if (token !== undefined && credentials === undefined) return externalTokens(token, clock);
    if (token !== undefined || credentials === undefined) {
      const given = token === undefined ? "neither" : "both";
      throw new ConfigError(`a session needs either credentials or a token, not ${given}`);
    }
    const { authPath: path, authBody, readToken } = profile;
    // A profile may have a whole address in place of a path.
    const base = path.startsWith("/") ? url : new URL(path).origin;
    return passwordTokens({
      ...{ credentials, clock, url: base, path: path.replace(base, ""), readToken },
      authBody: (given) => {
        sentPassword = given.password;
        return authBody(given);
      },
      post: async (body, signal, timeoutMs) => {
        const about = { operation: "create a token" };
        const request = {
          ...({ about, method: "POST", path, body: JSON.stringify(body), signal } as const),
          ...{ operations: 1, paged: false, attempt: 1, resends: 0 },
        };
        const attempted = await attempt(request, undefined, Math.min(attemptTimeoutMs, timeoutMs));
        sentPassword = undefined;
        // Of the call that needs the token nothing was sent.
        if (attempted.failure)
          throw attempted.failure.raise({ ...about, requestId: attempted.requestId, outcome: "not-sent" });
        return attempted;
      },
    });
  }

  async function send(request: SessionRequest): Promise<Answer> {
    const { operation, keyspace, table, method, path, body, paged = false } = request;
    const { safety = method === "GET" ? "read" : "unsafe" } = request;
    const begun = now();
    try {
      const answer = await call(
        {
          ...{
            about: { operation, keyspace, table },
            method,
            path,
            safety,
            paged,
            signal: request.signal,
            operations: 1,
          },
          ...{ body: body === undefined ? undefined : JSON.stringify(body), accept: undefined },
        },
        begun + deadlineMs,
      );
      if (isFailure(answer)) throw answer.raise({});
      return shown(answer);
    } catch (error) {
      hooks.tell("onError", () => ({ operation, keyspace, table, error, tookMs: now() - begun }));
      throw error;
    }
  }

  async function close(): Promise<void> {
    const closed = tokens.close();
    closing.abort();
    await closed;
  }

  return {
    url,
    keyspace,
    profile,
    ...createDocuments(engine, batch),
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
    close,
    [Symbol.asyncDispose]: close,
    hookFailures: () => hooks.failures(),
  };
}

/** An answer for the app: rows stay as they are, what the service says of a failure may not repeat a secret. */
function shown({ show, ...answer }: Answer): Answer {
  const { json } = answer;
  if (!show || typeof json !== "object" || json === null || !("errors" in json)) return answer;
  return { ...answer, json: { ...json, errors: showJson(json.errors, show) } };
}
