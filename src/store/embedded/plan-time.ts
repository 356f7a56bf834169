import type { Guard } from "./condition.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { timeOf } from "./times.ts";
import type { Time } from "./times.ts";

const latest = 2n ** 63n - 1n;

/** When a statement says that it was written. @throws {StoreError} `invalid` where the database takes no time */
export function planTime(layout: Layout, timestamp: bigint | undefined, guard: Guard): Time | undefined {
  if (timestamp === undefined) return undefined;
  if (guard.kind !== "none") throw refusal("Cannot provide custom timestamp for conditional updates");
  if (layout.isCounterTable) throw refusal("Cannot provide custom timestamp for counter updates");
  if (timestamp < -latest || timestamp > latest) {
    throw refusal(`Out of bound timestamp, must be in [${-latest}, ${latest}]`);
  }
  return timeOf(timestamp);
}
