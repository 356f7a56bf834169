/** Work that is done again and again, one round at a time. */
export interface Rounds {
  /** Asks for a round: the first who asks gets one at once, those who come meanwhile or soon after get one together. */
  readonly ask: () => void;
  /** Resolves when no round is under way or asked for. */
  readonly settled: () => Promise<void>;
  /** Ends with the round that is under way. */
  readonly stop: () => Promise<void>;
}

export interface RoundsOptions {
  /**
   * @param isSettled whether a round has failed or waited, and nothing was asked for since
   * @returns "wait" when what it finds may be half saved; a settled round does not wait
   */
  readonly work: (isSettled: boolean) => Promise<"done" | "wait">;
  /** Gets the error of a round that failed, and failed again when nothing had been asked for since. */
  readonly onFailure: (error: unknown) => void;
  readonly times?: Partial<RoundTimes>;
}

export interface RoundTimes {
  /** A round after another waits so long for more who ask, each time. */
  readonly foldMs: number;
  /** But not longer than this. */
  readonly longestMs: number;
  /** What looks broken or removed may be half saved: it is tried again after this. */
  readonly patienceMs: number;
}

const usualTimes: RoundTimes = { foldMs: 4, longestMs: 100, patienceMs: 300 };

export function createRounds({ work, onFailure, times }: RoundsOptions): Rounds {
  const { foldMs, longestMs, patienceMs } = { ...usualTimes, ...times };
  let asked = false;
  let lastAsked = 0;
  let stopped = false;
  let running: Promise<void> | undefined;

  let onAsk = (): void => undefined;
  const nextAsk = (): Promise<void> => new Promise((resolve) => (onAsk = resolve));
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Until nobody has asked for `foldMs`, or the first of them has waited long enough. */
  const fold = async (): Promise<void> => {
    const since = performance.now();
    for (let wait = foldMs; wait > 0 && performance.now() - since < longestMs;) {
      await pause(wait);
      wait = lastAsked + foldMs - performance.now();
    }
  };

  /** @returns whether nothing is left to try again */
  const attempt = async (isSettled: boolean): Promise<boolean> => {
    try {
      return (await work(isSettled)) === "done" || isSettled;
    } catch (error) {
      if (isSettled) onFailure(error);
      return isSettled;
    }
  };

  const runAll = async (): Promise<void> => {
    let isSettled = false;
    while (asked && !stopped) {
      asked = false;
      if (await attempt(isSettled)) isSettled = false;
      else {
        isSettled = await Promise.race([pause(patienceMs).then(() => true), nextAsk().then(() => false)]);
        asked = true;
      }
      await fold();
    }
    running = undefined;
  };

  return {
    ask: () => {
      if (stopped) return;
      asked = true;
      lastAsked = performance.now();
      onAsk();
      running ??= runAll();
    },
    settled: async () => running,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
