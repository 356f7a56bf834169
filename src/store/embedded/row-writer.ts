import type { Draft } from "./draft.ts";
import type { Layout } from "./layout.ts";
import { emptyRow, encodeRow, readParts } from "./row-parts.ts";
import type { RowParts } from "./row-parts.ts";
import type { Stamp } from "./stamp.ts";
import { mergeRow } from "./row-changes.ts";
import { isRemembered, isThere, settle } from "./settle-row.ts";
import { seal, unseal } from "./seal.ts";
import { bury, forgetTombstone, readTombstone, writeTombstone } from "./tombstones.ts";

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

/** Reads and writes rows of a draft in parts: existing ones, and what is left of others as tombstones. */
export class RowWriter {
  private readonly draft: Draft;
  private readonly moment: Moment;
  /** Rows whose tombstone this batch has found or left: it may have other writes of the same moment. */
  private buried: Set<string> | undefined;

  constructor(draft: Draft, moment: Moment) {
    this.draft = draft;
    this.moment = moment;
  }

  /** @param clustering of a row that does not exist */
  load(layout: Layout, key: Buffer, clustering: readonly Buffer[]): RowParts {
    const sealed = this.draft.get(key);
    const row = sealed ? readParts(unseal(key, sealed, layout.title), layout.numbers.dropped) : emptyRow(clustering);
    const mayBeBuried = !this.moment.isLatest || this.isBuried(key);
    const tombstone = mayBeBuried ? readTombstone(this.draft, layout, key) : undefined;
    if (tombstone) {
      mergeRow(row, tombstone, layout.types, this.moment.nowMs);
      this.noteTombstone(key);
    }
    settle(row, layout, this.moment.nowMs);
    // Of a row that has gone the values of the key are forgotten.
    return isThere(row) ? row : { ...row, clustering };
  }

  /** A row without a marker and without values does not exist, and leaves a tombstone. */
  store(layout: Layout, key: Buffer, row: RowParts): void {
    const { draft } = this;
    if (isThere(row)) {
      draft.put(key, seal(key, encodeRow(row)));
      if (this.isBuried(key)) forgetTombstone(draft, key);
      return;
    }
    draft.delete(key);
    if (!isRemembered(row)) return;
    bury(draft, layout, key, row, this.moment.nowMs);
    this.noteTombstone(key);
  }

  /** Puts a row that replaces all of an earlier one. */
  replace(key: Buffer, row: RowParts): void {
    this.draft.put(key, seal(key, encodeRow(row)));
  }

  private noteTombstone(key: Buffer): void {
    this.buried ??= new Set();
    this.buried.add(key.toString("latin1"));
  }

  private isBuried(key: Buffer): boolean {
    return this.buried?.has(key.toString("latin1")) === true;
  }

  /** Deletes a row of which nothing is later. */
  delete(key: Buffer, deletion: Stamp): void {
    this.draft.delete(key);
    writeTombstone(this.draft, key, deletion);
  }
}
