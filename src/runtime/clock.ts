/**
 * Both clocks of the machine, in milliseconds. Alone each is wrong: the monotonic one stands still while a laptop sleeps,
 * the wall clock can be set back.
 */
export interface Clock {
  readonly wall: () => number;
  readonly monotonic: () => number;
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
