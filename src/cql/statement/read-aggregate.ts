/** Reads all rows of a selection into one: aggregates without GROUP BY. */
import type { Projection } from "./projection.ts";
import { readPages } from "./read-rows.ts";
import type { Reading, ReadRows } from "./reading.ts";

export async function readAggregate(reading: Reading, projection: Projection): Promise<ReadRows> {
  const total = projection.start(reading.bound, reading.execution.nowMs);
  for await (const { rows } of readPages(reading)) {
    for (const row of rows) total.add(row);
  }
  return { rows: [total.row()] };
}
