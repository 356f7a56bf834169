import { recordPut } from "./catalog-records.ts";
import type { CatalogRecords } from "./catalog-records.ts";
import type { Draft } from "./draft.ts";
import { timeOf } from "./times.ts";
import type { Time } from "./times.ts";

/** By how much the clock may go on before the record is written again, in microseconds. */
const step = 1_000_000;

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

  /**
   * The next time, and whether it is later than everything that was written.
   *
   * @param names the times that the writes of the batch name
   */
  next(
    draft: Draft,
    nowMs: number,
    names: readonly Time[],
  ): { readonly writtenAt: number; readonly isLatest: boolean } {
    this.last = Math.max(this.last + 1, Math.trunc(nowMs * 1000));
    const writtenAt = this.last;
    const latest = names.reduce((one, other) => (other > one ? other : one), this.named);
    const isAhead = latest > this.named && latest >= writtenAt;
    if (isAhead) this.named = latest;
    if (isAhead || writtenAt > this.stored) this.store(draft);
    return { writtenAt, isLatest: names.length === 0 && writtenAt > this.named };
  }

  private store(draft: Draft): void {
    this.stored = Math.max(this.stored, this.last + step);
    const named = this.named === -Infinity ? {} : { named: String(this.named) };
    const put = recordPut(["times"], { clock: String(this.stored), ...named });
    if (put.type === "put") draft.put(put.key, put.value);
  }
}
