/**
 * Makes a call with all its attempts, and returns the final response or failure.
 *
 * A call that is rejected because of its token is retried once with a new one; a temporary failure is retried after a delay,
 * if that is safe. Settles by its deadline. Throws if the call ends before it is sent: without a token, by a closed session,
 * or by a signal, whose reason is thrown unchanged.
 */
import type { Answered } from "../errors/answer-body.ts";
import { pause, readClock } from "../clock/clock.ts";
import { ClosedError, ProtocolError, ServiceError, TimeoutError } from "../errors/errors.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import { isFailure, isSuccess } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { Answer, CallRequest } from "../operation/request.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { TokenKeeper, Waiting } from "../token/token-keeper.ts";
import type { Attempt, Attempted, TryCall, CallHistory } from "./attempt-types.ts";
import type { Engine, EngineParts } from "./engine.ts";
import { statusFailure } from "./attempt.ts";
import { planRetry } from "./retry.ts";

export function newCallHistory(): CallHistory {
  return { attempts: 0, sent: 0, requestIds: [], totalDelayMs: 0, maybeExecuted: false };
}

export function createTryCall(engine: EngineParts, tokens: TokenKeeper, attempt: Attempt): TryCall {
  const { profile, clock, origin, hooks, hedge, attemptTimeoutMs, random, closing } = engine;

  return async <T extends object>(request: CallRequest<T>, until: number, history = newCallHistory()) => {
    const { about, signal, safety, body, accept } = request;
    // A function, since the remaining time shrinks.
    const waiting = (): Waiting => ({ operation: about.operation, signal, timeoutMs: until - clock.monotonic() });
    let replayed = false;
    try {
      for (;;) {
        if (tokens.closed) throw new ClosedError(about);
        signal?.throwIfAborted();
        let start = readClock(clock);
        let ready = tokens.ready(start);
        if (!ready) {
          ready = await tokens.get(waiting());
          signal?.throwIfAborted();
          start = readClock(clock);
        }
        const token = ready;
        const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, until - start.monotonic));
        history.attempts += 1;
        const text = typeof body === "function" ? body() : body;
        // A function, since a hedge sends the request twice.
        const send = (signal: AbortSignal | undefined): Promise<Attempted> => {
          const attempting = { call: request, body: text, signal, attempt: history.attempts, resends: history.sent++ };
          return attempt(attempting, token, timeoutMs);
        };
        const attempted = await (hedge && safety === "read" ? hedge(send, { clock, origin, signal }) : send(signal));
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
          origin.succeeded();
          return result as T;
        }
        if (result.outcome === "unknown" && safety !== "read") history.maybeExecuted = true;
        if (attempted.failure && tokens.closed) throw new ClosedError(about);
        const now = clock.monotonic();
        if (result.throttled || result.late) origin.strained(start.monotonic, now);
        const { attempts } = history;
        const delayMs = planRetry(result, safety, origin, { attempts, leftMs: until - now, now, random });
        if (typeof delayMs !== "number") return failureOf(result, about, history, delayMs);
        hooks?.notify("onRetry", () => {
          const error = failureOf(result, about, history).raise({});
          return { ...about, delayMs, attempt: attempts + 1, error };
        });
        history.totalDelayMs += delayMs;
        await pause(clock, delayMs, signal, closing);
      }
    } catch (error) {
      throw error === signal?.reason ? error : withUnknownOutcome(error, history);
    }
  };

  /** Distinguishes an answer from a failure: an error status, or a text that is not JSON. */
  function toAnswerOrFailure(answered: Answered, request: CallRequest<object>, replayed: boolean): Answer | Failure {
    const { reply, text, json, requestId, show } = answered;
    const { status } = reply;
    if (!isSuccess(status)) {
      const advice =
        replayed && profile.isAuthFailure(status)
          ? "a fresh token was refused: check the role's permissions"
          : request.advice?.(status);
      return statusFailure(answered, profile, request.operations === 1, advice);
    }
    if (text === "" || json !== undefined) return { status, json, requestId, show };
    // Truncated, or from a proxy in between.
    return {
      outcome: "unknown",
      transient: true,
      raise: (known) => new ProtocolError("the response is not JSON", { status, ...known }),
    };
  }
}

/** A failure with the history of its call. */
export function failureOf(
  failure: Failure,
  about: OperationAbout,
  { attempts, requestIds, totalDelayMs, maybeExecuted }: CallHistory,
  retriesExhaustedBy?: ServiceErrorOptions["retriesExhaustedBy"],
): Failure {
  const outcome = maybeExecuted ? "unknown" : failure.outcome;
  const known = {
    ...about,
    requestId: requestIds.at(-1),
    requestIds: [...requestIds],
    attempts,
    totalDelayMs,
    retriesExhaustedBy,
    outcome,
  };
  return { ...failure, outcome, raise: (more) => failure.raise({ ...known, ...more }) };
}

/** If the response to an earlier attempt was lost, an error before the next attempt does not say whether the write was applied. */
function withUnknownOutcome(
  error: unknown,
  { maybeExecuted, requestIds, attempts, totalDelayMs }: CallHistory,
): unknown {
  if (!maybeExecuted || !(error instanceof ServiceError)) return error;
  return new ServiceError(error.code, error.message, {
    requestIds,
    attempts,
    totalDelayMs,
    outcome: "unknown",
    cause: error,
  });
}

/** @see ServiceLink.call */
export async function call<T extends object>(engine: Engine, request: CallRequest<T>): Promise<T> {
  const { tryCall, clock, hooks } = engine;
  const { about, deadlineMs = engine.deadlineMs, explain } = request;
  const begun = clock.monotonic();
  try {
    if (deadlineMs <= 0) throw new TimeoutError("queue", deadlineMs, about);
    const result = await tryCall(request, begun + deadlineMs);
    if (isFailure(result)) throw result.raise({});
    return result;
  } catch (thrown) {
    const error = explain ? explain(thrown) : thrown;
    hooks?.notify("onError", () => ({ ...about, error, tookMs: clock.monotonic() - begun }));
    throw error;
  }
}
