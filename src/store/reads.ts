// The global one is a getter that loads it, and asks each time whether it did.
import { performance } from "node:perf_hooks";
import { StoreError } from "./store-error.ts";

/** What the reads of one request may cost together, results or not. */
export interface ReadLimits {
  /** Keys that selections name by a list for each of several columns. */
  readonly combinations: number;
  /** Rows and entries of indexes that are looked at. */
  readonly entries: number;
  /** Of the values that selections return. */
  readonly bytes: number;
}

const advice: Readonly<Record<keyof ReadLimits, (most: number) => string>> = {
  combinations: (most) =>
    `The lists of one request may name at most ${most} combinations of key values together; give shorter lists, or send ` +
    "several requests",
  entries: (most) =>
    `One request may read at most ${most} entries, found or not; restrict more key columns, ask for smaller pages, or ` +
    "send several requests",
  bytes: (most) =>
    `One request may return at most ${most} bytes of values; select fewer columns, ask for smaller pages, or send ` +
    "several requests",
};

/**
 * What the selections of one request share. An interface, since the types of two packages name it: a private member of a
 * class would make them two types.
 */
export interface Reads {
  /** Their turns of the event loop. */
  readonly turns: Pick<Turns, "next" | "restart">;
  /** Call it before the work. @throws {StoreError} `too-many-reads` */
  spend(kind: keyof ReadLimits, count: number): void;
}

const noLimits: ReadLimits = { combinations: Infinity, entries: Infinity, bytes: Infinity };

/** @param limits @default none */
export function createReads(limits: ReadLimits = noLimits): Reads {
  const spent = { combinations: 0, entries: 0, bytes: 0 };
  return {
    turns: new Turns(),
    spend(kind, count) {
      spent[kind] += count;
      if (spent[kind] > limits[kind]) throw new StoreError("too-many-reads", advice[kind](limits[kind]));
    },
  };
}

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
