/** Reads the groups of a list of partitions, and sorts them together once all have been read. */
import type { TableScope } from "../values/index.ts";
import type { Groups } from "./compile-groups.ts";
import { GroupRows } from "./group-rows.ts";
import { comparePlaces, placeIn } from "./order-by.ts";
import type { Order } from "./order-by.ts";
import type { AnswerRow, Projection } from "./projection.ts";
import { readPages } from "./read-rows.ts";
import { noPages } from "./reading.ts";
import type { Reading, ReadRows } from "./reading.ts";

export async function readSortedGroups(
  reading: Reading,
  projection: Projection,
  groups: Groups,
  order: Order,
  scope: TableScope,
): Promise<ReadRows> {
  const { pageSize = 0 } = reading.execution;
  if (pageSize > 0) throw noPages();
  const placeOf = placeIn(order, scope);
  const grouped = new GroupRows(reading, projection, groups);
  const found: { readonly place: Buffer; readonly row: AnswerRow }[] = [];
  const end = (): void => {
    const ended = grouped.end();
    if (ended) found.push({ place: placeOf(ended.first), row: ended.row });
  };
  for await (const { rows } of readPages(reading)) {
    for (const row of rows) {
      const key = grouped.keyOf(row);
      if (grouped.endsBefore(key)) end();
      grouped.add(key, row);
    }
  }
  end();
  const compare = comparePlaces(order, scope);
  found.sort((one, other) => compare(one.place, other.place));
  return { rows: found.slice(0, reading.limit).map(({ row }) => row) };
}
