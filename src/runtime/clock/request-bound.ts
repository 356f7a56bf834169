/**
 * Whether this platform ends timers and promises together with the request that made them, and lets no other request go on
 * from them: Cloudflare's workerd does. There each call waits by timers of its own and looks again.
 */
export function isRequestBound(): boolean {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.userAgent === "Cloudflare-Workers";
}

/** How often a call looks that waits for what another request holds, in milliseconds. */
export const lookEveryMs = 5;

/** How often a call shows that it is alive while nothing of it waits, in milliseconds. */
export const beatEveryMs = 200;

/** A request that has not shown itself for so long has ended; what it held is free. */
const goneAfterMs = 1_000;

/** When a request that holds something was last seen, by the monotonic clock. */
export interface Life {
  seen: number;
}

export function isGone(life: Life, now: number): boolean {
  return now - life.seen > goneAfterMs;
}
