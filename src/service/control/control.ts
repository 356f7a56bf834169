import type { ServiceClock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Snapshots } from "./snapshots.ts";

/** What a test may do to a service while it runs. */
export interface Control {
  /** The same clock as that of the service and its store. */
  readonly clock: ServiceClock;
  readonly faults: Faults;
  /** @default the store takes none */
  readonly snapshots?: Snapshots | undefined;
  /** Deletes the rows that have expired by the clock. @default they leave by themselves. @returns how many */
  readonly expireRows?: (() => Promise<number>) | undefined;
}
