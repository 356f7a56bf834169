/**
 * Reads the time and waits: both clocks of the machine, timers that a signal ends early, the delay before a retry, and what calls
 * share where a platform ends timers with their request.
 */

/**
 * Both clocks of the machine, in milliseconds. Each alone is wrong: the monotonic clock stands still while a laptop
 * sleeps, and the wall clock can be set back.
 */
export interface Clock {
  readonly wall: () => number;
  readonly monotonic: () => number;
  /**
   * Runs something after a delay, and returns a function that cancels it.
   * @default setTimeout
   */
  readonly after?: (delayMs: number, run: () => void) => () => void;
}

export interface Instant {
  readonly wall: number;
  readonly monotonic: number;
}

export const systemClock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
};

export function readClock(clock: Clock): Instant {
  return { wall: clock.wall(), monotonic: clock.monotonic() };
}

/**
 * Milliseconds between two instants: the longer of the two measurements, because both faults make time look shorter.
 */
export function elapsed(from: Instant, to: Instant): number {
  return Math.max(to.wall - from.wall, to.monotonic - from.monotonic, 0);
}

/**
 * Runs something after a delay, or as soon as one of the signals fires, whichever comes first, and once. The timer
 * keeps a process alive until then.
 *
 * Adds listeners by hand: `AbortSignal.any` with a long-lived signal keeps memory for every call.
 *
 * @param signals none of which has fired yet
 * @returns a function that cancels it and removes the listeners
 */
export function startTimer(
  clock: Clock,
  delayMs: number,
  run: () => void,
  ...signals: readonly (AbortSignal | undefined)[]
): () => void {
  let cancel: (() => void) | undefined;
  const unlinks = signals.map((signal) => signal && onAbort(signal, due));
  // The last step, because a clock that skips time is due before it returns.
  cancel = clock.after?.(delayMs, due) ?? after(delayMs, due);
  return stop;

  function due(): void {
    stop();
    run();
  }

  function stop(): void {
    cancel?.();
    for (const unlink of unlinks) unlink?.();
  }
}

/** Timers treat more than about 24 days as 1 ms. */
function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

/**
 * Resolves with the promise, or throws `late()` if it takes longer; the work itself continues.
 *
 * @param signal not aborted yet; its reason is thrown unchanged
 */
export function within<T>(
  clock: Clock,
  limitMs: number,
  promised: Promise<T>,
  late: () => unknown,
  signal?: AbortSignal,
): Promise<T> {
  // If the clock throws, nothing awaits the work any longer.
  promised.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const stop = startTimer(clock, limitMs, () => reject(signal?.aborted ? signal.reason : late()), signal);
    promised.then(resolve, reject).then(stop);
  });
}

/** Resolves after a delay, or as soon as a signal aborts; the caller checks the signals. */
export function pause(clock: Clock, delayMs: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return Promise.resolve();
  return new Promise((resolve) => startTimer(clock, delayMs, resolve, ...signals));
}

const listening = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal aborts. It must not be aborted yet.
 *
 * The signal has at most one listener of ours, however many are waiting: Node warns of more than ten, and listeners on
 * a long-lived signal keep memory for every call.
 *
 * @param listener must not be registered already
 * @returns a function that unregisters it
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listening.get(signal) ?? new Set();
  if (listeners.size === 0) {
    listening.set(signal, listeners);
    signal.addEventListener("abort", callListeners);
  }
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) forget(signal);
  };
}

function callListeners(this: AbortSignal): void {
  const listeners = [...(listening.get(this) ?? [])];
  forget(this);
  for (const listener of listeners) listener();
}

function forget(signal: AbortSignal): void {
  signal.removeEventListener("abort", callListeners);
  listening.delete(signal);
}

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

/**
 * Detects whether this platform ends timers and promises with the request that created them, as Cloudflare's workerd
 * does. There each call polls with its own timers.
 */
export function isRequestBound(): boolean {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.userAgent === "Cloudflare-Workers";
}

/** How often a call polls for a resource that another request holds, in milliseconds. */
export const lookEveryMs = 5;

/** When the request that holds a resource last noted that it still runs, by the monotonic clock. */
export interface Life {
  seen: number;
}

/** A request that noted nothing for this long has ended: many times the interval at which it polls. */
const goneAfterMs = 1_000;

/** Whether the request has ended. What it held is free then. */
export function isGone(life: Life, now: number): boolean {
  return now - life.seen > goneAfterMs;
}
