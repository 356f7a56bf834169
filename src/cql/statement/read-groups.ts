/** Adds up rows that come in the order of their keys, group by group: memory holds one group at a time. */
import type { ResultRow, TableScope } from "../values/index.ts";
import { isSameGroup, isSamePartition } from "./compile-groups.ts";
import type { GroupKey, Groups } from "./compile-groups.ts";
import { decodeGroupState, encodeGroupState } from "./group-state.ts";
import type { GroupPosition } from "./group-state.ts";
import type { AnswerRow, Projection, Total } from "./projection.ts";
import { readPages, noPages } from "./read-rows.ts";
import type { Reading, BytesPage, ReadRows } from "./read-rows.ts";
import { comparePlaces, placeIn } from "./order-by.ts";
import type { Order } from "./order-by.ts";

/** A group that is over. */
interface EndedGroup {
  readonly first: ResultRow;
  readonly row: AnswerRow;
}

class GroupRows {
  readonly #reading: Reading;
  readonly #projection: Projection;
  readonly #groups: Groups;
  /** The partition key of the last group that ended, on earlier pages too, and how many of its groups were shown. */
  #partition: GroupKey | undefined;
  #shown: number;
  #current: { readonly key: GroupKey; readonly first: ResultRow; readonly total: Total } | undefined;

  constructor(reading: Reading, projection: Projection, groups: Groups, from?: GroupPosition) {
    this.#reading = reading;
    this.#projection = projection;
    this.#groups = groups;
    this.#partition = from?.partition;
    this.#shown = from?.shown ?? 0;
  }

  /** The key of the group that a row is of. */
  keyOf(row: ResultRow): GroupKey {
    return this.#groups.keyOf(row, this.#reading.inputs);
  }

  /** Whether the current group ends before a row of this key. */
  endsBefore(key: GroupKey): boolean {
    return this.#current !== undefined && !isSameGroup(this.#current.key, key);
  }

  /** Adds a row to the current group, or begins one with it. */
  add(key: GroupKey, row: ResultRow): void {
    if (!this.#current) {
      const total = this.#projection.start(this.#reading.inputs);
      this.#current = { key, first: row, total };
    }
    this.#current.total.add(row);
  }

  /** Ends the current group. @returns undefined without one, and if there are enough of its partition */
  end(): EndedGroup | undefined {
    if (!this.#current) return undefined;
    const { key, first, total } = this.#current;
    this.#current = undefined;
    if (!this.#partition || !isSamePartition(this.#groups, this.#partition, key)) this.#shown = 0;
    this.#partition = key.slice(0, this.#groups.partitionLength);
    if (this.#shown >= this.#reading.perPartition) return undefined;
    this.#shown++;
    return { first, row: total.row() };
  }

  get position(): GroupPosition {
    return { partition: this.#partition ?? [], shown: this.#shown };
  }
}

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
