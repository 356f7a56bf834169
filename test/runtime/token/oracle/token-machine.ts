/**
 * The life of a session's token, as a function: a state and an event give the next state and what is to be done.
 *
 * In comes what happened and when; out goes no promise, no timer and no request, so that each row of the table can be
 * tried by itself. Numbers in brackets are the rows of the specification's table.
 */
import { mostRetryAfterMs, planBackOff, elapsed } from "../../../../src/runtime/clock/clock.ts";
import { Secret } from "../../../../src/runtime/errors/failure.ts";
import { initialState, isCooling, mostRenewals, nameState } from "./token-state.ts";
import type { Circumstances, HeldToken, TokenEffect, TokenEvent, TokenRules, TokenState } from "./token-state.ts";
import type { TokenReason } from "../../../../src/runtime/token/token.ts";
import type { StoredToken } from "../../../../src/runtime/token/stored-tokens.ts";

export interface Step {
  readonly state: TokenState;
  readonly effects: readonly TokenEffect[];
}

const maxAttempts = 3;
/** A creation takes no longer in all, whoever waits for it. */
export const creationMs = 15_000;
/** A store that takes longer is gone without. */
export const storeMs = 2_000;
/** A stored token that was used later than this from now is of a clock that was wrong. */
const aheadMs = 5_000;
const saveEveryMs = 30_000;
/** A refusal that may lead to a creation comes back after this long. */
const renewalEveryMs = 30_000;
/** How long the failure of a creation is the response to later calls; each failure in a row doubles it. */
const cooldownMs = {
  transient: [250, 30_000],
  refused: [5_000, 60_000],
} as const;

/**
 * The next state after an event, and what is to be done.
 *
 * Each event has a function; an event that changes nothing gives the very state that there was.
 */
