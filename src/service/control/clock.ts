import { monotonicMs } from "../tokens.ts";

/** The time of a service and its store, which tests can set, advance and stop: tokens and times to live go by it. */
export class ServiceClock {
  #offsetMs = 0;
  #stoppedMs: number | undefined;

  /** Milliseconds since 1970. Bound, so that it can be handed over as a function. */
  readonly now = (): number => this.#stoppedMs ?? monotonicMs() + this.#offsetMs;

  /** Sets the time; the clock goes on from there, unless it is stopped. */
  set(time: Date | number): void {
    const ms = Number(time);
    if (!Number.isFinite(ms)) throw new RangeError("the clock takes a valid date, or milliseconds since 1970");
    if (this.#stoppedMs === undefined) this.#offsetMs = ms - monotonicMs();
    else this.#stoppedMs = ms;
  }

  /** Moves the time by a number of milliseconds: forward, or back if it is negative. */
  advance(ms: number): void {
    this.set(this.now() + ms);
  }

  /** Stops the clock, now or at a time. */
  freeze(at: Date | number = this.now()): void {
    this.set(at);
    this.#stoppedMs ??= Number(at);
  }

  /** Lets a stopped clock go on. */
  resume(): void {
    const now = this.now();
    this.#stoppedMs = undefined;
    this.set(now);
  }

  /** Back to the time of the system. */
  reset(): void {
    this.#stoppedMs = undefined;
    this.#offsetMs = 0;
  }

  get isStopped(): boolean {
    return this.#stoppedMs !== undefined;
  }
}
