import { onAbort } from "./on-abort.ts";

/**
 * Both clocks of the machine, in milliseconds. Alone each is wrong: the monotonic one stands still while a laptop sleeps,
 * the wall clock can be set back.
 */
export interface Clock {
  readonly wall: () => number;
  readonly monotonic: () => number;
  /**
   * Runs something after a delay, and returns how to stop it.
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

/** Milliseconds between two instants: the longer of the two measures, so that neither fault makes a token look fresh. */
export function elapsed(from: Instant, to: Instant): number {
  return Math.max(to.wall - from.wall, to.monotonic - from.monotonic, 0);
}

/**
 * Runs something after a delay, or as soon as one of the signals fires, whichever comes first, and once. The timer keeps a
 * process alive until then.
 *
 * Linked by hand: `AbortSignal.any` with a signal that lives long keeps memory for every call.
 *
 * @param signals none of which has fired yet
 * @returns how to call it off, which ends the links to the signals as well
 */
export function startTimer(
  clock: Clock,
  delayMs: number,
  run: () => void,
  ...signals: readonly (AbortSignal | undefined)[]
): () => void {
  const due = (): void => {
    stop();
    run();
  };
  const cancel = clock.after?.(delayMs, due) ?? after(delayMs, due);
  const unlinks = signals.map((signal) => signal && onAbort(signal, due));
  const stop = (): void => {
    cancel();
    for (const unlink of unlinks) unlink?.();
  };
  return stop;
}

/** Timers take more than some 24 days for 1 ms. */
function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

/**
 * What is promised, or `late()` thrown when it takes longer; the work itself goes on.
 *
 * @param signal has not fired yet; its reason is thrown as it is
 */
export function within<T>(
  clock: Clock,
  limitMs: number,
  promised: Promise<T>,
  late: () => unknown,
  signal?: AbortSignal,
): Promise<T> {
  // A clock that throws leaves the work without anybody who waits for it.
  promised.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const stop = startTimer(clock, limitMs, () => reject(signal?.aborted ? signal.reason : late()), signal);
    promised.then(resolve, reject).then(stop);
  });
}

/** Resolves after a delay, or as soon as one of the signals has fired, which whoever waits looks at. */
export function pause(clock: Clock, delayMs: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return Promise.resolve();
  return new Promise((resolve) => startTimer(clock, delayMs, resolve, ...signals));
}
