/**
 * Makes a call with all its attempts, and returns the final response or failure.
 *
 * A call that is rejected because of its token is retried once with a new one; a temporary failure is retried after a delay,
 * if that is safe. Settles by its deadline. Throws if the call ends before it is sent: without a token, by a closed session,
 * or by a signal, whose reason is thrown unchanged.
 */
import { pause, readClock } from "../clock/clock.ts";
import { ClosedError, ProtocolError, TimeoutError } from "../errors/errors.ts";
import { isFailure, isSuccess, statusFailure, transportFailure, createRedactor, redact } from "../errors/failure.ts";
import type { RawResponse, AttemptResult, Failure, Secrets } from "../errors/failure.ts";
import type { Answer, CallRequest, ServiceLink } from "../operation/operation.ts";
import type { Profile } from "../profile/profile.ts";
import { parseJson } from "../protocol/objects.ts";
import type { TokenKeeper, Waiting } from "../token/token-keeper.ts";
import type { Token } from "../token/token.ts";
import { TransportFailure } from "../transport/transport.ts";
import type { Reply, Transport } from "../transport/transport.ts";
import { newCallHistory, planRetry, thrownWithHistory, withHistory } from "./retry.ts";
import type { CallHistory, ServiceBudget } from "./retry.ts";
import type { Hedge } from "./hedge.ts";
import type { AttemptRequest, HookCaller } from "./hooks.ts";

/** What a session is made of, before it can make calls. */
export interface SessionParts extends Pick<ServiceLink, "profile" | "clock" | "keyspace" | "deadlineMs" | "closing"> {
  /** The service's base address. */
  readonly url: string;
  readonly transport: Transport;
  readonly budget: ServiceBudget;
  readonly hooks: HookCaller | undefined;
  readonly hedge: Hedge | undefined;
  /** How long one request may take, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** The link of a session to its service, with its parts for a batch. */
export interface SessionLink extends SessionParts, ServiceLink {
  /**
   * Makes a call, and returns the failure that ends it.
   * @param until when it gives up, by the monotonic clock
   * @param history of the earlier calls for the same writes, which a batch sends again
   */
  readonly tryCall: <T extends object = Answer>(
    request: CallRequest<T>,
    until: number,
    history?: CallHistory,
  ) => Promise<T | Failure>;
  /** Set once, because a batch needs the rest of the link. */
  addToBatch?: ServiceLink["addToBatch"];
}

/** The option `batch` of a session, which `batchWrites` creates: sends writes together. */
export type Batch = (link: SessionLink) => NonNullable<ServiceLink["addToBatch"]>;

/** Sends one request. */
export type Attempt = (request: AttemptRequest, token: Token | undefined, timeoutMs: number) => Promise<AttemptResult>;

/** Creates the functions that make a call with all its attempts: `call` throws the failure that ends it, `tryCall` returns it. */
export function createCalls(
  parts: SessionParts,
  tokens: TokenKeeper,
  attempt: Attempt,
): Pick<SessionLink, "call" | "tryCall"> {
  const { profile, clock, budget, hooks, hedge, attemptTimeoutMs, random, closing } = parts;
  return { call, tryCall };

  async function call<T extends object>(request: CallRequest<T>): Promise<T> {
    const { about, deadlineMs = parts.deadlineMs, explain } = request;
    const begun = clock.monotonic();
    try {
      // The empty pages before this one of a selection may have used up its time.
      if (deadlineMs <= 0) throw new TimeoutError("queue", deadlineMs, about);
      const result = await tryCall(request, begun + deadlineMs);
      if (isFailure(result)) throw result.toError({});
      return result;
    } catch (thrown) {
      const error = explain ? explain(thrown) : thrown;
      hooks?.notify("onError", () => ({ ...about, error, tookMs: clock.monotonic() - begun }));
      throw error;
    }
  }

  /**
   * Each turn of the loop is one attempt: gets the token, sends the request, asks for another token after a 401, reads the
   * response, and plans a retry after a failure.
   */
  async function tryCall<T extends object>(
    request: CallRequest<T>,
    until: number,
    history = newCallHistory(),
  ): Promise<T | Failure> {
    const { about, signal, safety, body, accept } = request;
    // A function, since the remaining time shrinks.
    const waiting = (): Waiting => ({ operation: about.operation, signal, timeoutMs: until - clock.monotonic() });
    let replayed = false;
    try {
      for (;;) {
        if (closing.aborted) throw new ClosedError(about);
        signal?.throwIfAborted();
        let start = readClock(clock);
        let ready = tokens.ready(start);
        if (!ready) {
          ready = await tokens.get(waiting());
          signal?.throwIfAborted();
          start = readClock(clock);
        }
        const token = ready;
        // The time may have run out just when the token came.
        const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, until - start.monotonic));
        history.attempts += 1;
        const text = typeof body === "function" ? body() : body;
        // A function, since a hedge sends the request twice.
        const send = (ownSignal: AbortSignal | undefined): Promise<AttemptResult> => {
          const attempting = {
            call: request,
            body: text,
            signal: ownSignal,
            attempt: history.attempts,
            resends: history.sent++,
          };
          return attempt(attempting, token, timeoutMs);
        };
        const attempted = await (hedge && safety === "read" ? hedge(send, { clock, budget, signal }) : send(signal));
        history.requestIds.push(attempted.requestId);
        if (!attempted.failure) {
          const { status } = attempted.reply;
          if (isSuccess(status)) tokens.accepted(token, start);
          // The service answers 401 before it does anything, so any operation can be repeated. If it refuses the new token too,
          // the user lacks a permission, and another token would not help.
          else if (!replayed && profile.isAuthFailure(status) && (await tokens.replace(token, waiting()))) {
            replayed = true;
            history.attempts -= 1;
            continue;
          }
        }
        const answerOrFailure = attempted.failure ?? toAnswerOrFailure(attempted, request, replayed);
        const result = isFailure(answerOrFailure) || !accept ? answerOrFailure : accept(answerOrFailure);
        if (!isFailure(result)) {
          budget.succeeded();
          return result as T;
        }
        if (result.outcome === "unknown" && safety !== "read") history.maybeExecuted = true;
        // An app that closes its session often closes its transport too, which fails the attempt.
        if (attempted.failure && closing.aborted) throw new ClosedError(about);
        const now = clock.monotonic();
        if (result.throttled || result.late) budget.strained(start.monotonic, now);
        const { delayMs, exhaustedBy } = planRetry(result, safety, budget, {
          attempts: history.attempts,
          leftMs: until - now,
          now,
          random,
        });
        if (delayMs === undefined) return withHistory(result, about, history, exhaustedBy);
        hooks?.notify("onRetry", () => {
          const error = withHistory(result, about, history).toError({});
          return { ...about, delayMs, attempt: history.attempts + 1, error };
        });
        history.totalDelayMs += delayMs;
        await pause(clock, delayMs, signal, closing);
      }
    } catch (error) {
      throw error === signal?.reason ? error : thrownWithHistory(error, about, history);
    }
  }

  /** Distinguishes an answer from a failure: an error status, or a text that is not JSON. */
  function toAnswerOrFailure(response: RawResponse, request: CallRequest<object>, replayed: boolean): Answer | Failure {
    const { reply, text, json, requestId, show } = response;
    const { status } = reply;
    if (!isSuccess(status)) {
      const advice =
        replayed && profile.isAuthFailure(status)
          ? "a new token was refused: check the role's permissions"
          : request.advice?.(status);
      return statusFailure(response, profile, (request.operations ?? 1) === 1, advice);
    }
    if (text === "" || json !== undefined) return { status, json, requestId, show };
    // Truncated, or from a proxy in between.
    return {
      outcome: "unknown",
      transient: true,
      toError: (known) => new ProtocolError("the response is not JSON", { status, ...known }),
    };
  }
}

