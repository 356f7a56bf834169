/**
 * Does what nobody waits for: one step after the other, each in its turn with writes, so that others come in between.
 *
 * Ends when nothing is left to do, and begins again when woken. A step that fails is tried again then.
 */
export class Background {
  /** Does a part of what there is to do. @returns whether there may be more */
  readonly #step: () => Promise<boolean>;
  #running: Promise<void> | undefined;
  #isWoken = false;
  isStopped = false;

  constructor(step: () => Promise<boolean>) {
    this.#step = step;
  }

  wake(): void {
    if (this.isStopped) return;
    this.#isWoken = true;
    this.#running ??= this.#run();
  }

  /** Waits until it ends by itself. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Waits for the step that is under way; what is left is for the next opening. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.isStopped) {
        // There may be something new by the time that the step has found nothing.
        this.#isWoken = false;
        if (!(await this.#step())) continue;
        this.#isWoken = true;
        await new Promise((resolve) => setImmediate(resolve));
      }
    } catch {
      // The disk is full, or a file damaged: the next read or write reports it.
    }
    this.#running = undefined;
  }
}
