/**
 * Reads a page of groups.
 *
 * A page ends between two groups. Its state is that of the store after the last row of the last group, with what is left of
 * the limits.
 */
import type { Groups } from "./compile-groups.ts";
import { GroupRows } from "./group-rows.ts";
import { decodeGroupState, encodeGroupState } from "./group-state.ts";
import type { AnswerRow, Projection } from "./projection.ts";
import { readPages } from "./read-rows.ts";
import type { BytesPage } from "./read-rows.ts";
import type { Reading, ReadRows } from "./reading.ts";

export async function readGroups(reading: Reading, projection: Projection, groups: Groups): Promise<ReadRows> {
  const { pageSize = 0, pageState } = reading.execution;
  const state = pageState && pageState.length > 0 ? decodeGroupState(pageState) : undefined;
  const grouped = new GroupRows(reading, projection, groups, state);
  const rows: AnswerRow[] = [];
  const most = pageSize > 0 ? pageSize : Infinity;
  const remaining = state?.remaining ?? reading.limit;
  const end = (): void => {
    const ended = grouped.end();
    if (ended) rows.push(ended.row);
  };
  const endPage = (store: string): ReadRows => ({
    rows,
    pageState: encodeGroupState({ ...grouped.position, store, remaining: remaining - rows.length }),
  });
  let last: BytesPage | undefined;
  for await (const page of readPages(reading, state?.store)) {
    for (let place = 0; place < page.rows.length; place++) {
      const row = page.rows[place] as (typeof page.rows)[number];
      const key = grouped.keyOf(row);
      if (grouped.endsBefore(key)) {
        end();
        if (rows.length >= remaining) return { rows };
        const store = rows.length < most ? undefined : place === 0 ? page.from : page.stateAfter?.(place);
        if (store !== undefined) return endPage(store);
      }
      grouped.add(key, row);
    }
    if (page.rows.length > 0) last = page;
  }
  end();
  // As a page of rows, one that is full has a state.
  const isFull = rows.length >= most && rows.length < remaining;
  const store = isFull ? last?.stateAfter?.(last.rows.length) : undefined;
  return store === undefined ? { rows } : endPage(store);
}
