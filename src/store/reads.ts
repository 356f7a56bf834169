/** What the selections of one request may read together, and how long they may keep the event loop. */
// The global `performance` is a getter that checks on each access whether it was loaded.
import { performance } from "node:perf_hooks";
import { StoreError } from "./store-error.ts";

/** The limits for all reads of one request together, whether they return rows or not. */
export interface ReadLimits {
  /** Combinations of key values: a list of two and one of three name six. */
  readonly combinations: number;
  /** Rows and index entries that are examined. */
  readonly entries: number;
  /** Bytes of the values that selections return. */
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
 * What the selections of one request share. An interface, because the types of two packages name it: a class with a private
 * member would be two different types.
 */
export interface Reads {
  /** The time that they may take before other work gets its turn. */
  readonly timeSlice: Pick<TimeSlice, "yieldIfOver" | "restart">;
  /** Call it before the work. @throws {StoreError} `too-many-reads` */
  spend(kind: keyof ReadLimits, count: number): void;
}

const noLimits: ReadLimits = { combinations: Infinity, entries: Infinity, bytes: Infinity };

/** @param limits @default none */
export function createReads(limits: ReadLimits = noLimits): Reads {
  const spent = { combinations: 0, entries: 0, bytes: 0 };
  return {
    timeSlice: new TimeSlice(),
    spend(kind, count) {
      spent[kind] += count;
      if (spent[kind] > limits[kind]) throw new StoreError("too-many-reads", advice[kind](limits[kind]));
    },
  };
}

/** Much longer than a turn of the event loop costs, and still a short wait for other requests. */
const longestMs = 5;

/** The pieces of work that have waiting steps, each once; the first is next. */
const queue: TimeSlice[] = [];

/**
 * Divides the event loop among pieces of long work, such as requests: after some milliseconds of one piece, everything else
 * that is due gets a turn, then the next waiting piece. All steps of a piece share its time slice.
 */
export class TimeSlice {
  #startedMs = performance.now();
  readonly #waiting: (() => void)[] = [];

  /**
   * Undefined while the work may continue; or a promise that resolves at this step's turn. Do not await undefined: all steps
   * that run side by side would find time left before the first had used any.
   */
  yieldIfOver(): Promise<void> | undefined {
    if (performance.now() - this.#startedMs < longestMs) return undefined;
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1 && queue.push(this) === 1) setImmediate(TimeSlice.#continueNext);
    });
  }

  /** Begins again, for work that waited for something else while other work had its turn. */
  restart(): void {
    this.#startedMs = performance.now();
  }

  /** Lets one step continue, and the rest of the event loop run before the next step. */
  static #continueNext(this: void): void {
    const work = queue.shift();
    if (!work) return;
    work.#startedMs = performance.now();
    work.#waiting.shift()?.();
    if (work.#waiting.length > 0) queue.push(work);
    if (queue.length > 0) setImmediate(TimeSlice.#continueNext);
  }
}
