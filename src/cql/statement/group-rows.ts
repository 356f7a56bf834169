/** Adds up rows that come in the order of their keys, group by group: memory holds one group at a time. */
import type { ResultRow } from "../values/index.ts";
import { isSameGroup, isSamePartition } from "./compile-groups.ts";
import type { GroupKey, Groups } from "./compile-groups.ts";
import type { AnswerRow, Projection, Total } from "./projection.ts";
import type { Reading } from "./reading.ts";

/** Where a page of groups ended. */
export interface GroupPosition {
  /** The values of the partition key of the last group. */
  readonly partition: GroupKey;
  /** How many groups of the partition were shown. */
  readonly shown: number;
}

/** A group that is over. */
export interface EndedGroup {
  readonly first: ResultRow;
  readonly row: AnswerRow;
}

export class GroupRows {
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
    return this.#groups.keyOf(row, this.#reading.bound, this.#reading.execution.nowMs);
  }

  /** Whether the current group ends before a row of this key. */
  endsBefore(key: GroupKey): boolean {
    return this.#current !== undefined && !isSameGroup(this.#current.key, key);
  }

  /** Adds a row to the current group, or begins one with it. */
  add(key: GroupKey, row: ResultRow): void {
    if (!this.#current) {
      const total = this.#projection.start(this.#reading.bound, this.#reading.execution.nowMs);
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
