/**
 * Reads the groups of GROUP BY: adds up rows that come in the order of their keys, with one group in memory at a time.
 */
import type { ResultRow, TableScope } from "../values/index.ts";
import { isSameUpTo } from "./compile-groups.ts";
import type { GroupKey, Groups } from "./compile-groups.ts";
import type { AnswerRow, Projection, Total } from "./projection.ts";
import { readPages, noPages, wrongPageState } from "./read-rows.ts";
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
    return this.#current !== undefined && !isSameUpTo(key.length, this.#current.key, key);
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
    const { partitionLength } = this.#groups;
    if (!this.#partition || !isSameUpTo(partitionLength, this.#partition, key)) this.#shown = 0;
    this.#partition = key.slice(0, partitionLength);
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

/*
 * The page state of a grouped read:
 *
 *     version, 1 | remaining groups, a double | groups of the last partition, 4 | count, 1 | (length, 4 | key part) … | state of the store
 *
 * The store's state is bound to its selection and checked there; the fields before it can only change how many groups a
 * client gets.
 */

/** Where a page of groups ended. */
interface GroupPosition {
  /** The values of the partition key of the last group. */
  readonly partition: GroupKey;
  /** How many groups of the partition were shown. */
  readonly shown: number;
}

interface GroupState extends GroupPosition {
  /** The store's page state. */
  readonly store: string;
  /** Groups left by the limit. */
  readonly remaining: number;
}

/** Differs from the first byte of a store's state. */
const stateVersion = 0x67;
const headLength = 14;

function encodeGroupState({ store, remaining, shown, partition }: GroupState): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt8(stateVersion);
  head.writeDoubleBE(remaining, 1);
  head.writeUInt32BE(shown, 9);
  head.writeUInt8(partition.length, 13);
  const parts = partition.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part?.length ?? 0);
    return [length, part ?? Buffer.alloc(0)];
  });
  return Buffer.concat([head, ...parts, Buffer.from(store, "base64url")]);
}

/** @throws {CqlError} `protocol` */
function decodeGroupState(bytes: Buffer): GroupState {
  if (bytes.length < headLength || bytes[0] !== stateVersion) throw wrongPageState();
  const remaining = bytes.readDoubleBE(1);
  let offset = headLength;
  const partition = Array.from({ length: bytes.readUInt8(13) }, () => {
    if (offset + 4 > bytes.length) throw wrongPageState();
    const start = offset + 4;
    offset = start + bytes.readUInt32BE(offset);
    if (offset > bytes.length) throw wrongPageState();
    return bytes.subarray(start, offset);
  });
  if (!(remaining > 0)) throw wrongPageState();
  const store = bytes.subarray(offset).toString("base64url");
  return { store, remaining, shown: bytes.readUInt32BE(9), partition };
}
