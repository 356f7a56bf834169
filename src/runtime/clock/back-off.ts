/** A wish to be left alone that is longer than this is not waited for. */
export const mostRetryAfterMs = 60_000;

/**
 * How long to wait before a request is made again, in milliseconds: by chance anything up to a bound that doubles each time.
 *
 * @param throttled whether the service says that it has too much to do
 * @param retries how often it was made again before
 * @see runtime 2.8
 */
export function planBackOff(throttled: boolean | undefined, retries: number, random: () => number): number {
  return random() * (throttled ? 1_000 : 50) * 2 ** retries;
}
