import { setImmediate } from "node:timers/promises";

/**
 * Resolves at the end of the turn of the event loop, for everybody who waits at once: what is sent after it goes out together.
 */
export function createEndOfTurn(): () => Promise<void> {
  let end: Promise<void> | undefined;
  return () =>
    (end ??= setImmediate().then(() => {
      end = undefined;
    }));
}
