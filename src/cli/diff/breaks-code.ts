/**
 * Decides whether code that compiles with the old bindings compiles with the new ones. Code may build and read
 * everything that is exported, whole rows included.
 *
 * Does not run the compiler; a test compares the results with the compiler's, for random keyspaces.
 */
import { breakageRules } from "../../model/index.ts";
import type { Change } from "../../model/index.ts";
import type { Plan } from "../../plan/index.ts";
import { findMember, findRecord, findTable } from "./bindings.ts";
import type { Bindings } from "./bindings.ts";

/** @param outputs of the keyspace; the change counts if it breaks the code of one */
export function breaksCode(change: Change, outputs: readonly Bindings[]): boolean {
  return outputs.some((bindings) => breaksBindings(change, bindings));
}

function breaksBindings(change: Change, { before, after }: Bindings): boolean {
  const { breaksCode: when } = breakageRules[change.kind];
  if (when === "never") return false;
  if (!before || !after) return true;
  // Without bindings, no code can use it.
  if (!findRecord(before, change.place)) return false;
  return when === "always" || conditions[when](change, before, after);
}

const conditions: Readonly<
  Record<
    "by name" | "by value" | "by key" | "by finder" | "by write",
    (change: Change, before: Plan, after: Plan) => boolean
  >
> = {
  "by name": ({ place, after: member = "" }, before, after) => {
    const now = { ...place, member };
    return (
      differ([findMember(before, place)?.name ?? ""], [findMember(after, now)?.name ?? ""]) ||
      differ([valueAt(before, place)], [valueAt(after, now)]) ||
      differ(findersOf(before, place), findersOf(after, now))
    );
  },
  "by value": ({ place }, before, after) =>
    differ([valueAt(before, place)], [valueAt(after, place)]) ||
    counts(before, place) !== counts(after, place) ||
    differ(findersOf(before, place), findersOf(after, place)),
  // Where-shapes need the whole partition key, in any order.
  "by key": ({ place: { name } }, before, after) => {
    const keyOf = (plan: Plan): readonly string[] | undefined => findTable(plan, name)?.table.partitionKey.toSorted();
    return differ(keyOf(before), keyOf(after));
  },
  // Rows are incremented with their static columns, and written without them.
  "by write": ({ place, after: is }, before) => is !== "static" || !counts(before, place),
  "by finder": ({ place }, before, after) => differ(findersOf(before, place), findersOf(after, place)),
};

/**
 * The TypeScript value of a column or field. An ID type has one name whatever its value is, and any field may be null.
 */
function valueAt(plan: Plan, place: Change["place"]): string {
  const value = findMember(plan, place)?.value;
  const id = plan.ids.find(({ type }) => type === value?.type);
  const neverNull = place.of === "table" && value?.neverNull;
  return JSON.stringify([value?.type, value?.input, value?.isObject, neverNull, id?.value]);
}

/** Whether its rows are incremented instead of inserted and updated. */
function counts(plan: Plan, { of, name }: Change["place"]): boolean {
  return of === "table" && findTable(plan, name)?.counts === true;
}

function findersOf(plan: Plan, { of, name, member }: Change["place"]): readonly string[] {
  const indexes = of === "table" ? (findTable(plan, name)?.indexes ?? []) : [];
  const ofColumn = indexes.filter((index) => index.member.column.name === member);
  return ofColumn.map(({ functionName, ranges }) => `${functionName} ${ranges}`);
}

function differ(before: readonly string[] = [], after: readonly string[] = []): boolean {
  return before.join() !== after.join();
}
