/**
 * Decides what follows a failed attempt to create a token: another attempt after a delay, or a failed creation. For a while after
 * that, its error is the response to calls that need a token.
 */
import { mostRetryAfterMs, elapsed, planBackOff } from "../clock/clock.ts";
import type { Instant } from "../clock/clock.ts";
import { ConfigError, CredentialsError, ServiceError, TokenRequestError } from "../errors/errors.ts";
import { creationFailure } from "./token-request.ts";

export interface FailedCreation {
  readonly error: unknown;
  readonly since: Instant;
  /** How long no other creation is begun. */
  readonly waitMs: number;
  /** How many creations failed in a row. */
  readonly count: number;
}

const maxAttempts = 3;
/** The limit of all attempts of a creation together. Time that the machine sleeps does not count. */
export const creationMs = 15_000;
/** The first wait after a creation, which doubles with each failure in a row, and the longest one. */
const cooldownMs = {
  transient: [250, 30_000],
  refused: [5_000, 60_000],
} as const;

/**
 * @param last the failure of the creation before
 * @param attempt how many attempts this one has had, and when it began, by the monotonic clock
 * @returns the delay before the next attempt, in milliseconds, or the failure of the creation
 */
export function planAfterFailure(
  error: unknown,
  { attempt, begun }: { readonly attempt: number; readonly begun: number },
  last: FailedCreation | undefined,
  now: Instant,
  random: () => number,
): { readonly delayMs?: number; readonly failed?: FailedCreation } {
  const { failure: kind, throttled, retryAfterMs = 0 } = creationFailure(error);
  if (kind === "transient" && attempt < maxAttempts) {
    const delayMs = Math.max(planBackOff(throttled, attempt - 1, random), retryAfterMs * (1 + random() / 10));
    // A pause that would end after the creation's time is not begun.
    if (now.monotonic - begun + delayMs < creationMs) return { delayMs };
  }
  const [firstMs, mostMs] = cooldownMs[kind];
  const count = (last?.count ?? 0) + 1;
  // The service's wish wins, but without any wait every call would begin anew.
  const waitMs = retryAfterMs
    ? Math.max(firstMs / 2, Math.min(mostRetryAfterMs, retryAfterMs))
    : Math.min(mostMs, firstMs * 2 ** (count - 1)) * (0.75 + random() / 4);
  return { failed: { error, since: now, waitMs, count } };
}

/** Milliseconds until another creation may begin; 0 or less when it may. */
export function coolsFor({ since, waitMs }: FailedCreation, now: Instant): number {
  return waitMs - elapsed(since, now);
}

/** The error for a call that needs a new token soon after the failure. */
export function repeatFailure(failure: FailedCreation, operation: string, now: Instant): ServiceError {
  const { error } = failure;
  const retryAfterMs = Math.max(1, Math.ceil(coolsFor(failure, now)));
  const why = error instanceof ServiceError ? `: ${error.message}` : "";
  const known = [CredentialsError, ConfigError].find((known) => error instanceof known) ?? TokenRequestError;
  const reason = `no token could be obtained, and none will be requested in the next ${retryAfterMs} ms${why}`;
  return new known(reason, { operation, cause: error, retryAfterMs });
}
