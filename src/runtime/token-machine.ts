/**
 * The life of a session's token, as a function: a state and an event give the next state and what is to be done.
 *
 * In comes what happened and when; out goes no promise, no timer and no request, so that each row of the table can be
 * tried by itself. Numbers in brackets are the rows of the specification's table. @see runtime 2.1
 */
import { elapsed } from "./clock.ts";
import type { Instant } from "./clock.ts";
import { Secret } from "./secret.ts";
import { initialState, isCooling, mostRenewals, nameState } from "./token-state.ts";
import type { Circumstances, HeldToken, TokenEffect, TokenEvent, TokenReason, TokenRules } from "./token-state.ts";
import type { TokenState } from "./token-state.ts";
import type { StoredToken } from "./token-stores.ts";

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
/** How long the failure of a creation is the answer to later calls; each failure in a row doubles it. */
const cooldown = {
  transient: { firstMs: 250, mostMs: 30_000 },
  refused: { firstMs: 5_000, mostMs: 60_000 },
} as const;
const backOff = { transientMs: 50, throttledMs: 1_000, mostMs: 20_000 };
const mostRetryAfterMs = 60_000;

/** The next state after an event, and what is to be done. */
export function stepToken(state: TokenState, event: TokenEvent, rules: TokenRules, at: Circumstances): Step {
  const { now } = at;
  if (state.phase === "closed") return stay(state);
  switch (event.kind) {
    case "call":
      return atCall(state, rules, now);
    case "reconnect":
      return state.phase !== "resting" || isCooling(state.failure, now) ? stay(state) : create(state, "first", now);
    case "loaded":
      if (state.phase !== "loading" || event.work !== state.work) return stay(state);
      return atLoaded(state, event.stored, rules, now);
    case "created":
      if (state.phase !== "creating" || event.work !== state.work) return stay(state);
      return atCreated(state, event.secret, event.asked, now);
    case "failed":
      if (state.phase !== "creating" || event.work !== state.work) return stay(state);
      return atFailed(state, event, at);
    case "accepted":
      return atAccepted(state, event.generation, event.sent, now);
    case "refused":
      return atRefused(state, event.generation, rules, now);
    case "changed": {
      const fresh = event.stored && freshToken(event.stored, rules, now);
      const known = state.held ?? state.dropped;
      // (26) What was under way is of no use any more.
      return fresh && (!known || isNewer(fresh, known))
        ? adopt({ ...state, work: state.work + 1 }, fresh, [{ kind: "abort" }])
        : stay(state);
    }
    case "sign-out": {
      // (24) The count of work is the epoch: a creation that ends later is not heard.
      const { generation, work, renewals } = state;
      const effects: TokenEffect[] = [{ kind: "abort" }];
      if (rules.hasStore) effects.push({ kind: "forget", token: state.held?.secret.reveal() });
      return { state: { ...initialState, generation, renewals, work: work + 1 }, effects };
    }
    case "close":
      // (25)
      return {
        state: { ...initialState, phase: "closed", generation: state.generation, work: state.work + 1 },
        effects: [{ kind: "abort" }],
      };
  }
}

function atCall(state: TokenState, rules: TokenRules, now: Instant): Step {
  switch (nameState(state, rules, now)) {
    // (5), (7), (14): send, wait, fail.
    case "valid":
    case "loading":
    case "creating":
    case "cooldown":
    case "closed":
      return stay(state);
    case "stale":
      // (10) As long as the failure is fresh, the old token; then again (6).
      return isCooling(state.failure, now) ? stay(state) : renew(state, "idle", rules, now);
    case "expired":
      return renew(state, "idle", rules, now);
    case "empty":
      // (15) After a failure the store has been asked already. (1), (2)
      return state.failure ? create(state, "retry", now) : renew(state, "first", rules, now);
  }
}

/** Another process may have a fresher token, so the store is read first. (1), (2), (6), (19) */
function renew(state: TokenState, reason: TokenReason, rules: TokenRules, now: Instant): Step {
  if (!rules.hasStore) return create(state, reason, now);
  const work = state.work + 1;
  return { state: { ...state, phase: "loading", reason, work, begun: now }, effects: [{ kind: "load", work }] };
}

function create(state: TokenState, reason: TokenReason, now: Instant): Step {
  const work = state.work + 1;
  const attempt = 1;
  return {
    state: { ...state, phase: "creating", reason, work, attempt, begun: now },
    effects: [{ kind: "create", work, reason, attempt, delayMs: 0, begun: now }],
  };
}

function atLoaded(state: TokenState, stored: StoredToken | null, rules: TokenRules, now: Instant): Step {
  const { held, reason } = state;
  const fresh = stored && freshToken(stored, rules, now);
  if (fresh && tellsMore(fresh, held, reason)) return adopt(state, fresh);
  // (4)
  return reason === "rejected" ? atRejected(state, rules, now) : create(state, reason, now);
}

/** Whether a stored token is of more use than the held one. */
function tellsMore(fresh: FreshToken, held: HeldToken | undefined, reason: TokenReason): boolean {
  // (19) The store may still hold the very token that the service refused, or one from before it.
  if (!held || reason === "rejected") return !held || isNewer(fresh, held);
  // (6) Of the held one only a later use by another process is news: with the wall clock set back, ours would look fresh.
  return fresh.secret.reveal() !== held.secret.reveal() || fresh.lastUse.wall > held.lastUse.wall;
}

