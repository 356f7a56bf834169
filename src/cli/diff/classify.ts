/** Decides what each change of a keyspace breaks: code that uses the bindings, reads, writes, the wire form, or stored data. */
import { bothReportIndexes, breakageRules, byCodeUnits, findChanges } from "../../model/index.ts";
import type { Breakage, Change, DroppedColumn, Keyspace, ComparedKeyspace } from "../../model/index.ts";
import { printRemedy } from "../../model/print-cql.ts";
import type { OutputSettings, Plan } from "../../plan/index.ts";
import { findKeptName, findMember, findRecord, findRenames, findTable, planBindings } from "./binding-plans.ts";
import type { Bindings, Rename } from "./binding-plans.ts";
import type { ClassifiedChange } from "./keyspace-diff.ts";

interface Compared {
  /** The current state. */
  readonly before: ComparedKeyspace;
  /** The intended state. */
  readonly after: ComparedKeyspace;
  /** The settings of each output of the keyspace. @default one output with the defaults */
  readonly settings?: readonly OutputSettings[];
  readonly dropped?: readonly DroppedColumn[];
}

/** Finds the changes of a keyspace and what each one breaks; tables come before user types. */
export function findClassifiedChanges({
  before,
  after,
  settings = [{}],
  dropped = [],
}: Compared): readonly ClassifiedChange[] {
  const [oldKeyspace, newKeyspace] = comparable(before, after);
  const outputs = settings.map((each) => planBindings(oldKeyspace, newKeyspace, each));
  const changes = findChanges(before, after, dropped).map((change): ClassifiedChange => {
    const cql = printRemedy(newKeyspace.name, change);
    const keptName = findKeptName(change, outputs);
    const breaks = breaksOf(change, breaksCode(change, outputs));
    return { ...change, breaks, ...(cql !== undefined && { cql }), ...(keptName && { keptName }) };
  });
  const renames = findRenames(before.keyspace, after.keyspace, outputs).map((rename): ClassifiedChange => {
    return { ...rename, breaks: breaksOf(rename, breakageRules[rename.kind].codeBreaks === "always") };
  });
  return [...changes, ...renames]
    .map((change, at) => ({ change, at }))
    .sort((one, other) => compareRecords(one.change, other.change) || one.at - other.at)
    .map(({ change }) => change);
}

/** Ignores indexes unless both sides report them. */
function comparable(before: ComparedKeyspace, after: ComparedKeyspace): readonly [Keyspace, Keyspace] {
  const reportsIndexes = bothReportIndexes(before, after);
  const withComparable = ({ keyspace }: ComparedKeyspace): Keyspace =>
    reportsIndexes ? keyspace : { ...keyspace, tables: keyspace.tables.map((table) => ({ ...table, indexes: [] })) };
  return [withComparable(before), withComparable(after)];
}

function breaksOf(change: Change | Rename, code: boolean): readonly Breakage[] {
  const { breaks, isHarmless } = breakageRules[change.kind];
  return [...(code ? (["code"] as const) : []), ...(isHarmless?.(change) ? [] : breaks)];
}

function compareRecords({ place: one }: ClassifiedChange, { place: other }: ClassifiedChange): number {
  return byCodeUnits(one.of, other.of) || byCodeUnits(one.name, other.name);
}

/** @param outputs of the keyspace; the change counts if it breaks the code of one */
function breaksCode(change: Change, outputs: readonly Bindings[]): boolean {
  return outputs.some((bindings) => breaksBindings(change, bindings));
}

function breaksBindings(change: Change, { before, after }: Bindings): boolean {
  const { codeBreaks: when } = breakageRules[change.kind];
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
  // A counter table has functions that increment the static columns with the row; others write a row without them.
  "by write": ({ place, after: kind }, before) => kind !== "static" || !counts(before, place),
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

/** Whether it is a table of counters, whose rows are incremented. */
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
