/**
 * How many requests may be in flight to a cluster at once; others wait for their turn.
 *
 * A cluster that is given more than it can work on answers all of them late, and then none in time.
 */
export class Window {
  readonly #width: () => number;
  readonly #waiting = new Set<() => void>();
  #busy = 0;

  constructor(width: () => number) {
    this.#width = width;
  }

  /** @param work sends a request, and settles with the response */
  async send<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy < this.#width()) this.#busy++;
    else await new Promise<void>((turn) => this.#waiting.add(turn));
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Gives the place to whoever waits longest. */
  #leave(): void {
    for (const turn of this.#waiting) {
      this.#waiting.delete(turn);
      return turn();
    }
    this.#busy--;
  }
}
