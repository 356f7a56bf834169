/** Decides for how long the failure of a creation is the response to later calls, and repeats it for them. */
import { mostRetryAfterMs, elapsed } from "../clock/clock.ts";
import type { Instant } from "../clock/clock.ts";
import { ConfigError, CredentialsError, ServiceError, TokenRequestError } from "../errors/errors.ts";
import type { CreationFailure } from "./token-request.ts";

/** The last creation, which failed. Its error is the response to calls until another one may begin. */
export interface FailedCreation {
  readonly error: unknown;
  readonly since: Instant;
  /** How long no other creation is begun. */
  readonly waitMs: number;
  /** How many creations failed in a row. */
  readonly count: number;
}

/** The first wait, which doubles with each failure in a row, and the longest one. */
const cooldownMs = {
  transient: [250, 30_000],
  refused: [5_000, 60_000],
} as const;

/** @param retryAfterMs the delay that the service asked for; 0 if none */
export function nextFailure(
  last: FailedCreation | undefined,
  error: unknown,
  since: Instant,
  kind: CreationFailure,
  retryAfterMs: number,
  random: () => number,
): FailedCreation {
  const [firstMs, mostMs] = cooldownMs[kind];
  const count = (last?.count ?? 0) + 1;
  // The service's wish wins, but without any wait every call would begin anew.
  const waitMs = retryAfterMs
    ? Math.max(firstMs / 2, Math.min(mostRetryAfterMs, retryAfterMs))
    : Math.min(mostMs, firstMs * 2 ** (count - 1)) * (0.75 + random() / 4);
  return { error, since, waitMs, count };
}

/** Milliseconds until another creation may begin; 0 or less when it may. */
export function coolsFor({ since, waitMs }: FailedCreation, now: Instant): number {
  return waitMs - elapsed(since, now);
}

/** The error for a call that came soon after the failure. */
export function repeatFailure(failure: FailedCreation, operation: string, now: Instant): ServiceError {
  const { error } = failure;
  const retryAfterMs = Math.max(1, Math.ceil(coolsFor(failure, now)));
  const why = error instanceof ServiceError ? `: ${error.message}` : "";
  const known = [CredentialsError, ConfigError].find((known) => error instanceof known) ?? TokenRequestError;
  const reason = `there is no token, and none will be requested in the next ${retryAfterMs} ms${why}`;
  return new known(reason, { operation, cause: error, retryAfterMs });
}
