import { mostRetryAfterMs, planBackOff } from "../clock/clock.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import type { Safety } from "../operation/request.ts";
import type { Origin } from "./origin.ts";

/** How often a call is sent at most. */
const maxAttempts = 3;

interface Circumstances {
  /** The number of attempts that were made. */
  readonly attempts: number;
  /** The rest of the call's time. */
  readonly leftMs: number;
  /** By the monotonic clock. */
  readonly now: number;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/**
 * How long to wait before the next attempt, in milliseconds; or why there is none: undefined if it would be useless or
 * not safe.
 */
export function planRetry(
  failure: Failure,
  safety: Safety,
  origin: Origin,
  { attempts, leftMs, now, random }: Circumstances,
): number | ServiceErrorOptions["retriesExhaustedBy"] {
  if (!failure.transient || (failure.outcome === "unknown" && safety === "unsafe")) return undefined;
  if (attempts >= maxAttempts) return "attempts";
  const { throttled, retryAfterMs } = failure;
  const delayMs =
    retryAfterMs === undefined ? planBackOff(throttled, attempts - 1, random) : retryAfterMs * (1 + random() / 10);
  if (delayMs >= leftMs || (retryAfterMs ?? 0) > mostRetryAfterMs) return "deadline";
  return origin.takeRetry(now) ? delayMs : "budget";
}