export function stepToken(state: TokenState, event: TokenEvent, rules: TokenRules, at: Circumstances): Step {
  const { now, random } = at;
  const { phase, held, failure, work, reason, begun } = state;
  const known = held ?? state.dropped;
  // News of older work is of no interest.
  if (phase === "closed" || ("work" in event && event.work !== work)) return { state, effects: [] };
  switch (event.kind) {
    case "call":
      return call();
    case "reconnect":
      // (15) Work under way may have begun before the user's rights changed.
      if (isCooling(failure, now) || (phase !== "resting" && reason === "reconnect")) return next();
      return phase === "creating" ? create("reconnect", {}, { kind: "abort" }) : create("reconnect");
    case "loaded":
      return load(event.stored);
    case "created":
      // (8) Whether it slides from the request or from the response is the service's business; the request is the safe guess.
      return save(adopt({ secret: event.secret, lastUse: event.asked, created: now.wall }));
    case "failed":
      return fail(event);
    case "accepted":
      // (16)
      return held?.generation === event.generation && elapsed(held.lastUse, event.sent) > 0
        ? save({ held: { ...held, lastUse: event.sent } }, saveEveryMs)
        : next();
    case "refused":
      return refuse(event.generation);
    case "changed": {
      const fresh = event.stored && freshToken(event.stored);
      // (26) What was under way is of no use any more.
      return fresh && isNewer(fresh) ? next({ ...adopt(fresh), work: work + 1 }, { kind: "abort" }) : next();
    }
    case "lost":
      return phase === "loading" ? renew(reason) : phase === "creating" ? create(reason) : next();
    case "sign-out": {
      // (24) The count of work is the epoch: a creation that ends later is not heard.
      const { generation, renewals } = state;
      return next({ ...initialState, generation, renewals, work: work + 1 }, { kind: "abort" }, ...forget());
    }
    case "close":
      // (25)
      return next({ ...initialState, phase: "closed", work: work + 1 }, { kind: "abort" });
  }

  function next(change?: Partial<TokenState>, ...effects: readonly TokenEffect[]): Step {
    return { state: change ? { ...state, ...change } : state, effects };
  }

  function call(): Step {
    const found = nameState(state, rules, now);
    // (15) After a failure the store has been asked already. (1), (2)
    if (found === "empty") return failure ? create("retry") : renew("first");
    // (6); (10) As long as the failure is fresh, the old token. (5), (7), (14) The others send, wait or fail.
    return found === "expired" || (found === "stale" && !isCooling(failure, now)) ? renew("idle") : next();
  }

  /** Another process may have a fresher token, so the store is read first. (1), (2), (6), (19) */
  function renew(why: TokenReason): Step {
    if (!rules.hasStore) return why === "rejected" ? reject() : create(why);
    const begun = { work: work + 1, attempt: 0, begun: now.monotonic };
    return next({ phase: "loading", reason: why, ...begun }, { kind: "load", work: work + 1 });
  }

  function create(why: TokenReason, change?: Partial<TokenState>, ...before: readonly TokenEffect[]): Step {
    const begun = { reason: why, work: work + 1, attempt: 1, begun: now.monotonic };
    return next({ ...change, phase: "creating", ...begun }, ...before, { kind: "create", delayMs: 0, ...begun });
  }

  function load(stored: StoredToken | null): Step {
    const fresh = stored && freshToken(stored);
    // (19) The store may still hold the very token that the service refused, or one from before it. (6) Of the held one only
    // a later use by another process is news: with the wall clock set back, ours would look fresh.
    const isNews = reason === "rejected" ? isNewer : (fresh: FreshToken) => !isSame(fresh, held) || isUsedLater(fresh);
    if (fresh && (!held || isNews(fresh))) return next(adopt(fresh));
    // (4)
    return reason === "rejected" ? reject() : create(reason);
  }

  function isUsedLater(fresh: FreshToken): boolean {
    return held !== undefined && fresh.lastUse.wall > held.lastUse.wall;
  }

  /** (18) Unless there is a newer one, or one is being made. */
  function refuse(generation: number): Step {
    if (held?.generation !== generation || (phase === "loading" && reason === "rejected")) return next();
    // It may not be what a failing creation falls back on.
    if (phase === "loading") return next({ reason: "rejected" });
    if (phase === "creating") return next({ held: undefined, dropped: held });
    return renew("rejected");
  }

  /** The service refused the held token, and the store knows no other. (20), (21) */
  function reject(): Step {
    const { left, at } = state.renewals;
    const filled = Math.min(mostRenewals, left + (at ? elapsed(at, now) / renewalEveryMs : 0));
    if (filled < 1) return next({ phase: "resting" });
    const without = { held: undefined, dropped: held };
    // (14) Also a refusal waits until creations are tried again.
    if (isCooling(failure, now)) return next({ ...without, phase: "resting" }, ...forget());
    return create("rejected", { ...without, renewals: { left: filled - 1, at: now } }, ...forget());
  }

  function forget(): TokenEffect[] {
    return rules.hasStore ? [{ kind: "forget", token: held?.secret.reveal() }] : [];
  }

  function fail({ failure: kind, error, throttled, retryAfterMs = 0 }: TokenEvent & { kind: "failed" }): Step {
    const attempt = state.attempt + 1;
    if (kind === "transient" && attempt <= maxAttempts) {
      const jittered = planBackOff(throttled, attempt - 2, random);
      const delayMs = Math.max(jittered, retryAfterMs * (1 + random() / 10));
      // (9) A pause that would end after the creation's time is not begun. What the machine sleeps does not count.
      if (now.monotonic - begun + delayMs < creationMs) {
        return next({ attempt }, { kind: "create", reason: "retry", work, attempt, delayMs, begun });
      }
    }
    // (10), (11), (12), (13) Whether a token is left that still works shows when somebody looks.
    const [firstMs, mostMs] = cooldownMs[kind];
    const count = (failure?.count ?? 0) + 1;
    // What the service asks for wins, but nothing at all would let every call begin anew.
    const waitMs = retryAfterMs
      ? Math.max(firstMs / 2, Math.min(mostRetryAfterMs, retryAfterMs))
      : Math.min(mostMs, firstMs * 2 ** (count - 1)) * (0.75 + random() / 4);
    return next({ phase: "resting", failure: { error, since: now, waitMs, count } });
  }

  /** Puts a token in its place. One with the text of the last one keeps its generation: it is no other token. */
  function adopt(fresh: FreshToken): Partial<TokenState> & { readonly held: HeldToken } {
    const generation = state.generation + (isSame(fresh, known) ? 0 : 1);
    return { phase: "resting", held: { ...fresh, generation }, dropped: undefined, generation, failure: undefined };
  }

  /** Tells the store of the token, unless it was told not long ago. */
  function save(change: Partial<TokenState> & { readonly held: HeldToken }, everyMs = 0): Step {
    if (Math.abs(now.wall - state.saved) < everyMs) return next(change);
    const { secret, lastUse, created } = change.held;
    const stored: StoredToken = { v: 1, token: secret.reveal(), lastUse: lastUse.wall, created };
    return next({ ...change, saved: now.wall }, { kind: "save", stored });
  }

  function isNewer(fresh: FreshToken): boolean {
    return !known || (!isSame(fresh, known) && fresh.created > known.created);
  }

  /** A stored token that can be used. (3) Its wall clock is all there is to judge it by. */
  function freshToken({ token, lastUse, created }: StoredToken): FreshToken | null {
    const idleMs = now.wall - lastUse;
    if (idleMs < -aheadMs || idleMs >= rules.tokenIdleMs - rules.renewMarginMs) return null;
    const sinceMs = Math.max(0, idleMs);
    const used = { wall: now.wall - sinceMs, monotonic: now.monotonic - sinceMs };
    return { secret: new Secret(token), lastUse: used, created };
  }
}

type FreshToken = Omit<HeldToken, "generation">;

function isSame(fresh: FreshToken, known: HeldToken | undefined): boolean {
  return fresh.secret.reveal() === known?.secret.reveal();
}
