/**
 * Checks which writes may be in one batch, as the database does.
 *
 * Takes the plans of the writes; throws if they cannot be combined.
 * @see service-facts 5.8; captures, cql-errors: counter, condition
 */
import type { Guard } from "./condition.ts";
import { rowKey } from "./key.ts";
import { refusal } from "./refusal.ts";
import type { Plan } from "./write-plan.ts";

/** @throws {StoreError} `invalid` */
export function checkBatch(plans: readonly Plan[]): void {
  const [first, ...others] = plans;
  if (!first || others.length === 0) return;
  if (others.some(({ layout }) => layout.counts !== first.layout.counts)) {
    throw refusal("Counter and non-counter mutations cannot exist in the same batch");
  }
  if (plans.every(({ guard }) => guard.kind === "none")) return;
  if (others.some(({ layout }) => layout !== first.layout)) {
    throw refusal("Batch with conditions cannot span multiple tables");
  }
  if (others.some(({ partition }) => !partition.equals(first.partition))) {
    throw refusal("Batch with conditions cannot span multiple partitions");
  }
  const guards = new Map<string, Guard["kind"]>();
  for (const plan of plans) {
    const { kind } = plan.guard;
    if (kind === "none") continue;
    const row = rowName(plan);
    const earlier = guards.get(row) ?? kind;
    if (earlier !== kind) throw refusal(`Cannot mix ${mixed(earlier, kind)} for the same row`);
    guards.set(row, kind);
  }
}

function rowName(plan: Plan): string {
  if (plan.kind === "write") return plan.row ? plan.row.key.toString("latin1") : "static";
  return rowKey(plan.layout, plan.partition, plan.clustering).toString("latin1");
}

/** The database's words, which name conditions after the wrong guard. */
function mixed(earlier: Guard["kind"], later: Guard["kind"]): string {
  if (later === "conditions") return "IF conditions and IF NOT EXISTS";
  if (earlier === "conditions") return `IF conditions and IF ${later === "absent" ? "NOT " : ""}EXISTS`;
  return "IF EXISTS and IF NOT EXISTS conditions";
}
