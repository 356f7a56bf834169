/** Repeats work, one round at a time. */
export interface Rounds {
  /** Requests a round. The first request starts one at once; requests during it or shortly after share the next one. */
  readonly ask: () => void;
  /** Resolves when no round is running or requested. */
  readonly settled: () => Promise<void>;
  /** Stops after the running round. */
  readonly stop: () => Promise<void>;
}

interface RoundsOptions {
  /**
   * @param isSettled whether a round has failed or waited, without a request since
   * @returns "wait" if its inputs may be half saved; a settled round does not wait
   */
  readonly work: (isSettled: boolean) => Promise<"done" | "wait">;
  /** Gets the error of a round that failed, and failed again without a request in between. */
  readonly onFailure: (error: unknown) => void;
  readonly times?: Partial<RoundTimes>;
}

interface RoundTimes {
  /** How long a round after another waits for each further request. */
  readonly foldMs: number;
  /** The longest it waits in all. */
  readonly longestMs: number;
  /** A broken or removed file may be half saved: it is tried again after this. */
  readonly patienceMs: number;
}

const usualTimes: RoundTimes = { foldMs: 4, longestMs: 100, patienceMs: 300 };

export function createRounds({ work, onFailure, times }: RoundsOptions): Rounds {
  const { foldMs, longestMs, patienceMs } = { ...usualTimes, ...times };
  let requested = false;
  let lastAsked = 0;
  let stopped = false;
  let running: Promise<void> | undefined;

  let onAsk = (): void => undefined;
  const nextAsk = (): Promise<void> => new Promise((resolve) => (onAsk = resolve));
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Waits until there was no request for `foldMs`, or the first one has waited long enough. */
  const fold = async (): Promise<void> => {
    const since = performance.now();
    for (let wait = foldMs; wait > 0 && performance.now() - since < longestMs;) {
      await pause(wait);
      wait = lastAsked + foldMs - performance.now();
    }
  };

  /** @returns whether nothing has to be retried */
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
    while (requested && !stopped) {
      requested = false;
      if (await attempt(isSettled)) isSettled = false;
      else {
        isSettled = await Promise.race([pause(patienceMs).then(() => true), nextAsk().then(() => false)]);
        requested = true;
      }
      await fold();
    }
    running = undefined;
  };

  return {
    ask: () => {
      if (stopped) return;
      requested = true;
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
