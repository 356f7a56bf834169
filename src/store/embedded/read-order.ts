import type { Selection } from "../store.ts";
import { columnOf } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { refusal } from "./refusal.ts";
import type { Restrictions } from "./restriction.ts";

/**
 * @param keyed the restrictions that locate rows
 * @returns whether rows are read in reverse of the declared order
 */
export function planOrder(
  layout: Layout,
  orderBy: NonNullable<Selection["orderBy"]>,
  keyed: Restrictions,
  restrictions: Restrictions,
): boolean {
  if (orderBy.length === 0) return false;
  if (!layout.partitionKey.every((column) => keyed.has(column))) {
    throw refusal("ORDER BY is only supported when the partition key is restricted by an EQ or an IN.");
  }
  const directions = new Set<boolean>();
  let place = 0;
  for (const { column: name, order } of orderBy) {
    const column = columnOf(layout, name);
    const position = layout.clusteringKey.indexOf(column);
    if (position < 0) {
      throw refusal(`Order by is currently only supported on the clustered columns of the PRIMARY KEY, got ${name}`);
    }
    // A column with one value only may be left out.
    while (place < position && restrictions.get(layout.clusteringKey[place] as LayoutColumn)?.kind === "eq") place++;
    if (place !== position) {
      throw refusal(
        "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY",
      );
    }
    place++;
    directions.add((order === "DESC") !== column.descending);
  }
  if (directions.size > 1) throw refusal("Unsupported order by relation");
  return directions.has(true);
}
