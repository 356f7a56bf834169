import { startTimer } from "./clock.ts";
import type { Clock } from "./clock.ts";

/** Resolves after a delay, or when the signal fires, which whoever waits looks at. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    startTimer(clock, delayMs, resolve, signal);
  });
}
