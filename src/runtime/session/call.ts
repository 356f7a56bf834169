/**
 * Makes a call with all its attempts, and returns the response or the failure that it ends with.
 *
 * A call that is refused for its token is repeated once with another; one that failed for the moment is repeated after a
 * pause, where that is safe. Settles by its deadline. Throws for what ends a call before it is sent: no token to be had, a
 * closed session, a signal, whose reason is thrown as it is.
 */
import type { Answered } from "../errors/answer-body.ts";
import { pause, readClock } from "../clock/clock.ts";
import type { Clock, Instant } from "../clock/clock.ts";
import { ClosedError, ProtocolError, ServiceError } from "../errors/errors.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { Answer, Safety } from "../operation/request.ts";
import type { Profile } from "../profile/profile.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { TokenKeeper, Waiting } from "../token/token-keeper.ts";
import type { Token } from "../token/token.ts";
import { isSuccess } from "./attempt.ts";
import type { Attempt, AttemptRequest, Attempted } from "./attempt.ts";
import { statusFailure } from "./failures.ts";
import type { Hedge } from "./hedge.ts";
import type { HookTeller } from "./hooks.ts";
import type { Origin } from "./origin.ts";
import { planRetry } from "./retry.ts";

/** One call, with the text of its body. */
export interface CallRequest {
  readonly about: OperationAbout;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** A function is asked for it at each attempt. */
  readonly body: string | (() => string) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly safety: Safety;
  /** How many operations the document has. */
  readonly operations: number;
  /** The response may be large: it is requested compressed. */
  readonly paged: boolean;
  /** Looks into an answer for a failure that its status does not show. */
  readonly accept: ((answer: Answer) => Failure | undefined) | undefined;
}

/** What a call has been through; written to as it goes on. */
export interface Tried {
  /** How often it was tried; a repetition with another token does not count. */
  attempts: number;
  /** How many requests were sent, for whatever reason. */
  sent: number;
  readonly requestIds: string[];
  /** Milliseconds between the attempts. */
  totalDelayMs: number;
  /** The answer to one of the attempts was lost, so the write may have been done, whatever came of the others. */
  doubtful: boolean;
}

/** @param until when the call gives up, by the monotonic clock */
export type MakeCall = (request: CallRequest, until: number, tried?: Tried) => Promise<Answer | Failure>;

export interface CallOptions {
  readonly hedge: Hedge | undefined;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly tokens: TokenKeeper;
  readonly attempt: Attempt;
  readonly origin: Origin;
  readonly hooks: HookTeller;
  readonly attemptTimeoutMs: number;
  readonly random: () => number;
  /** Fires when the session is closed. */
  readonly closing: AbortSignal;
}

export function newTried(): Tried {
  return { attempts: 0, sent: 0, requestIds: [], totalDelayMs: 0, doubtful: false };
}

