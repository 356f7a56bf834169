import type { Clock } from "@colonnade/runtime";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes when a test says so: both clocks of a machine, its timers, its sleep. */
export class VirtualClock implements Clock {
  /** What time it really is, for a service elsewhere; in milliseconds. */
  trueMs = 0;
  #wallMs = Date.UTC(2026, 0, 1);
  #monotonicMs = 1_000;
  readonly #timers = new Set<Timer>();
  readonly #grainMs: number;

  /** @param grainMs timers fire at multiples of it: coarser ones are faster, as more of them fire at once */
  constructor(grainMs = 1) {
    this.#grainMs = grainMs;
  }

  readonly wall = (): number => this.#wallMs;
  readonly monotonic = (): number => this.#monotonicMs;
  readonly after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { at: Math.ceil((this.#monotonicMs + Math.max(0, delayMs)) / this.#grainMs) * this.#grainMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get timers(): number {
    return this.#timers.size;
  }

  /** Resolves after a delay. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Lets time pass, timer by timer, and what follows from each happen before the next. */
  async advance(ms: number): Promise<void> {
    await settle();
    const until = this.#monotonicMs + ms;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#pass(next.at);
      for (const timer of this.#timers) {
        if (timer.at > next.at) continue;
        this.#timers.delete(timer);
        timer.run();
      }
      await settle();
    }
    this.#pass(until);
  }

  /** The machine sleeps: its monotonic clock and its timers stand still. */
  sleep(ms: number): void {
    this.#wallMs += ms;
    this.trueMs += ms;
  }

  /** Somebody corrects the wall clock. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  /** Exactly until then: a sum could fall short of a timer by a rounding error, for ever. */
  #pass(until: number): void {
    const ms = Math.max(0, until - this.#monotonicMs);
    this.#monotonicMs = Math.max(until, this.#monotonicMs);
    this.#wallMs += ms;
    this.trueMs += ms;
  }

  #next(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= until && (!first || timer.at < first.at)) first = timer;
    return first;
  }
}

/** Resolves when every promise that can go on has. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
