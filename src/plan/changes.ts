/** Decides which columns an update can change in part: collections and user types that are not frozen. */
import { isMultiCell } from "../model/index.ts";
import type { MemberPlan } from "./members.ts";
import type { TablePlan } from "./table.ts";
import type { TypeExpression } from "./value-plan.ts";

/** The kind of value of which an update changes a part. */
export type ChangeKind = "set" | "list" | "map" | "fields";

interface ChangePlan {
  readonly kind: ChangeKind;
  /** The types of its parts: the item; the key and the value; or the user type. */
  readonly parts: readonly TypeExpression[];
}

/** Undefined for a value that is written as a whole: also one with a codec of the user's, whose parts are unknown. */
export function changeOf({
  column,
  value: { codec, input },
}: Pick<MemberPlan, "column" | "value">): ChangePlan | undefined {
  const { type } = column;
  if (!isMultiCell(type)) return undefined;
  if (type.kind === "user") return codec.kind === "ours" ? { kind: "fields", parts: [input] } : undefined;
  if (codec.kind !== "made" || codec.by !== type.kind || typeof input === "string") return undefined;
  if (input.kind === "array" && (codec.by === "set" || codec.by === "list")) {
    return { kind: codec.by, parts: [input.item] };
  }
  return input.kind === "generic" && codec.by === "map" ? { kind: "map", parts: input.args } : undefined;
}

/** Whether an update of a table can change a column in part. */
export function canChangeParts({ members, counts, isView }: TablePlan): boolean {
  return !counts && !isView && members.some((member) => isMultiCell(member.column.type) && changeOf(member));
}

/**
 * The columns with a time of writing: those that a condition can refer to; or fewer, without values of several cells, each
 * with its own time.
 */
export function timedColumns({ members, counts, isView }: TablePlan): "none" | "conditional" | readonly MemberPlan[] {
  if (counts) return "none";
  const timed: MemberPlan[] = [];
  let areAll = !isView;
  for (const member of members) {
    const { kind, type } = member.column;
    if (kind !== "static" && kind !== "regular") continue;
    if (isMultiCell(type)) areAll = false;
    else timed.push(member);
  }
  if (timed.length === 0) return "none";
  return areAll ? "conditional" : timed;
}
