/**
 * Plans writes of any kind, and checks which of them may be in one batch, as the database does.
 */
import type { TableName, Write } from "../../store.ts";
import type { Layout } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import type { Guard } from "./condition.ts";
import { listWithCondition, planDelete } from "./delete-plan.ts";
import type { DeletePlan } from "./delete-plan.ts";
import { isConditional, planInsert, planUpdate } from "./write-plan.ts";
import type { WritePlan } from "./write-plan.ts";

/** A write that is ready to be executed. */
export type Plan = WritePlan | DeletePlan;

/** @throws {StoreError} `invalid` when one of the writes is refused, or all of them together */
export function planBatch(writes: readonly Write[], layoutOf: (table: TableName) => Layout): readonly Plan[] {
  const plans = writes.map((write) => planWrite(layoutOf(write), write));
  checkBatch(plans);
  return plans;
}

function planWrite(layout: Layout, write: Write): Plan {
  switch (write.kind) {
    case "insert":
      return planInsert(layout, write);
    case "update":
      return planUpdate(layout, write);
    case "delete":
      return planDelete(layout, write);
  }
}

function checkBatch(plans: readonly Plan[]): void {
  const [first, ...others] = plans;
  if (!first || others.length === 0) return;
  if (others.some(({ layout }) => layout.isCounterTable !== first.layout.isCounterTable)) {
    throw rejection("Counter and non-counter mutations cannot exist in the same batch");
  }
  if (!isConditional(plans)) return;
  if (others.some(({ layout }) => layout !== first.layout)) {
    throw rejection("Batch with conditions cannot span multiple tables");
  }
  const partitions = plans.flatMap((plan) => (plan.kind === "write" ? [plan.partition] : plan.partitions));
  if (plans.some((plan) => plan.kind === "delete" && plan.partitions.length > 1)) {
    throw rejection("Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)");
  }
  if (partitions.some((partition) => !partition.equals(partitions[0] as Buffer))) {
    throw rejection("Batch with conditions cannot span multiple partitions");
  }
  if (plans.some((plan) => plan.kind === "delete" && plan.listed)) throw listWithCondition();
  const guards = new Map<string, Guard["kind"]>();
  for (const plan of plans) {
    const { kind } = plan.guard;
    for (const row of guardedRows(plan)) {
      const earlier = guards.get(row) ?? kind;
      if (earlier !== kind) throw rejection(`Cannot mix ${mixed(earlier, kind)} for the same row`);
      guards.set(row, kind);
    }
  }
}

/** What a guard is about. Conditions on static columns are about these, whatever row the write names. */
function guardedRows(plan: Plan): readonly string[] {
  const { guard } = plan;
  if (guard.kind === "none") return [];
  if (guard.kind !== "conditions") return [rowName(plan)];
  return [...new Set(guard.conditions.map(({ column }) => (column.kind === "static" ? statics : rowName(plan))))];
}

const statics = "static";

function rowName(plan: Plan): string {
  if (plan.kind === "write") return plan.row ? plan.row.key.toString("latin1") : statics;
  return plan.slices.map(({ from }) => from.toString("latin1")).join();
}

/** The database's words, which name conditions after the wrong guard. */
function mixed(earlier: Guard["kind"], later: Guard["kind"]): string {
  if (later === "conditions") return "IF conditions and IF NOT EXISTS";
  if (earlier === "conditions") return `IF conditions and IF ${later === "absent" ? "NOT " : ""}EXISTS`;
  return "IF EXISTS and IF NOT EXISTS conditions";
}
