const longestMs = 5;

/** What has steps that wait for a turn, each once, in order. */
const queue: Turns[] = [];

/**
 * Divides the event loop among pieces of long work, such as requests: after some milliseconds of one, everything else that
 * is due has a turn, and then the next piece that waits. The steps of one piece share its turns, however many they are.
 */
export class Turns {
  #startedMs = performance.now();
  readonly #waiting: (() => void)[] = [];

  /**
   * Undefined while the work may go on; or resolves when it is this step's turn. Many steps should not await what is
   * undefined: all of them would go on before the first has done anything.
   */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#startedMs < longestMs) return undefined;
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1 && queue.push(this) === 1) setImmediate(Turns.#begin);
    });
  }

  /** Counts from now: for work that has waited for something else, while everybody had their turn. */
  restart(): void {
    this.#startedMs = performance.now();
  }

  /** Lets one step go on, and what else the event loop has to do before the one after it. */
  static #begin(this: void): void {
    const work = queue.shift();
    if (!work) return;
    work.#startedMs = performance.now();
    work.#waiting.shift()?.();
    if (work.#waiting.length > 0) queue.push(work);
    if (queue.length > 0) setImmediate(Turns.#begin);
  }
}
