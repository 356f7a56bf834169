/** Reads all rows of a selection into one: aggregates without GROUP BY. */
import type { Projection } from "./projection.ts";
import { readPages } from "./read-rows.ts";
import { noPages } from "./reading.ts";
import type { Reading, ReadRows } from "./reading.ts";

/** @throws {CqlError} `invalid` for pages of partitions that are sorted together, though there is one row */
export async function readAggregate(
  reading: Reading,
  projection: Projection,
  sortsPartitions: boolean,
): Promise<ReadRows> {
  if (sortsPartitions && (reading.execution.pageSize ?? 0) > 0) throw noPages();
  const total = projection.start(reading.bound, reading.execution.nowMs);
  for await (const { rows } of readPages(reading)) {
    for (const row of rows) total.add(row);
  }
  return { rows: [total.row()] };
}
