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

/** Runs something later by a clock; the timer keeps a process alive until it fires or is stopped. */
export function startTimer(clock: Clock, delayMs: number, run: () => void): () => void {
  if (clock.after) return clock.after(delayMs, run);
  // Timers take more than some 24 days for 1 ms.
  const timer = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

/** What is promised, or `late()` thrown when it takes longer; the work itself goes on. */
export async function within<T>(clock: Clock, limitMs: number, promised: Promise<T>, late: () => unknown): Promise<T> {
  let stop = (): void => undefined;
  const limit = new Promise<never>((_, reject) => {
    stop = startTimer(clock, Math.max(0, limitMs), () => reject(late()));
  });
  try {
    return await Promise.race([promised, limit]);
  } finally {
    stop();
  }
}