/**
 * Creates the function that sends one request, and returns the response or the failure. Each request has its own ID, so that the
 * service can distinguish attempts.
 * @param currentPassword returns the password of the session's options; undefined if a function of the app provides it
 * @returns a function that makes one attempt; it rejects only with the reason of a signal
 */
export function createAttempt(parts: SessionParts, currentPassword: () => string | undefined): Attempt {
  const { url: base, keyspace, profile, transport, hooks } = parts;
  const { keyspaceHeader } = profile;
  const [tokenHeader, requestIdHeader] = [profile.tokenHeader.toLowerCase(), profile.requestIdHeader.toLowerCase()];
  /** The path of documents whose own path names no keyspace. */
  const unnamedPath = keyspace !== undefined && keyspaceHeader ? profile.graphqlPath(undefined, keyspace) : undefined;

  return async (request, token, timeoutMs) => {
    const { body, signal, password = currentPassword() } = request;
    const { method, path, paged = false } = request.call;
    const secrets = [token?.secret.reveal(), password];
    const requestId = newRequestId();
    // A profile may have a whole URL instead of a path.
    const isPath = path.startsWith("/");
    const url = isPath ? base + path : path;
    // A request without a token is the login, whose body holds the password.
    const observed = hooks?.observe(request, requestId, url, token && secrets);
    const headers: Record<string, string> = { ...observed?.headers(), accept: json };
    headers[requestIdHeader] = requestId;
    if (path === unnamedPath) headers[keyspaceHeader!.toLowerCase()] = encodeURIComponent(keyspace!);
    if (token) headers[tokenHeader] = token.secret.reveal();
    if (body !== undefined) headers["content-type"] = json;
    try {
      const given = await transport({ url, method, headers, body, timeoutMs, signal, paged });
      const text = await given.text();
      const reply = profile.readReply?.(given, text) ?? given;
      const show = createRedactor(secrets, body);
      const id = givenId(reply, profile, secrets) ?? requestId;
      // The text itself, which may contain a secret: its words can decide what the response means.
      const response: RawResponse = { requestId: id, reply, text, json: parseJson(text), show };
      observed?.answered(response);
      return response;
    } catch (error) {
      if (signal?.aborted) {
        observed?.failed(requestId, "aborted");
        throw signal.reason;
      }
      // An unexpected error of a transport does not reveal the outcome of the call.
      const thrown =
        error instanceof TransportFailure
          ? error
          : new TransportFailure("unknown", "the transport itself failed", { cause: error });
      const failure = transportFailure(thrown, isPath ? base : path, timeoutMs);
      observed?.failed(requestId, failure.toError({}).code, thrown.message);
      return { failure, requestId };
    }
  };
}

const json = "application/json";

/** `crypto.randomUUID` is missing on pages without https; any unique text will do. */
function newRequestId(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** The service's own ID of the request, if it has one that can be shown. */
function givenId(reply: Reply, profile: Profile, secrets: Secrets): string | undefined {
  const id = reply.header(profile.requestIdHeader);
  return id && /^[\w.:-]{1,64}$/.test(id) && redact(id, secrets) === id ? id : undefined;
}
