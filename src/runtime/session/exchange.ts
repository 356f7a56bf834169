/**
 * A call with all its attempts: in comes a request, out goes an answer, or the failure that it ends with.
 *
 * A call that is refused for its token goes once more with another; one that failed for the moment goes again after a while,
 * where that is safe. It settles by its deadline.
 */
import type { Answered } from "../errors/answer-body.ts";
import type { Attempt, Attempted, AttemptRequest } from "./attempt.ts";
import { readClock } from "../clock/clock.ts";
import type { Clock, Instant } from "../clock/clock.ts";
import { ClosedError, ProtocolError, ServiceError } from "../errors/errors.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import { isFailure, statusFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { Hedge } from "./hedge.ts";
import type { HookTeller } from "./hooks.ts";
import type { Origin } from "./origin.ts";
import { pause } from "../clock/pause.ts";
import type { Profile } from "../profile/profile.ts";
import { planRetry } from "./retry.ts";
import type { Answer, Exchange, SessionRequest, Tried } from "./request.ts";
import type { TokenKeeper, Waiting } from "../token/token.ts";
import type { Token } from "../token/token-state.ts";

export interface ExchangeOptions {
  readonly hedge?: Hedge;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly tokens: TokenKeeper;
  readonly attempt: Attempt;
  readonly origin: Origin;
  readonly hooks: HookTeller;
  readonly attemptTimeoutMs: number;
  readonly deadlineMs: number;
  readonly random: () => number;
  /** Fires when the session is closed. */
  readonly closing: AbortSignal;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { profile, clock, tokens, attempt, origin, hooks, hedge, attemptTimeoutMs, deadlineMs, random, closing } =
    options;

  return async (request, until = clock.monotonic() + deadlineMs) => {
    const { operation, keyspace, table, signal, safety = request.method === "GET" ? "read" : "unsafe" } = request;
    const about = { operation, keyspace, table };
    const { operations = 1, body } = request;
    const once = typeof body === "function" || body === undefined ? undefined : JSON.stringify(body);
    const requestIds = [...(request.tried?.requestIds ?? [])];
    let { attempts = 0, totalDelayMs = 0, doubtful = false }: Partial<Tried> = request.tried ?? {};
    let resends = attempts;
    const waiting = (): Waiting => ({ operation, signal, timeoutMs: until - clock.monotonic() });
    /** What failed, with what was tried. */
    const told = (failure: Failure, retriesExhaustedBy?: ServiceErrorOptions["retriesExhaustedBy"]): Failure => {
      const known = { ...about, requestId: requestIds.at(-1), requestIds, attempts, totalDelayMs, retriesExhaustedBy };
      const outcome = doubtful ? "unknown" : failure.outcome;
      return { ...failure, outcome, raise: (more) => failure.raise({ ...known, outcome, ...more }) };
    };
    /** What ends the call before this attempt: after one whose answer was lost that is not all there is to say. */
    const doubted = (error: unknown): unknown => {
      if (!doubtful || !(error instanceof ServiceError)) return error;
      const about = { requestIds, attempts, totalDelayMs, outcome: "unknown", cause: error } as const;
      return new ServiceError(error.code, error.message, about);
    };
    const tokenOf = async <T>(get: () => T | Promise<T>): Promise<T> => {
      try {
        return await get();
      } catch (error) {
        throw doubted(error);
      }
    };
    let replayed = false;
    for (;;) {
      if (tokens.closed) throw doubted(new ClosedError(about));
      signal?.throwIfAborted();
      const token = await tokenOf(() => tokens.get(waiting()));
      signal?.throwIfAborted();
      const start = readClock(clock);
      const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, until - start.monotonic));
      attempts += 1;
      const sent: Omit<AttemptRequest, "resends"> = {
        ...{ ...request, about, operations, attempt: attempts },
        body: typeof body === "function" ? JSON.stringify((body as () => unknown)()) : once,
      };
      const send = (signal = request.signal): Promise<Attempted> =>
        attempt({ ...sent, signal, resends: resends++ }, token, timeoutMs);
      const attempted = await (hedge && safety === "read"
        ? hedge(send, { clock, signal, allow: () => origin.takeRetry(clock.monotonic()) })
        : send());
      requestIds.push(attempted.requestId);
      if (safety !== "read" && attempted.failure?.outcome === "unknown") doubtful = true;
      if (attempted.failure && tokens.closed) throw doubted(new ClosedError(about));
      // The service answers 401 before it does anything, so once more is safe whatever the operation. A new token that is
      // refused too is kept: it is the permission that lacks, and another token would not have it either.
      if (!attempted.failure && !replayed && profile.isAuthFailure(attempted.reply.status)) {
        if (await tokenOf(() => tokens.replace(token, waiting()))) {
          replayed = true;
          attempts -= 1;
          continue;
        }
      }
      const result = attempted.failure ?? judge(attempted, request, token, start, replayed);
      const accepted = isFailure(result) ? result : (request.accept?.(result) ?? result);
      if (!isFailure(accepted)) {
        origin.succeeded();
        return { ...accepted, tried: { attempts, requestIds, totalDelayMs, doubtful } };
      }
      const now = clock.monotonic();
      if (accepted.throttled || accepted.late) origin.strained(start.monotonic, now);
      if (accepted.outcome === "unknown" && safety !== "read") doubtful = true;
      const delayMs = planRetry(accepted, safety, origin, { attempts, leftMs: until - now, now, random });
      if (typeof delayMs !== "number") return told(accepted, delayMs);
      hooks.tell("onRetry", () => ({ ...about, error: told(accepted).raise({}), delayMs, attempt: attempts + 1 }));
      totalDelayMs += delayMs;
      await pause(clock, delayMs, signal, closing);
    }
  };

  /** What a reply says. */
  function judge(
    answered: Answered,
    request: SessionRequest,
    token: Token,
    sent: Instant,
    replayed: boolean,
  ): Answer | Failure {
    const { reply, text, json, requestId, show } = answered;
    const { status } = reply;
    if (status < 200 || status >= 300) {
      const advice =
        replayed && profile.isAuthFailure(status)
          ? "a fresh token was refused: check the role's permissions"
          : adviceOnPath(status, request, profile);
      return statusFailure(answered, profile, (request.operations ?? 1) === 1, advice);
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

/** What to try when nothing is found at a keyspace's path: some services answer at a path that names no keyspace alone. */
function adviceOnPath(status: number, { path, keyspace }: SessionRequest, profile: Profile): string | undefined {
  if (status !== 404 || keyspace === undefined || path !== profile.graphqlPath(keyspace, keyspace)) return undefined;
  const unnamed = profile.graphqlPath(undefined, keyspace);
  if (unnamed === path) return undefined;
  return `if the service serves ${keyspace} at ${unnamed} alone, open the session with keyspace: ${JSON.stringify(keyspace)}`;
}
