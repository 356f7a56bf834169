import { recordPut } from "./catalog-records.ts";
import type { CatalogRecords } from "./catalog-records.ts";
import type { Draft } from "./draft.ts";
import type { Moment } from "./row-writer.ts";
import { timeOf } from "./times.ts";
import type { Time } from "./times.ts";

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
 * Remembers as well the latest time that a write has named, where the clock was behind it.
 */
export class StoredTimes {
  private last: number;
  private stored: number;
  private named: Time = -Infinity;

  constructor(records: CatalogRecords) {
    const record = records.read(["times"]) as Record | undefined;
    this.stored = Number(record?.clock ?? 0);
    this.last = this.stored;
    if (record?.named !== undefined) this.named = timeOf(BigInt(record.named));
  }

  /** After a failed write: nothing is given twice, even if it may not be on disk. */
  follow(before: StoredTimes): void {
    this.last = Math.max(this.last, before.last);
    if (before.named > this.named) this.named = before.named;
  }

  /** The moment of a batch, whose writes may name times. */
  next(draft: Draft, nowMs: number, plans: readonly Dated[], hasRanges: boolean): Moment {
    const writtenAt = Math.max(this.last + 1, Math.trunc(nowMs * 1000));
    this.last = writtenAt;
    const endOfMillisecond = (Math.floor(nowMs) + 1) * 1000;
    let namesTime = false;
    let isAhead = false;
    for (const { timestamp } of plans) {
      if (timestamp === undefined) continue;
      namesTime = true;
      // A client's clock has microseconds. What comes later in the same millisecond has a later time than what it wrote.
      if (typeof timestamp === "number" && timestamp < endOfMillisecond) this.last = Math.max(this.last, timestamp);
      if (timestamp <= this.named || timestamp < writtenAt) continue;
      this.named = timestamp;
      isAhead = true;
    }
    if (isAhead || this.last > this.stored) this.store(draft);
    return { nowMs, writtenAt, isLatest: !namesTime && writtenAt > this.named, hasRanges };
  }

  private store(draft: Draft): void {
    this.stored = Math.max(this.stored, this.last + step);
    const named = this.named === -Infinity ? {} : { named: String(this.named) };
    const put = recordPut(["times"], { clock: String(this.stored), ...named });
    if (put.type === "put") draft.put(put.key, put.value);
  }
}
