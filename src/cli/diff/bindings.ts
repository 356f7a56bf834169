import { isColonnadeError } from "../../errors.ts";
import type { ChangePlace, Keyspace } from "../../model/index.ts";
import { askNames, planKeyspace, withNames } from "../../plan/index.ts";
import type { FieldPlan, MemberPlan, OutputSettings, Plan, TablePlan, UserTypePlan } from "../../plan/index.ts";

/** The bindings of a keyspace before and after, as they would be generated with the same settings. */
export interface Bindings {
  /** Undefined if they cannot be planned. */
  readonly before: Plan | undefined;
  readonly after: Plan | undefined;
}

/** The config matches only today's definitions, so errors are ignored here; `generate` reports them. */
export function planBindings(before: Keyspace, after: Keyspace, settings: OutputSettings): Bindings {
  const [one, other] = [before, after].map((keyspace): Plan | undefined => {
    try {
      return planKeyspace(keyspace, withNames(settings, askNames(keyspace, settings)));
    } catch (error) {
      if (isColonnadeError(error)) return undefined;
      throw error;
    }
  });
  return { before: one, after: other };
}

/** The table or user type of a place, if it has bindings. */
export function findRecord(plan: Plan, { of, name }: ChangePlace): TablePlan | UserTypePlan | undefined {
  return of === "table" ? findTable(plan, name) : plan.userTypes.find(({ type }) => type.name === name);
}

export function findTable(plan: Plan, name: string): TablePlan | undefined {
  return plan.tables.find(({ table }) => table.name === name);
}

/** The column or field of a place, if it has a member. */
export function findMember(plan: Plan, place: ChangePlace): MemberPlan | FieldPlan | undefined {
  const record = findRecord(plan, place);
  if (!record) return undefined;
  return "members" in record
    ? record.members.find(({ column }) => column.name === place.member)
    : record.fields.find(({ field }) => field.name === place.member);
}
