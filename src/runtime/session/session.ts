/**
 * A session: one service, one user, one token. First argument of every generated function.
 *
 * Built from below: one attempt, which sends a request; the tokens, which an attempt requests; calls, which need a token and make
 * up to three attempts (`call.ts`); and the link, which an operation sends itself with. The order of calls is: a generated
 * function → `functions/write.ts` → `write` of the session → `graphql/send-write.ts` → `call` of the link → an attempt → the transport.
 */
import { systemClock } from "../clock/clock.ts";
import { ConfigError } from "../errors/errors.ts";
import { showJson } from "../errors/failure.ts";
import type { Answer, SessionRequest } from "../operation/operation.ts";
import { baseUrl, serviceProfile } from "../profile/profile.ts";
import type { Credentials } from "../protocol/payloads.ts";
import { tokenCreator } from "../token/token-request.ts";
import type { TokenSource } from "../token/token-request.ts";
import { createTokenKeeper } from "../token/token-keeper.ts";
import type { Waiting } from "../token/token-keeper.ts";
import { fetchTransport } from "../transport/transport.ts";
import { createAttempt, createCalls } from "./call.ts";
import type { SessionLink, SessionParts } from "./call.ts";
import { budgetOf } from "./retry.ts";
import { requireSessionOptions } from "./session-options.ts";
import type { OpenSession, SessionOptions } from "./session-options.ts";

/** Shared by all sessions, as is the budget of retries, which belongs to a transport (`retry.ts`). */
const defaultTransport = /* @__PURE__ */ fetchTransport();

/**
 * Opens a session. Nothing is sent before the first call.
 *
 * @throws {ConfigError} if an option does not exist or is not valid; if the address is not valid, or would send the password
 * unencrypted to another machine; if there are neither credentials nor a token, or both; if a token store has no key
 */
export function createSession(options: SessionOptions): OpenSession {
  requireSessionOptions(options);
  const url = baseUrl(options.url, options.allowInsecure);
  const { profile = serviceProfile, clock = systemClock, transport = defaultTransport, random = Math.random } = options;
  const { attemptTimeoutMs = 10_000, deadlineMs = 30_000, batch, hedge, keyspace } = options;
  for (const name of ["batch", "hooks"] as const) {
    // Earlier versions had the flag `batch`, which may still be false, and the hooks themselves.
    if (options[name] && typeof options[name] !== "function") {
      throw new ConfigError(`${name} must be a function: pass batchWrites() or callHooks(hooks)`);
    }
  }
  const { credentials, token, tokenStore } = options;
  if (tokenStore && typeof tokenStore.open !== "function") {
    throw new ConfigError("tokenStore cannot be shared by sessions: pass shareTokens(yourStore)");
  }
  const hooks = options.hooks?.({ clock, profile, showBodies: options.debug?.bodies === true });
  const closing = new AbortController();
  const parts: SessionParts = {
    ...{ url, keyspace, profile, transport, clock, hooks, hedge, attemptTimeoutMs, deadlineMs, random },
    budget: budgetOf(transport, url),
    closing: closing.signal,
  };
  // Read for each attempt: the app may have replaced the password.
  const sendOnce = createAttempt(parts, () => (credentials as Partial<Credentials> | undefined)?.password);
  /** Requests a token. Sends the request once, because the keeper plans the attempts. */
  const post: TokenSource["post"] = async ({ about, path, body, password }, { signal, attempt }, timeoutMs) => {
    const login = { about, method: "POST", path } as const;
    const request = { call: login, body: JSON.stringify(body), signal, attempt, resends: attempt - 1, password };
    const attempted = await sendOnce(request, undefined, Math.min(attemptTimeoutMs, timeoutMs));
    const { failure, requestId } = attempted;
    // The call that needs the token was not sent.
    if (failure) throw failure.toError({ ...about, requestId, outcome: "not-sent" });
    return attempted;
  };
  const tokens = createTokenKeeper({
    profile,
    clock,
    create: tokenCreator({ credentials, token, clock, url, profile, post }),
    store: tokenStore?.open(url, options),
    onToken: (news) => hooks?.notify("onToken", () => news),
    random,
  });
  const link: SessionLink = { ...parts, ...createCalls(parts, tokens, sendOnce) };
  link.addToBatch = batch && batch(link);

  async function send(request: SessionRequest): Promise<Answer> {
    const { operation, keyspace, table, method, path, body, signal, paged } = request;
    const { safety = method === "GET" ? "read" : "unsafe" } = request;
    const answer = await link.call<Answer>({
      about: { operation, keyspace, table },
      ...{ method, path, signal, safety, paged },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return shown(answer);
  }

  function waiting(operation: string, { signal }: { readonly signal?: AbortSignal } = {}): Waiting {
    signal?.throwIfAborted();
    return { operation, signal, timeoutMs: deadlineMs };
  }

  async function close(): Promise<void> {
    closing.abort();
    await tokens.close();
  }

  return {
    url,
    keyspace,
    profile,
    // Each kind of operation sends itself, so an app ships only the kinds that it uses.
    write: (operation) => operation.send(link, operation),
    writeAll: (operation) => operation.send(link, operation),
    page: (selection) => selection.send(link, selection),
    send,
    connect: async (options) => void (await tokens.get(waiting("connect", options))),
    reconnect: async (options) => void (await tokens.reconnect(waiting("reconnect", options))),
    signOut: tokens.signOut,
    close,
    [Symbol.asyncDispose]: close,
    hookFailures: () => hooks?.failures() ?? 0,
  };
}

/** A response for the app: rows stay as they are, but error messages must not repeat a secret. */
function shown({ show, ...answer }: Answer): Answer {
  const json = answer.json as { readonly errors?: unknown } | null | undefined;
  return show && json?.errors ? { ...answer, json: { ...json, errors: showJson(json.errors, show) } } : answer;
}
