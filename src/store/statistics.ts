/** A figure of an engine, for metrics. */
export interface Statistic {
  /** Unique in the engine; ends with its unit, a counter with `_total`: `written_bytes_total`. */
  readonly name: string;
  /** Its meaning, in a sentence. */
  readonly help: string;
  /** A counter only grows. */
  readonly kind: "counter" | "gauge" | "histogram";
  readonly value: number | Histogram;
}

/** Counts values by their size, and sums them. */
export class Histogram {
  /** In ascending order. */
  readonly bounds: readonly number[];
  /** How many values are up to each bound and above the one before; the last item counts those beyond all. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    let index = 0;
    while (value > (this.bounds[index] ?? Infinity)) index++;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** The sum of all values. */
  get sum(): number {
    return this.#sum;
  }

  /** For each bound the number of values up to it; the last item counts all. */
  get counts(): readonly number[] {
    let sum = 0;
    return this.#counts.map((count) => (sum += count));
  }
}

/** From a tenth of a millisecond to ten seconds. */
export const secondBounds: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
