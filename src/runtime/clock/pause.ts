import { startTimer } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { onAbort } from "./on-abort.ts";

/** Resolves after a delay, or as soon as one of the signals has fired, which whoever waits looks at. */
export function pause(clock: Clock, delayMs: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      for (const unlink of unlinks) unlink?.();
      resolve();
    };
    const stop = startTimer(clock, delayMs, done);
    const unlinks = signals.map((signal) => signal && onAbort(signal, done));
  });
}
