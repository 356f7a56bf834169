/**
 * Reads a page of groups: each group becomes one row once the next one begins, so that memory holds one group at a time.
 *
 * A page ends between two groups. Its state is that of the store after the last row of the last group, with what is left of
 * the limits.
 */
import type { Rows } from "../protocol/message.ts";
import type { Bound, ResultRow } from "../values/index.ts";
import { isSameGroup, isSamePartition } from "./compile-groups.ts";
import type { GroupKey, Groups } from "./compile-groups.ts";
import { decodeGroupState, encodeGroupState } from "./group-state.ts";
import type { GroupState } from "./group-state.ts";
import type { AnswerRow, Projection, Total } from "./projection.ts";
import { readPages } from "./read-rows.ts";
import type { Reading } from "./select.ts";

export async function readGroups(
  reading: Reading,
  projection: Projection,
  groups: Groups,
  bound: Bound,
): Promise<Rows> {
  const { pageSize = 0, pageState } = reading.execution;
  const state = pageState && pageState.length > 0 ? decodeGroupState(pageState) : undefined;
  const page = new GroupPage(reading, projection, groups, bound, state);
  const most = pageSize > 0 ? pageSize : Infinity;
  const answer = (next?: Buffer): Rows => ({
    kind: "rows",
    columns: projection.specs,
    rows: page.rows,
    ...(next && { pageState: next }),
  });
  for await (const { rows, from, stateAfter } of readPages(reading, state?.store)) {
    for (const [place, row] of rows.entries()) {
      if (!page.add(row)) continue;
      if (page.isDone) return answer();
      const store = page.rows.length < most ? undefined : place === 0 ? from : stateAfter?.(place);
      if (store !== undefined) return answer(encodeGroupState(page.stateAt(store)));
      page.begin(row);
    }
  }
  page.end();
  return answer();
}

/** The rows of the page, and the group that is being added up. */
class GroupPage {
  readonly rows: AnswerRow[] = [];
  readonly #reading: Reading;
  readonly #projection: Projection;
  readonly #groups: Groups;
  readonly #bound: Bound;
  #remaining: number;
  /** The last group that ended, on earlier pages too, and how many of its partition were shown. */
  #last: GroupKey | undefined;
  #shown: number;
  #current: { readonly key: GroupKey; readonly total: Total } | undefined;
  #next: GroupKey = [];

  constructor(reading: Reading, projection: Projection, groups: Groups, bound: Bound, state: GroupState | undefined) {
    this.#reading = reading;
    this.#projection = projection;
    this.#groups = groups;
    this.#bound = bound;
    this.#remaining = state?.remaining ?? reading.limit;
    this.#last = state?.partition;
    this.#shown = state?.shown ?? 0;
  }

  get isDone(): boolean {
    return this.#remaining <= 0;
  }

  /** Adds a row to the group that it is of. @returns true if it is of the next one, which must be begun */
  add(row: ResultRow): boolean {
    this.#next = this.#groups.keyOf(row, this.#bound, this.#reading.execution.nowMs);
    if (this.#current && !isSameGroup(this.#current.key, this.#next)) {
      this.end();
      return true;
    }
    if (this.#current) this.#current.total.add(row);
    else this.begin(row);
    return false;
  }

  /** Begins the group of the row that was looked at last. */
  begin(row: ResultRow): void {
    const total = this.#projection.start(this.#bound, this.#reading.execution.nowMs);
    total.add(row);
    this.#current = { key: this.#next, total };
  }

  /** Ends the current group, and shows it unless there are enough of its partition. */
  end(): void {
    if (!this.#current || this.isDone) return;
    const { key, total } = this.#current;
    this.#current = undefined;
    if (!this.#last || !isSamePartition(this.#groups, this.#last, key)) this.#shown = 0;
    this.#last = key;
    if (this.#shown >= this.#reading.perPartition) return;
    this.#shown++;
    this.#remaining--;
    this.rows.push(total.row());
  }

  stateAt(store: string): GroupState {
    const partition = (this.#last ?? []).slice(0, this.#groups.partitionLength);
    return { store, remaining: this.#remaining, shown: this.#shown, partition };
  }
}
