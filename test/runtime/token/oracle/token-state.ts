/**
 * What a session knows of its token, what can happen to it, and what is then to be done; all of it plain data.
 *
 * Nothing ticks here: a token grows stale by the clock, when somebody looks.
 */
import { elapsed } from "../../../../src/runtime/clock/clock.ts";
import type { Instant } from "../../../../src/runtime/clock/clock.ts";
import type { Profile } from "../../../../src/runtime/profile/profile.ts";
import type { Secret } from "../../../../src/runtime/errors/failure.ts";
import type { TokenReason, Token } from "../../../../src/runtime/token/token.ts";
import type { CreationFailure } from "../../../../src/runtime/token/token-request.ts";
import type { StoredToken } from "../../../../src/runtime/token/stored-tokens.ts";

export interface HeldToken extends Token {
  /** When a call was sent that the service accepted. */
  readonly lastUse: Instant;
  /** By the wall clock. */
  readonly created: number;
}

export interface TokenFailure {
  readonly error: unknown;
  readonly since: Instant;
  /** For how long calls are answered with it. */
  readonly waitMs: number;
  /** How many creations failed in a row. */
  readonly count: number;
}

export interface TokenState {
  readonly phase: "resting" | "loading" | "creating" | "closed";
  /** Counts what was begun: news of older work is of no interest any more. */
  readonly work: number;
  /** Of the work under way. */
  readonly reason: TokenReason;
  /** By the monotonic clock. */
  readonly begun: number;
  /** From 1; 0 while only the store is asked. */
  readonly attempt: number;
  readonly held: HeldToken | undefined;
  /** A token that the service refused; the same text again is no new token. */
  readonly dropped: HeldToken | undefined;
  readonly generation: number;
  readonly failure: TokenFailure | undefined;
  /** How many refusals may still lead to a creation, as it was at an instant. */
  readonly renewals: { readonly left: number; readonly at: Instant | undefined };
  /** When the store was last told of the token, by the wall clock. */
  readonly saved: number;
}

export type TokenEvent =
  | { readonly kind: "call" }
  | { readonly kind: "reconnect" }
  | { readonly kind: "loaded"; readonly work: number; readonly stored: StoredToken | null }
  | { readonly kind: "created"; readonly work: number; readonly secret: Secret; readonly asked: Instant }
  | {
      readonly kind: "failed";
      readonly work: number;
      readonly failure: CreationFailure;
      readonly error: unknown;
      readonly throttled?: boolean;
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: "accepted"; readonly generation: number; readonly sent: Instant }
  | { readonly kind: "refused"; readonly generation: number }
  | { readonly kind: "changed"; readonly stored: StoredToken | null }
  /** Who did the work is gone, and the work with it. */
  | { readonly kind: "lost"; readonly work: number }
  | { readonly kind: "sign-out" }
  | { readonly kind: "close" };

export type TokenEffect =
  | { readonly kind: "load"; readonly work: number }
  | {
      readonly kind: "create";
      readonly work: number;
      readonly reason: TokenReason;
      readonly attempt: number;
      readonly delayMs: number;
      /** The first attempt, by the monotonic clock. */
      readonly begun: number;
    }
  /** Whatever is under way is of no use any more. */
  | { readonly kind: "abort" }
  | { readonly kind: "save"; readonly stored: StoredToken }
  /** Without a token, whatever is kept. */
  | { readonly kind: "forget"; readonly token: string | undefined };

export interface TokenRules extends Pick<Profile, "tokenIdleMs" | "renewMarginMs"> {
  readonly hasStore: boolean;
}

/** What the machine cannot know by itself. */
export interface Circumstances {
  readonly now: Instant;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** So many refusals in a row may lead to a creation. */
export const mostRenewals = 3;

export const initialState: TokenState = {
  phase: "resting",
  work: 0,
  reason: "first",
  begun: 0,
  attempt: 0,
  held: undefined,
  dropped: undefined,
  generation: 0,
  failure: undefined,
  renewals: { left: mostRenewals, at: undefined },
  saved: -Infinity,
};

/** What a call finds: `valid` and `stale` come with a token, `cooldown` with an error, the others with neither. */
export type Finding = "empty" | "loading" | "creating" | "valid" | "stale" | "expired" | "cooldown" | "closed";

/** The state by its name. @param now by which a token is valid, stale or expired */
export function nameState(state: TokenState, rules: TokenRules, now: Instant): Finding {
  const { phase, held, failure } = state;
  if (phase !== "resting") return phase;
  const idleMs = held ? elapsed(held.lastUse, now) : Infinity;
  if (idleMs < rules.tokenIdleMs - rules.renewMarginMs) return "valid";
  // A creation that failed early must not cost the token that still works. (10)
  if (held && idleMs < rules.tokenIdleMs) return "stale";
  if (failure && isCooling(failure, now)) return "cooldown";
  return held ? "expired" : "empty";
}

export function isCooling(failure: TokenFailure | undefined, now: Instant): boolean {
  return failure !== undefined && elapsed(failure.since, now) < failure.waitMs;
}
