/**
 * Finds the changes of a keyspace, and decides what each one breaks: code that uses the bindings, reads, writes, the wire
 * form, or stored data. Plans the bindings before and after to see what changes in them; writes nothing.
 */
import { nameColumns, nameTables } from "@colonnade/runtime/protocol";
import { orUndefined } from "../../errors.ts";
import { breakageRules, byCodeUnits, findChanges } from "../../model/index.ts";
import type {
  Breakage,
  BreakageRule,
  Change,
  ChangePlace,
  ComparedKeyspace,
  DroppedColumn,
  Keyspace,
  NameShiftKind,
} from "../../model/index.ts";
import { printStatementFor } from "../../model/print-cql.ts";
import { isDatabaseRename } from "../../model/renames.ts";
import { askNames, planKeyspace, withNames } from "../../plan/index.ts";
import type { FieldPlan, MemberPlan, OutputSettings, Plan, TablePlan, UserTypePlan } from "../../plan/index.ts";
import type { ClassifiedChange, KeptName } from "./keyspace-diff.ts";

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
  const outputs = settings.map((each) => planBindings(before.keyspace, after.keyspace, each));
  const changes = findChanges(before, after, dropped).map((change): ClassifiedChange => {
    const cql = printStatementFor(after.keyspace.name, change);
    const keptName = findKeptName(change, outputs);
    const breaksCode = outputs.some((bindings) => breaksBindings(change, bindings));
    const breaks = breaksOf(change, breaksCode);
    return { ...change, breaks, ...(cql !== undefined && { cql }), ...(keptName && { keptName }) };
  });
  const shifts = findNameShifts(before.keyspace, after.keyspace, outputs).map((shift): ClassifiedChange => {
    return { ...shift, breaks: breaksOf(shift, breakageRules[shift.kind].codeBreaks === "always") };
  });
  return [...changes, ...shifts].sort(compareRecords);
}

function breaksOf(change: Change | NameShift, code: boolean): readonly Breakage[] {
  const { breaks, isHarmless } = breakageRules[change.kind];
  return [...(code ? (["code"] as const) : []), ...(isHarmless?.(change) ? [] : breaks)];
}