export function createCall(options: CallOptions): MakeCall {
  const { profile, clock, tokens, attempt, origin, hooks, hedge, attemptTimeoutMs, random, closing } = options;

  return async (request, until, tried = newTried()) => {
    const { about, signal, safety, body, accept } = request;
    let replayed = false;
    for (;;) {
      if (tokens.closed) throw doubted(new ClosedError(about), tried);
      signal?.throwIfAborted();
      let start = readClock(clock);
      let token = tokens.ready(start);
      if (!token) {
        token = await tokenOf(() => tokens.get(waiting(request, until)), tried);
        signal?.throwIfAborted();
        start = readClock(clock);
      }
      const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, until - start.monotonic));
      tried.attempts += 1;
      const text = typeof body === "function" ? body() : body;
      const attempted =
        hedge && safety === "read"
          ? await hedge(sendBy(request, text, token, tried, timeoutMs), {
              ...{ clock, signal, allow: () => origin.takeRetry(clock.monotonic()) },
            })
          : await attempt(requestOf(request, text, signal, tried), token, timeoutMs);
      tried.requestIds.push(attempted.requestId);
      if (safety !== "read" && attempted.failure?.outcome === "unknown") tried.doubtful = true;
      if (attempted.failure && tokens.closed) throw doubted(new ClosedError(about), tried);
      // The service answers 401 before it does anything, so a repetition is safe whatever the operation. A new token that is
      // refused too is kept: it is the permission that lacks, and another token would not have it either.
      if (!attempted.failure && !replayed && profile.isAuthFailure(attempted.reply.status)) {
        const refused = token;
        if (await tokenOf(() => tokens.replace(refused, waiting(request, until)), tried)) {
          replayed = true;
          tried.attempts -= 1;
          continue;
        }
      }
      const answer = attempted.failure ?? judge(attempted, request, token, start, replayed);
      const failure = isFailure(answer) ? answer : accept?.(answer);
      if (!failure) {
        origin.succeeded();
        return answer;
      }
      const now = clock.monotonic();
      if (failure.throttled || failure.late) origin.strained(start.monotonic, now);
      if (failure.outcome === "unknown" && safety !== "read") tried.doubtful = true;
      const delayMs = planRetry(failure, safety, origin, {
        attempts: tried.attempts,
        leftMs: until - now,
        now,
        random,
      });
      if (typeof delayMs !== "number") return failureOf(failure, about, tried, delayMs);
      const { operation, keyspace, table } = about;
      hooks.tell("onRetry", () => ({
        ...{ operation, keyspace, table, delayMs, attempt: tried.attempts + 1 },
        error: failureOf(failure, about, tried).raise({}),
      }));
      tried.totalDelayMs += delayMs;
      await pause(clock, delayMs, signal, closing);
    }
  };

  function sendBy(request: CallRequest, text: string | undefined, token: Token, tried: Tried, timeoutMs: number) {
    return (signal: AbortSignal): Promise<Attempted> =>
      attempt(requestOf(request, text, signal, tried), token, timeoutMs);
  }

  function waiting({ about, signal }: CallRequest, until: number): Waiting {
    return { operation: about.operation, signal, timeoutMs: until - clock.monotonic() };
  }

  /** What a reply says. */
  function judge(
    answered: Answered,
    request: CallRequest,
    token: Token,
    sent: Instant,
    replayed: boolean,
  ): Answer | Failure {
    const { reply, text, json, requestId, show } = answered;
    const { status } = reply;
    if (!isSuccess(status)) {
      const advice =
        replayed && profile.isAuthFailure(status)
          ? "a fresh token was refused: check the role's permissions"
          : adviceOnPath(status, request, profile);
      return statusFailure(answered, profile, request.operations === 1, advice);
    }
    tokens.accepted(token, sent);
    if (text === "" || json !== undefined) return { status, json, requestId, show };
    // Cut off, or of somebody in between.
    return {
      outcome: "unknown",
      transient: true,
      raise: (known) => new ProtocolError("the answer is not JSON", { status, ...known }),
    };
  }
}

function requestOf(
  { about, method, path, operations, paged }: CallRequest,
  body: string | undefined,
  signal: AbortSignal | undefined,
  tried: Tried,
): AttemptRequest {
  return { about, method, path, operations, paged, body, signal, attempt: tried.attempts, resends: tried.sent++ };
}

/** A failure with what the call has been through. */
function failureOf(
  failure: Failure,
  about: OperationAbout,
  { attempts, requestIds, totalDelayMs, doubtful }: Tried,
  retriesExhaustedBy?: ServiceErrorOptions["retriesExhaustedBy"],
): Failure {
  const { operation, keyspace, table } = about;
  const outcome = doubtful ? "unknown" : failure.outcome;
  const known = {
    ...{ operation, keyspace, table, requestId: requestIds.at(-1), requestIds: [...requestIds] },
    ...{ attempts, totalDelayMs, retriesExhaustedBy, outcome },
  };
  return { ...failure, outcome, raise: (more) => failure.raise({ ...known, ...more }) };
}

/** The token, or the error of a call that had none: after an attempt whose answer was lost that is not all there is to say. */
async function tokenOf<T>(get: () => T | Promise<T>, tried: Tried): Promise<T> {
  try {
    return await get();
  } catch (error) {
    throw doubted(error, tried);
  }
}

function doubted(error: unknown, { doubtful, requestIds, attempts, totalDelayMs }: Tried): unknown {
  if (!doubtful || !(error instanceof ServiceError)) return error;
  return new ServiceError(error.code, error.message, {
    ...{ requestIds, attempts, totalDelayMs, outcome: "unknown", cause: error },
  });
}

/** What to try when nothing is found at a keyspace's path: some services answer only at a path that names no keyspace. */
function adviceOnPath(status: number, { path, about }: CallRequest, profile: Profile): string | undefined {
  const { keyspace } = about;
  if (status !== 404 || keyspace === undefined || path !== profile.graphqlPath(keyspace, keyspace)) return undefined;
  const unnamed = profile.graphqlPath(undefined, keyspace);
  if (unnamed === path) return undefined;
  return `if the service serves ${keyspace} at ${unnamed} alone, open the session with keyspace: ${JSON.stringify(keyspace)}`;
}
