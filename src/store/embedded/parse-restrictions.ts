import type { Filter, TupleFilter } from "../store.ts";
import { columnOf } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { combined, parseRestriction } from "./restriction.ts";
import type { Restriction, Restrictions } from "./restriction.ts";
import { addTuples } from "./tuple-restriction.ts";

/**
 * Parses filters, and those by tuples, into one restriction per column; whether the columns can be searched is not looked at.
 *
 * @throws {StoreError} `invalid` when filters contradict one another, or the type of a column has no such operator
 */
export function parseRestrictions(
  layout: Layout,
  filters: readonly Filter[],
  tuples: readonly TupleFilter[] = [],
): Restrictions {
  const restrictions = new Map<LayoutColumn, Restriction>();
  for (const filter of filters) {
    const column = columnOf(layout, filter.column);
    const restriction = parseRestriction(column, filter);
    const earlier = restrictions.get(column);
    restrictions.set(column, earlier ? combined(column.name, earlier, restriction) : restriction);
  }
  addTuples(layout, tuples, restrictions);
  return restrictions;
}
