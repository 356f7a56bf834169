/** A longer `Retry-After` is not waited for. */
export const mostRetryAfterMs = 60_000;

/**
 * The delay before a retry, in milliseconds: random up to a bound that doubles each time.
 *
 * @param throttled whether the service reports that it is overloaded
 * @param retries the number of earlier retries
 */
export function planBackOff(throttled: boolean | undefined, retries: number, random: () => number): number {
  return random() * (throttled ? 1_000 : 50) * 2 ** retries;
}
