/**
 * The times of writes: the moment at which a batch is applied, and how far moments and named times have come.
 *
 * Takes the clock and the times that statements name. Gives every batch a later moment than all earlier batches had, although
 * the clock may be put back and the process may be killed: a record on disk is ahead of the clock by up to a second. Compares
 * no cells; `row-changes.ts` does.
 */
import { recordPut } from "../definitions/catalog-records.ts";
import type { CatalogRecords } from "../definitions/catalog-records.ts";
import { timeOf } from "../rows/stamp.ts";
import type { Time } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";

/** When a batch is applied, and how that compares with the times of what is stored. */
export interface Moment {
  readonly nowMs: number;
  /** The time of writes that name none: microseconds, and later than those of every earlier batch. */
  readonly writtenAt: number;
  /** Whether all of the batch has one time, later than whatever was written or deleted before it. */
  readonly isLatest: boolean;
  /** Whether any table has tombstones of ranges. */
  readonly hasRanges: boolean;
}

/** What of a plan the moment depends on. */
interface Dated {
  /** Undefined if the statement names no time. */
  readonly timestamp: Time | undefined;
}

/** The record of times, in microseconds as text: a named time may be beyond the numbers that JSON keeps exactly. */
interface TimesRecord {
  readonly clock: string;
  /** Only if it is later than `clock`. */
  readonly named?: string;
}

/**
 * How far the record is ahead of the clock, in microseconds: it is written once per step. A named time that is still later is
 * recorded by each group that has one.
 */
const step = 1_000_000;

export class StoredTimes {
  /** How far the clock has come: a write that names no time gets a later one. */
  #clock: number;
  /**
   * The latest time of any write. It is ahead of the clock where a write has named such a time. Clients name one with every
   * statement, mostly a later one than all before: such writes are the latest (`isLatest`) and need not look at what is stored.
   */
  latest: Time;
  /** Both as the record on disk has them: times given after a restart are later. */
  #recorded: { readonly clock: number; readonly latest: Time };

  constructor(records: CatalogRecords) {
    const record = records.read(["times"]) as TimesRecord | undefined;
    this.#clock = Number(record?.clock ?? 0);
    this.latest = this.#clock;
    if (record?.named !== undefined) this.#advance(timeOf(BigInt(record.named)));
    this.#recorded = { clock: this.#clock, latest: this.latest };
  }

  /** Continues the times of the data that was open before a failed write, whose times may or may not be on disk. */
  follow(before: StoredTimes): void {
    this.#clock = Math.max(this.#clock, before.#clock);
    this.#advance(before.latest);
  }

  /** The moment of a batch, whose writes may name times. */
  next(nowMs: number, plans: readonly Dated[], hasRanges: boolean): Moment {
    const writtenAt = Math.max(this.#clock + 1, Math.trunc(nowMs * 1000));
    this.#clock = writtenAt;
    const endOfMillisecond = (Math.floor(nowMs) + 1) * 1000;
    const first = plans[0]?.timestamp ?? writtenAt;
    let isLatest = first > this.latest;
    for (const { timestamp = writtenAt } of plans) {
      if (timestamp !== first) isLatest = false;
      // A client's clock has microseconds. What comes later in the same millisecond has a later time than what it wrote.
      if (typeof timestamp === "number" && timestamp < endOfMillisecond) this.#clock = Math.max(this.#clock, timestamp);
      this.#advance(timestamp);
    }
    return { nowMs, writtenAt, isLatest, hasRanges };
  }

  /**
   * Drafts the record if times have gone beyond it. To be called with all that is written together: the draft of a single
   * write is lost if that write is refused.
   *
   * @returns a function to call once the draft is on disk
   */
  draftRecord(draft: Draft): (() => void) | undefined {
    if (this.#clock <= this.#recorded.clock && this.latest <= this.#recorded.latest) return undefined;
    const clock = this.#clock + step;
    const isNamed = this.latest > clock;
    const { key, value } = recordPut(["times"], {
      clock: String(clock),
      ...(isNamed ? { named: String(this.latest) } : {}),
    });
    draft.put(key, value);
    const recorded = { clock, latest: isNamed ? this.latest : clock };
    return () => (this.#recorded = recorded);
  }

  #advance(time: Time): void {
    if (time > this.latest) this.latest = time;
  }
}
