import { timeOf } from "../rows/stamp.ts";
import type { Time } from "../rows/stamp.ts";
import type { Draft } from "../write/draft.ts";
import { recordPut } from "./catalog-records.ts";
import type { CatalogRecords } from "./catalog-records.ts";

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

interface Record {
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
  private last: number;
  private stored: number;
  private latest: Time;

  constructor(records: CatalogRecords) {
    const record = records.read(["times"]) as Record | undefined;
    this.stored = Number(record?.clock ?? 0);
    this.last = this.stored;
    this.latest = this.last;
    if (record?.named !== undefined) this.advance(timeOf(BigInt(record.named)));
  }

  /** After a failed write: nothing is given twice, even if it may not be on disk. */
  follow(before: StoredTimes): void {
    this.last = Math.max(this.last, before.last);
    this.advance(before.latest);
  }

  /** The moment of a batch, whose writes may name times. */
  next(draft: Draft, nowMs: number, plans: readonly Dated[], hasRanges: boolean): Moment {
    const writtenAt = Math.max(this.last + 1, Math.trunc(nowMs * 1000));
    this.last = writtenAt;
    const endOfMillisecond = (Math.floor(nowMs) + 1) * 1000;
    const first = plans[0]?.timestamp ?? writtenAt;
    let isLatest = first > this.latest;
    let isAhead = false;
    for (const { timestamp = writtenAt } of plans) {
      if (timestamp !== first) isLatest = false;
      // A client's clock has microseconds. What comes later in the same millisecond has a later time than what it wrote.
      if (typeof timestamp === "number" && timestamp < endOfMillisecond) this.last = Math.max(this.last, timestamp);
      if (this.advance(timestamp)) isAhead = timestamp > this.stored;
    }
    if (isAhead || this.last > this.stored) this.store(draft);
    return { nowMs, writtenAt, isLatest, hasRanges };
  }

  private advance(time: Time): boolean {
    if (time <= this.latest) return false;
    this.latest = time;
    return true;
  }

  private store(draft: Draft): void {
    this.stored = Math.max(this.stored, this.last + step);
    const named = this.latest > this.stored ? { named: String(this.latest) } : {};
    const put = recordPut(["times"], { clock: String(this.stored), ...named });
    if (put.type === "put") draft.put(put.key, put.value);
  }
}