/** The service refused the held token, and the store knows no other. (20), (21) */
function atRejected(state: TokenState, rules: TokenRules, now: Instant): Step {
  const { held } = state;
  const { left, at } = state.renewals;
  const filled = Math.min(mostRenewals, left + (at ? elapsed(at, now) / renewalEveryMs : 0));
  if (filled < 1) return stay({ ...state, phase: "resting" });
  const forget: TokenEffect[] = rules.hasStore ? [{ kind: "forget", token: held?.secret.reveal() }] : [];
  const without = { ...state, held: undefined, dropped: held };
  // (14) Also a refusal waits until creations are tried again.
  if (isCooling(state.failure, now)) return { state: { ...without, phase: "resting" }, effects: forget };
  const spent = { ...without, renewals: { left: filled - 1, at: now } };
  const { state: next, effects } = create(spent, "rejected", now);
  return { state: next, effects: [...forget, ...effects] };
}

function atCreated(state: TokenState, secret: Secret, asked: Instant, now: Instant): Step {
  // (8) Whether it slides from the request or from the answer is the service's business; the request is the safe guess.
  const next = adopt(state, { secret, lastUse: asked, created: now.wall });
  const stored: StoredToken = { v: 1, token: secret.reveal(), lastUse: asked.wall, created: now.wall };
  return { state: { ...next.state, saved: now.wall }, effects: [{ kind: "save", stored }] };
}

function atFailed(state: TokenState, event: TokenEvent & { kind: "failed" }, { now, random }: Circumstances): Step {
  const { attempt, begun, work, reason } = state;
  if (event.failure === "transient" && attempt < maxAttempts) {
    const base = event.throttled ? backOff.throttledMs : backOff.transientMs;
    const jittered = random() * Math.min(backOff.mostMs, base * 2 ** (attempt - 1));
    const delayMs = Math.max(jittered, (event.retryAfterMs ?? 0) * (1 + random() / 10));
    // (9) A pause that would end after the creation's time is not begun. What the machine sleeps does not count.
    if (now.monotonic - begun.monotonic + delayMs < creationMs) {
      const next = attempt + 1;
      return {
        state: { ...state, attempt: next },
        effects: [{ kind: "create", work, reason: "retry", attempt: next, delayMs, begun }],
      };
    }
  }
  // (10), (11), (12), (13) Whether a token is left that still works shows when somebody looks.
  const { firstMs, mostMs } = cooldown[event.failure];
  const count = (state.failure?.count ?? 0) + 1;
  const jittered = Math.min(mostMs, firstMs * 2 ** (count - 1)) * (0.75 + random() / 4);
  // What the service asks for wins, but nothing at all would let every call begin anew.
  const asked = event.retryAfterMs && Math.min(mostRetryAfterMs, event.retryAfterMs);
  const waitMs = asked ? Math.max(firstMs / 2, asked) : jittered;
  return stay({ ...state, phase: "resting", reason, failure: { error: event.error, since: now, waitMs, count } });
}

function atAccepted(state: TokenState, generation: number, sent: Instant, now: Instant): Step {
  const { held } = state;
  // (16)
  if (!held || generation !== held.generation || elapsed(held.lastUse, sent) <= 0) return stay(state);
  const next = { ...state, held: { ...held, lastUse: sent } };
  if (Math.abs(now.wall - state.saved) < saveEveryMs) return stay(next);
  const stored: StoredToken = { v: 1, token: held.secret.reveal(), lastUse: sent.wall, created: held.created };
  return { state: { ...next, saved: now.wall }, effects: [{ kind: "save", stored }] };
}

function atRefused(state: TokenState, generation: number, rules: TokenRules, now: Instant): Step {
  const { held, phase } = state;
  // (18) There is a newer one, or one is being made.
  if (!held || generation !== held.generation) return stay(state);
  // It may not be what a failing creation falls back on.
  if (phase === "loading") return stay({ ...state, reason: "rejected" });
  if (phase === "creating") return stay({ ...state, held: undefined, dropped: held });
  return rules.hasStore ? renew(state, "rejected", rules, now) : atRejected(state, rules, now);
}

/** Puts a token in its place. One with the text of the last one keeps its generation: it is no other token. */
function adopt(state: TokenState, fresh: FreshToken, effects: readonly TokenEffect[] = []): Step {
  const known = state.held ?? state.dropped;
  const same = known?.secret.reveal() === fresh.secret.reveal();
  const generation = same ? known.generation : state.generation + 1;
  const held: HeldToken = { ...fresh, generation };
  const count = Math.max(generation, state.generation);
  return {
    state: { ...state, phase: "resting", held, dropped: undefined, generation: count, failure: undefined },
    effects,
  };
}

function isNewer(fresh: FreshToken, known: HeldToken): boolean {
  return fresh.secret.reveal() !== known.secret.reveal() && fresh.created > known.created;
}

type FreshToken = Omit<HeldToken, "generation">;

/** A stored token that can be used. (3) Its wall clock is all there is to judge it by. */
function freshToken(stored: StoredToken, rules: TokenRules, now: Instant): FreshToken | null {
  const idleMs = now.wall - stored.lastUse;
  if (idleMs < -aheadMs || idleMs >= rules.tokenIdleMs - rules.renewMarginMs) return null;
  const sinceMs = Math.max(0, idleMs);
  const lastUse = { wall: now.wall - sinceMs, monotonic: now.monotonic - sinceMs };
  return { secret: new Secret(stored.token), lastUse, created: stored.created };
}

function stay(state: TokenState): Step {
  return { state, effects: none };
}

const none: readonly TokenEffect[] = [];
