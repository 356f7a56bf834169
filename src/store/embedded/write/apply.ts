/**
 * Executes plans in a draft.
 *
 * Takes the plans of a batch, a draft and the time, and returns the results; the draft then holds the changes to store,
 * or none if a guard does not hold. Reads only through the draft. Which of two writes of a cell remains is decided by their
 * times, not by their order.
 */
import { isMultiCell } from "../../../model/index.ts";
import type { WriteResult } from "../../store.ts";
import { isWithin, staticKey } from "../rows/key.ts";
import type { Layout } from "../rows/layout.ts";
import type { RowParts } from "../rows/row-parts.ts";
import { justBefore, noBytes } from "../rows/stamp.ts";
import type { Stamp, Time } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";
import type { DeletePlan } from "./delete-plan.ts";
import { evaluateGuard } from "./evaluate-guard.ts";
import type { Plan } from "./plan.ts";
import { ItemNumbers, resolveChanges } from "./resolve-changes.ts";
import type { ChangedElements } from "./resolve-changes.ts";
import {
  deleteRow,
  isShadowed,
  putElements,
  setCell,
  setCollection,
  setCounter,
  setMarker,
  shadow,
} from "./row-changes.ts";
import { RowWriter, cellOf, readRanges, writeRange } from "./row-writer.ts";
import type { DeletedRange } from "./row-writer.ts";
import type { Moment } from "./stored-times.ts";
import { expiryOf, isConditional } from "./write-plan.ts";
import type { WritePlan } from "./write-plan.ts";

const applied: WriteResult = { applied: true };

/**
 * Every guard is evaluated before any write is executed, as in the database.
 *
 * @returns a promise only to read deleted ranges, or the rows of guards that do not hold: awaiting costs about as much as a
 * plain write
 * @throws {StoreError} `invalid` for what only the stored row or the clock shows
 */
export function applyBatch(
  draft: Draft,
  plans: readonly Plan[],
  moment: Moment,
): readonly WriteResult[] | Promise<readonly WriteResult[]> {
  const findings = isConditional(plans) ? plans.map((plan) => evaluateGuard(draft, plan, plans, moment.nowMs)) : [];
  if (!findings.every(({ holds }) => holds)) {
    return Promise.all(
      findings.map(async ({ current }): Promise<WriteResult> => ({ applied: false, current: await current() })),
    );
  }
  const execution = new BatchExecution(draft, plans, moment);
  const results = plans.map(() => applied);
  if (moment.isLatest) execution.executeLatest();
  else if (moment.hasRanges) return execution.executeInRanges().then(() => results);
  else execution.executeByTime();
  return results;
}

class BatchExecution {
  readonly #draft: Draft;
  readonly #moment: Moment;
  readonly #rows: RowWriter;
  readonly #isConditional: boolean;
  readonly #isAlone: boolean;
  readonly #writes: (readonly [plan: WritePlan, changes: readonly ChangedElements[]])[] = [];
  readonly #deletes: DeletePlan[] = [];

  constructor(draft: Draft, plans: readonly Plan[], moment: Moment) {
    this.#draft = draft;
    this.#moment = moment;
    this.#rows = new RowWriter(draft, moment);
    this.#isConditional = isConditional(plans);
    this.#isAlone = plans.length === 1;
    let numbers: ItemNumbers | undefined;
    for (const plan of plans) {
      if (plan.kind === "delete") this.#deletes.push(plan);
      else if (plan.changes.length === 0) this.#writes.push([plan, noChanges]);
      else this.#writes.push([plan, this.#resolve(plan, (numbers ??= new ItemNumbers()))]);
    }
  }

