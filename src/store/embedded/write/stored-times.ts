import { recordPut } from "../definitions/catalog-records.ts";
import type { CatalogRecords } from "../definitions/catalog-records.ts";
import { timeOf } from "../rows/stamp.ts";
import type { Time } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";

/** The moment of a batch. */
export interface Moment {
  readonly nowMs: number;
  /** Microseconds, and later than those of every earlier batch. */
  readonly writtenAt: number;
  /** Whether all of the batch is later than whatever was written or deleted before: then tombstones need not be read. */
  readonly isLatest: boolean;
  /** Whether any table has tombstones of ranges. */
  readonly hasRanges: boolean;
}

/** By how much the clock may go on before the record is written again, in microseconds. */
const step = 1_000_000;

interface Dated {
  readonly timestamp: Time | undefined;
}

interface TimesRecord {
  readonly clock: string;
  readonly named?: string;
}

/**
 * Gives writes that name no time one that is later than every earlier one's, although the clock may be put back and the
 * process may be killed: a record says how far the clock had come, within a second.
 *
 * Remembers as well the latest time of all writes, which is ahead of the clock where a write has named such a time. Clients
 * name one with every statement, mostly a later one than all before: these writes need not look at what is stored.
 */
export class StoredTimes {
  /** How far the clock has come: a write that names no time gets a later one. */
  #last: number;
  #latest: Time;
  /** How far both are on disk: nothing up to there is given again after a restart. */
  #recorded: { readonly last: number; readonly latest: Time };

  constructor(records: CatalogRecords) {
    const record = records.read(["times"]) as TimesRecord | undefined;
    this.#last = Number(record?.clock ?? 0);
    this.#latest = this.#last;
    if (record?.named !== undefined) this.#advance(timeOf(BigInt(record.named)));
    this.#recorded = { last: this.#last, latest: this.#latest };
  }

  /** After a failed write: nothing is given twice, even if it may not be on disk. */
  follow(before: StoredTimes): void {
    this.#last = Math.max(this.#last, before.#last);
    this.#advance(before.#latest);
  }

  /** The moment of a batch, whose writes may name times. */
  next(nowMs: number, plans: readonly Dated[], hasRanges: boolean): Moment {
    const writtenAt = Math.max(this.#last + 1, Math.trunc(nowMs * 1000));
    this.#last = writtenAt;
    const endOfMillisecond = (Math.floor(nowMs) + 1) * 1000;
    const first = plans[0]?.timestamp ?? writtenAt;
    let isLatest = first > this.#latest;
    for (const { timestamp = writtenAt } of plans) {
      if (timestamp !== first) isLatest = false;
      // A client's clock has microseconds. What comes later in the same millisecond has a later time than what it wrote.
      if (typeof timestamp === "number" && timestamp < endOfMillisecond) this.#last = Math.max(this.#last, timestamp);
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
    if (this.#last <= this.#recorded.last && this.#latest <= this.#recorded.latest) return undefined;
    const last = Math.max(this.#recorded.last, this.#last + step);
    const isNamed = this.#latest > last;
    const { key, value } = recordPut(["times"], {
      clock: String(last),
      ...(isNamed ? { named: String(this.#latest) } : {}),
    });
    draft.put(key, value);
    const recorded = { last, latest: isNamed ? this.#latest : last };
    return () => (this.#recorded = recorded);
  }

  #advance(time: Time): void {
    if (time > this.#latest) this.#latest = time;
  }
}