function compareRecords({ place: one }: ClassifiedChange, { place: other }: ClassifiedChange): number {
  return byCodeUnits(one.of, other.of) || byCodeUnits(one.name, other.name);
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
    Exclude<BreakageRule["codeBreaks"], "always" | "never">,
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
  // With a static column, an update may lack the clustering key, so its type differs. Increments of a counter table take
  // static and other columns alike: code still compiles if one becomes static.
  "by write": ({ place, after: newKind }, before) => !(newKind === "static" && counts(before, place)),
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

/** The bindings of a keyspace before and after, as they would be generated with the same settings. */
interface Bindings {
  /** Undefined if they cannot be planned. */
  readonly before: Plan | undefined;
  readonly after: Plan | undefined;
}

/** Ignores errors, since the config may match only the current definitions; `generate` reports those. */
function planBindings(before: Keyspace, after: Keyspace, settings: OutputSettings): Bindings {
  const plan = (keyspace: Keyspace): Plan | undefined =>
    orUndefined(() => planKeyspace(keyspace, withNames(settings, askNames(keyspace, settings))));
  return { before: plan(before), after: plan(after) };
}

/** The table or user type of a place, if it has bindings. */
function findRecord(plan: Plan, { of, name }: ChangePlace): TablePlan | UserTypePlan | undefined {
  return of === "table" ? findTable(plan, name) : plan.userTypes.find(({ type }) => type.name === name);
}

function findTable(plan: Plan, name: string): TablePlan | undefined {
  return plan.tables.find(({ table }) => table.name === name);
}

/** The column or field of a place, if it has a member. */
function findMember(plan: Plan, place: ChangePlace): MemberPlan | FieldPlan | undefined {
  const record = findRecord(plan, place);
  if (!record) return undefined;
  return "members" in record
    ? record.members.find(({ column }) => column.name === place.member)
    : record.fields.find(({ field }) => field.name === place.member);
}

/** A name that changes only outside the database. */
interface NameShift {
  readonly kind: NameShiftKind;
  readonly place: ChangePlace;
  readonly before: string;
  readonly after: string;
}

type Names = ReadonlyMap<string, readonly [place: ChangePlace, name: string]>;

/**
 * Finds names that change although their own definition does not. If two names collide, neither gets the plain name, so
 * adding or removing one table or column can rename another.
 */
function findNameShifts(before: Keyspace, after: Keyspace, outputs: readonly Bindings[]): readonly NameShift[] {
  const bound = outputs.flatMap((bindings) =>
    bindings.before && bindings.after
      ? differing("member-renamed", boundNames(bindings.before), boundNames(bindings.after))
      : [],
  );
  const unique = new Map([...bound, ...differing("api-name", apiNames(before), apiNames(after))].map(keyed));
  return [...unique.values()];
}

function keyed(shift: NameShift): [string, NameShift] {
  return [JSON.stringify(shift), shift];
}

function differing(kind: NameShiftKind, before: Names, after: Names): readonly NameShift[] {
  return [...before].flatMap(([key, [place, name]]): NameShift[] => {
    const newName = after.get(key)?.[1] ?? name;
    return newName === name ? [] : [{ kind, place, before: name, after: newName }];
  });
}

/**
 * The name that stands for all names of a table: they change together. It is that of the row's type, unless a rule of the
 * config sets that one.
 */
function shiftingName({ typeName, names }: TablePlan): string {
  const isRowRuled = names.row !== `${typeName}Row`;
  return isRowRuled ? names.types : names.row;
}

/** In the bindings: `ProductsRow` of a table, and the members. */
function boundNames({ tables, userTypes }: Plan): Names {
  return keyedByPlace([
    ...tables.flatMap((plan) => [
      [{ of: "table", name: plan.table.name }, shiftingName(plan)] as const,
      ...plan.members.map(
        ({ column, name }) => [{ of: "table", name: plan.table.name, member: column.name }, name] as const,
      ),
    ]),
    ...userTypes.flatMap(({ type: { name }, fields }) =>
      fields.map((field) => [{ of: "user type", name, member: field.field.name } as const, field.name] as const),
    ),
  ]);
}

/** In the API: `Products` of a table, and the fields. */
function apiNames({ tables, userTypes }: Keyspace): Names {
  const members = (of: ChangePlace["of"], name: string, parts: readonly { readonly name: string }[]) =>
    Array.from(nameColumns(parts.map((part) => part.name)), ([member, api]) => [{ of, name, member }, api] as const);
  return keyedByPlace([
    ...Array.from(
      nameTables(tables.map(({ name }) => name)),
      ([name, { type }]) => [{ of: "table", name } as const, type] as const,
    ),
    ...tables.flatMap(({ name, columns }) => members("table", name, columns)),
    ...userTypes.flatMap(({ name, fields }) => members("user type", name, fields)),
  ]);
}

function keyedByPlace(names: readonly (readonly [ChangePlace, string])[]): Names {
  return new Map(names.map((entry) => [JSON.stringify(entry[0]), entry]));
}

/**
 * Finds the rule that lets code compile after a column or field got another name; undefined if the bindings have the same
 * name anyway.
 */
function findKeptName(
  { kind, place, after, possibleNewNames = [] }: Change,
  outputs: readonly Bindings[],
): KeptName | undefined {
  // With several candidates, only the author knows which of them has the values.
  const now = isDatabaseRename(kind) ? after : possibleNewNames.length === 1 ? possibleNewNames[0] : undefined;
  if (now === undefined) return undefined;
  for (const { before: oldBindings, after: newBindings } of outputs) {
    const name = oldBindings && findMember(oldBindings, place)?.name;
    if (name !== undefined && newBindings && findMember(newBindings, { ...place, member: now })?.name !== name) {
      return { column: `${place.name}.${now}`, name };
    }
  }
  return undefined;
}
