/**
 * Limits how often tokens are created. After a creation failed, calls get its failure for a while, which doubles with each failure
 * in a row; a token that the service refuses is replaced three times in a row, and once more after each half minute.
 */
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

/** The most refusals in a row that may lead to a creation; one more after each half minute. */
const mostRenewals = 3;
const renewalEveryMs = 30_000;

export class CreationLimits {
  /** Undefined unless the last creation failed. */
  failure: FailedCreation | undefined;
  /** How many refusals could still lead to a creation when the last one did. */
  #renewals = mostRenewals;
  #renewed: Instant | undefined;

  /** @param retryAfterMs the delay that the service asked for; 0 if none */
  failed(error: unknown, since: Instant, kind: CreationFailure, retryAfterMs: number, random: () => number): void {
    const [firstMs, mostMs] = cooldownMs[kind];
    const count = (this.failure?.count ?? 0) + 1;
    // The service's wish wins, but without any wait every call would begin anew.
    const waitMs = retryAfterMs
      ? Math.max(firstMs / 2, Math.min(mostRetryAfterMs, retryAfterMs))
      : Math.min(mostMs, firstMs * 2 ** (count - 1)) * (0.75 + random() / 4);
    this.failure = { error, since, waitMs, count };
  }

  /** The failure of the last creation, as long as no other is begun because of it. */
  coolingFailure(now: Instant): FailedCreation | undefined {
    return this.failure && coolsFor(this.failure, now) > 0 ? this.failure : undefined;
  }

  /** How many refused tokens may be replaced: less than one for none. */
  renewalsLeft(now: Instant): number {
    const since = this.#renewed ? elapsed(this.#renewed, now) / renewalEveryMs : 0;
    return Math.min(mostRenewals, this.#renewals + since);
  }

  noteRenewal(now: Instant): void {
    this.#renewals = this.renewalsLeft(now) - 1;
    this.#renewed = now;
  }
}

/** Milliseconds until another creation may begin; 0 or less when it may. */
function coolsFor({ since, waitMs }: FailedCreation, now: Instant): number {
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
