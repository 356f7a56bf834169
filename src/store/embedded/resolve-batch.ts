/**
 * Decides what remains when writes of one batch set the same cell.
 *
 * The writes of a batch have one moment, so their order does not count. Takes the plans of a batch and returns them without
 * the cells that others override. Counters are added up and stay as they are.
 */
import { isMultiCell } from "../../model/index.ts";
import type { PlannedCell } from "./encoded-columns.ts";
import type { Plan, WritePlan } from "./write-plan.ts";

/** What a write sets, with its time to live; a row marker has no bytes to compare. */
interface Candidate {
  readonly owner: PlannedCell | WritePlan;
  readonly bytes: Buffer | null;
  readonly ttlSeconds: number;
  /** A collection of several cells is emptied just before the moment, so null does not win over a value. */
  readonly multiCell: boolean;
}

export function resolveBatch(plans: readonly Plan[]): readonly Plan[] {
  if (plans.length < 2) return plans;
  const winners = new Map<string, Candidate>();
  const enter = (name: string, candidate: Candidate): void => {
    const earlier = winners.get(name);
    if (!earlier || wins(candidate, earlier)) winners.set(name, candidate);
  };
  for (const plan of plans) {
    if (plan.kind === "delete") continue;
    const { ttlSeconds } = plan;
    if (plan.writesMarker)
      enter(nameOf(plan, undefined), { owner: plan, bytes: noBytes, ttlSeconds, multiCell: false });
    for (const cell of plan.cells) {
      const { bytes, column } = cell;
      enter(nameOf(plan, cell), { owner: cell, bytes, ttlSeconds, multiCell: isMultiCell(column.type) });
    }
  }
  return plans.map((plan) => {
    if (plan.kind === "delete") return plan;
    const cells = plan.cells.filter((cell) => cell.column.isCounter || winners.get(nameOf(plan, cell))?.owner === cell);
    const writesMarker = plan.writesMarker && winners.get(nameOf(plan, undefined))?.owner === plan;
    return { ...plan, cells, writesMarker, replacesWholeRow: false };
  });
}

const noBytes = Buffer.alloc(0);

/** Of a cell, or of the marker of a row. */
function nameOf({ partition, row }: WritePlan, cell: PlannedCell | undefined): string {
  const key = cell?.column.kind === "static" ? partition : (row?.key ?? partition);
  return `${key.toString("latin1")} ${cell?.column.number}`;
}

/** Null wins over a value, one that expires over one that does not, a later end over a sooner one, then the greater bytes. */
function wins(one: Candidate, other: Candidate): boolean {
  if (one.bytes === null || other.bytes === null) return (one.bytes === null) !== one.multiCell;
  if (one.ttlSeconds !== other.ttlSeconds) return one.ttlSeconds > other.ttlSeconds;
  return Buffer.compare(one.bytes, other.bytes) > 0;
}
