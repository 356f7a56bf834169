import { startTimer, onAbort } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import type { AttemptResult } from "../errors/failure.ts";
import type { ServiceBudget } from "./retry.ts";

/** Sends a read, in a way that may send it twice. */
export type Hedge = (
  send: (signal: AbortSignal) => Promise<AttemptResult>,
  options: HedgeOptions,
) => Promise<AttemptResult>;

export interface HedgeOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Each second request costs one retry of it. */
  readonly budget: Pick<ServiceBudget, "takeRetry">;
}

/**
 * For the option `hedge` of a session: sends a read a second time if its response takes longer than `afterMs` milliseconds. The
 * first response counts, and the other request is aborted. Each second request costs one retry of the budget
 * that all sessions share which reach the service through one transport.
 */
export function hedgeReads({ afterMs }: { readonly afterMs: number }): Hedge {
  return (send, { clock, budget, signal }) =>
    new Promise((resolve, reject) => {
      const controllers = new Set<AbortController>();
      const end = (): void => {
        stop();
        unlink?.();
        for (const controller of controllers) controller.abort();
      };
      const launch = (): void => {
        const controller = new AbortController();
        controllers.add(controller);
        const finish = (run: () => void, isAnswer: boolean): void => {
          controllers.delete(controller);
          if (!isAnswer && controllers.size > 0) return;
          run();
          end();
        };
        send(controller.signal).then(
          (attempted) => finish(() => resolve(attempted), !attempted.failure),
          (error: unknown) => finish(() => reject(error), false),
        );
      };
      const stop = startTimer(clock, afterMs, () => {
        if (budget.takeRetry(clock.monotonic())) launch();
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
