import { performance } from "node:perf_hooks";
import type { Driver } from "../../source/cql/driver.ts";

/** Milliseconds by which the clock of the system may have been set, or may have gone wrong, before it is read again. */
const drift = 2;

/**
 * Times of writes, in microseconds, each later than the one before.
 *
 * The driver's own begin at a whole millisecond: a write could be taken for older than a conditional write before it, whose
 * time the cluster says to the microsecond, and be lost.
 */
export function createWriteTimes({ policies }: Pick<Driver, "policies">): { next(): number } {
  return new (class extends policies.timestampGeneration.TimestampGenerator {
    #origin = performance.timeOrigin;
    #last = 0;

    override next(): number {
      const [now, elapsed] = [Date.now(), performance.now()];
      if (Math.abs(now - this.#origin - elapsed) > drift) this.#origin = now - elapsed;
      return (this.#last = Math.max(this.#last + 1, Math.trunc((this.#origin + elapsed) * 1000)));
    }
  })();
}
