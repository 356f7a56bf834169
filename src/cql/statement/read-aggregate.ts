/** Reads all rows of a selection into one: aggregates without GROUP BY. */
import type { Rows } from "../protocol/message.ts";
import type { Bound } from "../values/index.ts";
import type { Projection } from "./projection.ts";
import { readPages } from "./read-rows.ts";
import type { Reading } from "./select.ts";

export async function readAggregate(reading: Reading, projection: Projection, bound: Bound): Promise<Rows> {
  const total = projection.start(bound, reading.execution.nowMs);
  for await (const { rows } of readPages(reading)) {
    for (const row of rows) total.add(row);
  }
  return { kind: "rows", columns: projection.specs, rows: [total.row()] };
}
