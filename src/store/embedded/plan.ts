import type { DeletePlan } from "./delete-plan.ts";
import type { WritePlan } from "./write-plan.ts";

/** A write that is ready to be executed. */
export type Plan = WritePlan | DeletePlan;

/** Whether a batch is decided by what is stored: one guard is enough. */
export function isConditional(plans: readonly Plan[]): boolean {
  return plans.some(({ guard }) => guard.kind !== "none");
}