  /**
   * Nothing stored has a later time, so rows and ranges are deleted as a whole. Of writes and deletions of one moment, the
   * deletions win, and therefore come last; those dated before the moment come first.
   */
  executeLatest(): void {
    for (const plan of this.#deletes) if (this.#isEarlier(plan)) this.#delete(plan);
    for (const [plan, changes] of this.#writes) this.#write(plan, changes, noRanges);
    for (const plan of this.#deletes) if (!this.#isEarlier(plan)) this.#delete(plan);
  }

  /** Where there are no tombstones of ranges, and none is left by the batch: each of its deletions is of single rows. */
  executeByTime(): void {
    for (const [plan, changes] of this.#writes) this.#write(plan, changes, noRanges);
    for (const plan of this.#deletes) {
      const deletion = this.#deletionOf(plan);
      for (const { from } of plan.slices) this.#deleteRow(plan.layout, from, deletion);
    }
  }

  async executeInRanges(): Promise<void> {
    const ranges = new Map<string, readonly DeletedRange[]>();
    for (const [plan, changes] of this.#writes) {
      const name = plan.partition.toString("latin1");
      const found = ranges.get(name) ?? (await readRanges(this.#draft, plan.partition));
      ranges.set(name, found);
      this.#write(plan, changes, found);
    }
    for (const plan of this.#deletes) await this.#deleteInRanges(plan);
  }

  #resolve(plan: WritePlan, numbers: ItemNumbers): readonly ChangedElements[] {
    const { nowMs, writtenAt } = this.#moment;
    const load = (kind: string): RowParts =>
      this.#rows.load(plan.layout, (kind === "static" ? undefined : plan.row?.key) ?? staticKey(plan.partition), []);
    const { changes, isDelete } = plan;
    return resolveChanges(changes, { stamp: this.#stampOf(plan), nowMs, writtenAt, numbers, isDelete, load });
  }

  /** @param ranges deleted ones of the partition */
  #write(plan: WritePlan, changes: readonly ChangedElements[], ranges: readonly DeletedRange[]): void {
    const { layout, partition, row: target, cells } = plan;
    const stamp = this.#stampOf(plan);
    if (stamp.expiresAt !== Infinity) this.#draft.expires = true;
    if (
      target &&
      // Another write of the batch may have the same time, and then each cell has to be compared.
      plan.replacesWholeRow &&
      this.#isAlone &&
      this.#moment.isLatest &&
      this.#fitsListPlaces(plan, stamp)
    ) {
      this.#rows.replace(plan, target, stamp);
    } else if (target && !isCovered(ranges, target.key, stamp)) {
      // The clustering bytes of an existing row stay: equal keys can have different bytes, as the decimals 1.0 and 1.00, and
      // the database keeps those of the first write.
      const row = this.#rows.load(layout, target.key, target.clustering);
      if (plan.writesMarker) setMarker(row, { ...stamp, bytes: noBytes });
      this.#change(row, "regular", plan, changes, stamp);
      this.#rows.store(layout, target.key, row);
    }
    if (layout.hasStatics && (cells.some(isStatic) || changes.some(isStatic))) {
      const key = staticKey(partition);
      if (isCovered(ranges, key, stamp)) return;
      const row = this.#rows.load(layout, key, []);
      this.#change(row, "static", plan, changes, stamp);
      this.#rows.store(layout, key, row);
    }
  }

  /** A list in one cell has the cell's write time for the places of its items, which have to be those of the moment. */
  #fitsListPlaces({ cells }: WritePlan, { writtenAt }: Stamp): boolean {
    return writtenAt === this.#moment.writtenAt || !cells.some(({ column }) => column.type.kind === "list");
  }

  #change(
    row: RowParts,
    kind: "regular" | "static",
    { cells }: WritePlan,
    changes: readonly ChangedElements[],
    stamp: Stamp,
  ): void {
    const { nowMs, writtenAt } = this.#moment;
    for (const { column, bytes } of cells) {
      if (column.kind !== kind) continue;
      const cell = cellOf(row, column, bytes, stamp, nowMs);
      if (isMultiCell(column.type)) setCollection(row, column, cell, writtenAt, nowMs);
      else if (column.isCounter) setCounter(row, column.number, cell);
      else setCell(row, column.number, cell);
    }
    for (const { column, elements } of changes) {
      if (column.kind === kind) putElements(row, column, elements, nowMs);
    }
  }

  #delete(plan: DeletePlan): void {
    const deletion = this.#deletionOf(plan);
    for (const { partition, from, to, point } of plan.slices) {
      if (point) this.#rows.delete(from, deletion);
      else if (Buffer.compare(from, to) < 0) {
        this.#draft.deleteRange({ from, to });
        writeRange(this.#draft, partition, { from, to }, deletion);
      }
    }
  }

  #deleteRow(layout: Layout, key: Buffer, deletion: Stamp): void {
    const row = this.#rows.load(layout, key, []);
    deleteRow(row, deletion);
    this.#rows.store(layout, key, row);
  }

  async #deleteInRanges(plan: DeletePlan): Promise<void> {
    const deletion = this.#deletionOf(plan);
    const { layout } = plan;
    for (const { partition, from, to, point } of plan.slices) {
      if (point) this.#deleteRow(layout, from, deletion);
      else if (Buffer.compare(from, to) < 0) {
        const keys: Buffer[] = [];
        for await (const [key] of this.#draft.range(from, to)) keys.push(key);
        for (const key of keys) {
          const row = this.#rows.load(layout, key, []);
          if (shadow(row, deletion)) this.#rows.store(layout, key, row);
        }
        writeRange(this.#draft, partition, { from, to }, deletion);
      }
    }
  }

  /** In a batch with conditions the database ignores the times of single statements. */
  #timeOf({ timestamp }: Plan): Time {
    return (this.#isConditional ? undefined : timestamp) ?? this.#moment.writtenAt;
  }

  #stampOf(plan: WritePlan): Stamp {
    return { writtenAt: this.#timeOf(plan), expiresAt: expiryOf(plan.layout, plan.ttlSeconds, this.#moment.nowMs) };
  }

  #deletionOf(plan: DeletePlan): Stamp {
    const time = this.#timeOf(plan);
    return { writtenAt: this.#isEarlier(plan) ? justBefore(time) : time, expiresAt: this.#moment.nowMs };
  }

  /**
   * The database dates the deletions of a conditional batch just before its writes, except the deletion of a single row.
   * `DELETE … WHERE pk = 1` therefore comes before `INSERT (pk, ck) VALUES (1, 2)`, whose row stays; `DELETE … WHERE pk = 1
   * AND ck = 2` has the moment of that insert, and removes the row.
   */
  readonly #isEarlier = ({ layout, slices }: DeletePlan): boolean =>
    // Without clustering columns a row is a partition, and its deletion one of a partition.
    this.#isConditional && (layout.clusteringKey.length === 0 || slices.some(({ point }) => !point));
}

function isStatic({ column }: { readonly column: { readonly kind: string } }): boolean {
  return column.kind === "static";
}

/** Whether a write of a row is within a range that was deleted later. */
function isCovered(ranges: readonly DeletedRange[], key: Buffer, stamp: Stamp): boolean {
  return ranges.some((range) => isShadowed(stamp, range) && isWithin(range, key));
}

const noChanges: readonly ChangedElements[] = [];
const noRanges: readonly DeletedRange[] = [];
