import type { Attempted } from "./attempt.ts";
import { startTimer } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { onAbort } from "./on-abort.ts";

export interface HedgeOptions {
  /** How long the first request may take before there is a second one. */
  readonly afterMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Whether a second one may be sent now. */
  readonly allow: () => boolean;
}

/**
 * Sends a read, and once more when it takes long; the first answer counts, and the other request is given up.
 * @see runtime 2.8
 */
export function hedged(
  send: (signal: AbortSignal) => Promise<Attempted>,
  { afterMs, clock, signal, allow }: HedgeOptions,
): Promise<Attempted> {
  return new Promise((resolve, reject) => {
    const controllers = new Set<AbortController>();
    const end = (): void => {
      stop();
      unlink?.();
      for (const controller of controllers) controller.abort();
    };
    const launch = (): void => {
      const controller = new AbortController();
      controllers.add(controller);
      const settle = (run: () => void, isAnswer: boolean): void => {
        controllers.delete(controller);
        if (!isAnswer && controllers.size > 0) return;
        run();
        end();
      };
      send(controller.signal).then(
        (attempted) => settle(() => resolve(attempted), !attempted.failure),
        (error: unknown) => settle(() => reject(error), false),
      );
    };
    const stop = startTimer(clock, afterMs, () => {
      if (allow()) launch();
    });
    const unlink =
      signal &&
      onAbort(signal, () => {
        reject(signal.reason);
        end();
      });
    launch();
  });
}
