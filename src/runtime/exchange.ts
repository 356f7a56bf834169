/**
 * A call with all its attempts: in comes a request, out goes an answer, or the failure that it ends with.
 *
 * A call that is refused for its token goes once more with another; one that failed for the moment goes again after a while,
 * where that is safe. It settles by its deadline.
 */
import type { Attempt, Attempted, AttemptRequest } from "./attempt.ts";
import { readClock } from "./clock.ts";
import type { Clock, Instant } from "./clock.ts";
import { ClosedError, ProtocolError } from "./errors.ts";
import type { ServiceErrorOptions } from "./errors.ts";
import { isFailure, statusFailure } from "./failure.ts";
import type { Failure } from "./failure.ts";
import type { Hedge } from "./hedge.ts";
import type { HookTeller } from "./hooks.ts";
import type { Origin } from "./origin.ts";
import { pause } from "./pause.ts";
import type { Profile } from "./profile.ts";
import { planRetry } from "./retry.ts";
import type { Answer, Exchange } from "./request.ts";
import type { TokenKeeper, Waiting } from "./token.ts";
import type { Token } from "./token-state.ts";

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
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { profile, clock, tokens, attempt, origin, hooks, hedge, attemptTimeoutMs, deadlineMs, random } = options;

  return async (request, until = clock.monotonic() + deadlineMs) => {
    const { operation, keyspace, table, signal, safety = request.method === "GET" ? "read" : "unsafe" } = request;
    const about = { operation, keyspace, table };
    const sent: Omit<AttemptRequest, "attempt" | "resends"> = {
      ...request,
      about,
      operations: request.operations ?? 1,
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
    };
    const requestIds: string[] = [];
    let attempts = request.attempts ?? 0;
    let resends = attempts;
    let totalDelayMs = 0;
    const waiting = (): Waiting => ({ operation, signal, timeoutMs: until - clock.monotonic() });
    /** What failed, with what was tried. */
    const told = (failure: Failure, retriesExhaustedBy?: ServiceErrorOptions["retriesExhaustedBy"]): Failure => {
      const tried = { requestId: requestIds.at(-1), requestIds, attempts, totalDelayMs, retriesExhaustedBy };
      return { ...failure, raise: (known) => failure.raise({ ...about, ...tried, ...known }) };
    };
    let replayed = false;
    for (;;) {
      if (tokens.closed) throw new ClosedError(about);
      signal?.throwIfAborted();
      const ready = tokens.get(waiting());
      const token = ready instanceof Promise ? await ready : ready;
      signal?.throwIfAborted();
      const start = readClock(clock);
      const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, until - start.monotonic));
      const send = (signal = request.signal): Promise<Attempted> =>
        attempt({ ...sent, signal, attempt: attempts, resends: resends++ }, token, timeoutMs);
      attempts += 1;
      const attempted = await (hedge && safety === "read"
        ? hedge(send, { clock, signal, allow: () => origin.takeRetry(clock.monotonic()) })
        : send());
      requestIds.push(attempted.requestId);
      if (attempted.failure && tokens.closed) throw new ClosedError(about);
      // The service answers 401 before it does anything, so once more is safe whatever the operation. A new token that is
      // refused too is kept: it is the permission that lacks, and another token would not have it either.
      if (!attempted.failure && !replayed && profile.isAuthFailure(attempted.reply.status)) {
        if (await tokens.replace(token, waiting())) {
          replayed = true;
          attempts -= 1;
          continue;
        }
      }
      const result = attempted.failure ?? judge(attempted, sent.operations, token, start, replayed);
      const accepted = isFailure(result) ? result : (request.accept?.(result) ?? result);
      if (!isFailure(accepted)) {
        origin.succeeded();
        return { ...accepted, attempts };
      }
      if (accepted.throttled || accepted.late) origin.strained();
      const now = clock.monotonic();
      const delayMs = planRetry(accepted, safety, origin, { attempts, leftMs: until - now, now, random });
      if (typeof delayMs !== "number") return told(accepted, delayMs);
      hooks.tell("onRetry", () => ({ ...about, error: told(accepted).raise({}), delayMs, attempt: attempts + 1 }));
      totalDelayMs += delayMs;
      await pause(clock, delayMs, signal);
    }
  };

  /** What a reply says. */
  function judge(
    { reply, text, json, requestId }: Attempted & { readonly failure?: never },
    operations: number,
    token: Token,
    sent: Instant,
    replayed: boolean,
  ): Answer | Failure {
    const { status } = reply;
    if (status < 200 || status >= 300) {
      const advice =
        replayed && profile.isAuthFailure(status) && "a fresh token was refused: check the role's permissions";
      return statusFailure(reply, text, profile, operations === 1, advice || undefined);
    }
    tokens.accepted(token, sent);
    if (text === "" || json !== undefined) return { status, json, requestId };
    // Cut off, or of somebody in between.
    return {
      outcome: "unknown",
      transient: true,
      raise: (known) => new ProtocolError("the answer is not JSON", { status, ...known }),
    };
  }
}
