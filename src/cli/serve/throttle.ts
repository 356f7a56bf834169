/** Whether a call passes, and whether it is the last one of its period that does. */
export type Passage = "passes" | "is last" | "is held back";

/** Lets a number of calls pass in each period, which begins with its first call. */
export function createThrottle(most: number, periodMs: number, now: () => number): () => Passage {
  let passed = 0;
  let startedMs = -Infinity;
  return () => {
    const time = now();
    // A system time that was set back must not hold back calls until it has caught up.
    if (Math.abs(time - startedMs) >= periodMs) {
      startedMs = time;
      passed = 0;
    }
    if (passed >= most) return "is held back";
    passed++;
    return passed === most ? "is last" : "passes";
  };
}
