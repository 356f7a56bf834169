/**
 * Detects whether this platform ends timers and promises with the request that created them, as Cloudflare's workerd
 * does. There each call polls with its own timers.
 */
export function isRequestBound(): boolean {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.userAgent === "Cloudflare-Workers";
}

/** How often a call polls for a resource that another request holds, in milliseconds. */
export const lookEveryMs = 5;

/** How often a call shows that it is alive while it is not waiting, in milliseconds. */
export const beatEveryMs = 200;

/** A request that was silent for this long has ended, and its resources are free. */
const goneAfterMs = 1_000;

/** When the request that holds a resource was last seen, by the monotonic clock. */
export interface Life {
  seen: number;
}

export function isGone(life: Life, now: number): boolean {
  return now - life.seen > goneAfterMs;
}
