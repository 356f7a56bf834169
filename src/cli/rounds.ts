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
  readonly work: () => Promise<void>;
  /** Is told of a round that failed, and failed again when nothing was asked for meanwhile. */
  readonly onFailure: (error: unknown) => void;
  readonly times?: Partial<RoundTimes>;
}

export interface RoundTimes {
  /** A round after another waits so long for more who ask, each time. */
  readonly foldMs: number;
  /** But not longer than this. */
  readonly longestMs: number;
  /** What looks broken may be half saved: it is tried again after this. */
  readonly patienceMs: number;
}

const usualTimes: RoundTimes = { foldMs: 4, longestMs: 100, patienceMs: 80 };

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

  const runAll = async (): Promise<void> => {
    let failed = false;
    while (asked && !stopped) {
      asked = false;
      try {
        await work();
        failed = false;
      } catch (error) {
        if (failed) onFailure(error);
        else {
          await Promise.race([pause(patienceMs), nextAsk()]);
          asked = true;
        }
        failed = !failed;
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
