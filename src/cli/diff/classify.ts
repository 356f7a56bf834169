/**
 * Finds the changes of a keyspace, and decides what each one breaks: code that uses the bindings, reads, writes, the wire
 * form, or stored data. `breakage.ts` has the rules. Code is decided by plans of the bindings before and after.
 *
 * Pure, except that a name hook of the config is called.
 */
import { nameColumns, nameTables } from "@colonnade/runtime/protocol";
import { orUndefined } from "../../errors.ts";
import { byCodeUnits, findChanges, isMultiCell, ruleOf } from "../../model/index.ts";
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
import { askNames, isTogether, planKeyspace, recordsOf, withNames } from "../../plan/index.ts";
import type {
  FieldPlan,
  MemberPlan,
  NeighborPlan,
  OutputSettings,
  Plan,
  TablePlan,
  UserTypePlan,
} from "../../plan/index.ts";
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

/** Finds the changes of a keyspace and what each one breaks, by table and then by user type. */
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
    return { ...shift, breaks: breaksOf(shift, ruleOf(shift).codeBreaks === "always") };
  });
  // The changes of a table or user type keep their order: the shifts come last.
  return [...changes, ...shifts].sort(compareRecords);
}

function breaksOf(change: Change | NameShift, code: boolean): readonly Breakage[] {
  const { breaks, isHarmless } = ruleOf(change);
  return [...(code ? (["code"] as const) : []), ...(isHarmless?.(change) ? [] : breaks)];
}

function compareRecords({ place: one }: ClassifiedChange, { place: other }: ClassifiedChange): number {
  return byCodeUnits(one.of, other.of) || byCodeUnits(one.name, other.name);
}

function breaksBindings(change: Change, { before, after }: Bindings): boolean {
  const { codeBreaks: when } = ruleOf(change);
  if (when === "never") return false;
  // No code can use a table that was excluded, or something new.
  if (before && !findRecord(before, change.place)) return false;
  // Bindings that cannot be planned cannot be compared: the change may break code.
  return !before || !after || when === "always" || conditions[when](change, before, after);
}

/** Whether the bindings differ in what a rule of `breakage.ts` names. Only the place of the change is compared. */
const conditions: Readonly<
  Record<
    Exclude<BreakageRule["codeBreaks"], "always" | "never">,
    (change: Change, before: Plan, after: Plan) => boolean
  >
> = {
  // The member has its name and type in rows, keys, writes and conditions (`ProductsRow`). What a finder accepts (`DocsWithSize`,
  // `DocsIndexed`) also depends on the CQL type: some types have no ranges.
  "by member": ({ kind, place, after: newName = "" }, before, after) => {
    const now = isDatabaseRename(kind) ? { ...place, member: newName } : place;
    return (
      describeMember(before, place) !== describeMember(after, now) ||
      lacksAny(searchesOf(after, now), searchesOf(before, place))
    );
  },
  // The functions `findDocsWithSize` and `nearestDocsByEmbedding`, and which columns they accept.
  "by finder": ({ place }, before, after) => lacksAny(searchesOf(after, place), searchesOf(before, place)),
  // The types `ProductsKey` and `ProductsWhere` need the whole partition key, in any order.
  "by key": ({ place: { name } }, before, after) => {
    const keyOf = (plan: Plan) => findTable(plan, name)?.table.partitionKey.toSorted().join();
    return keyOf(before) !== keyOf(after);
  },
  // The row of `getProductsStatic` loses a column that is no longer static. The type `ProductsStaticUpdate` excludes all other
  // columns, so a column enters or leaves it; with the first one, `ProductsUpdate` may lack the clustering key. Counters have only
  // the row: increments take static and other columns alike, so code still compiles if one becomes static.
  "by write": ({ place, after: newKind }, before) =>
    !(newKind === "static" && findTable(before, place.name)?.counts === true),
};

/**
 * A text of what code sees of a column or field. The type of an ID has one name whatever its value is. Only a column of many cells
 * can be empty instead of null, be changed in part, and lack a time of writing. In a table of counters, columns are incremented.
 */
function describeMember(plan: Plan, place: ChangePlace): string {
  const { name, value } = findMember(plan, place) ?? {};
  const id = plan.ids.find(({ codec }) => codec === value?.codec.name);
  const table = place.of === "table" ? findTable(plan, place.name) : undefined;
  const column = table?.table.columns.find((candidate) => candidate.name === place.member);
  const inCells = column && isMultiCell(column.type);
  return JSON.stringify([name, value?.type, value?.input, value?.isObject, id?.value, inCells, table?.counts]);
}

/** Whether an earlier search is no longer possible. A new one breaks nothing. */
function lacksAny(searches: readonly string[], before: readonly string[]): boolean {
  return before.some((search) => !searches.includes(search));
}

/**
 * The searches that concern a column, a text for each: `findDocsWithSize size full, ranges` for its own finder, and
 * `findDocsWithSize title equal` for one that also accepts another column, since storage-attached indexes work together.
 */
function searchesOf(plan: Plan, { of, name, member }: ChangePlace): readonly string[] {
  const table = of === "table" ? findTable(plan, name) : undefined;
  if (!table) return [];
  const together = recordsOf(table).flatMap((record) =>
    record.role === "indexed" && record.kind === "query" ? record.members : [],
  );
  const searches = [
    ...table.indexes.map((index) => ({
      ...index,
      accepts: index.ranges ? `${index.kind}, ranges` : index.kind,
      others: isTogether(table, index) ? together : [],
    })),
    ...table.neighbors.map((neighbor) => ({ ...neighbor, accepts: "vector", others: together })),
  ];
  return searches.flatMap(({ functionName, member: own, accepts, others }) =>
    [{ member: own, presence: accepts }, ...others.filter((other) => other.member !== own)]
      .filter((restricted) => [own, restricted.member].some(({ column }) => column.name === member))
      .map((restricted) => `${functionName} ${restricted.member.name} ${restricted.presence}`),
  );
}

/** The bindings of a keyspace before and after, as they would be generated with the same settings. */
interface Bindings {
  /** Undefined if they cannot be planned. */
  readonly before: Plan | undefined;
  readonly after: Plan | undefined;
}

/** Ignores errors, since the config may match only one side; `generate` reports those of the definitions. */
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
 * adding or removing one table, column or index can rename another. Outputs with the same names share a shift.
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
    // What only one side has is reported as added or dropped.
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

/** In the bindings: `ProductsRow` of a table, the members, and the functions by indexes. */
function boundNames({ tables, userTypes }: Plan): Names {
  return new Map([
    ...tables.flatMap((plan) => {
      const place = { of: "table", name: plan.table.name } as const;
      const all = shiftingName(plan);
      // A finder's name consists of these two: if they differ, they are reported, and it is not.
      const search = ({ functionName, member: { name, column } }: NeighborPlan, kind: string) =>
        named({ ...place, member: column.name }, functionName, all, name, kind);
      return [
        named(place, all),
        ...plan.members.map(({ column, name }) => named({ ...place, member: column.name }, name)),
        ...plan.indexes.map((index) => search(index, index.kind)),
        ...plan.neighbors.map((neighbor) => search(neighbor, "vector")),
      ];
    }),
    ...userTypes.flatMap(({ type, fields }) =>
      fields.map(({ field, name }) => named({ of: "user type", name: type.name, member: field.name }, name)),
    ),
  ]);
}

/** In the API: `Products` of a table, and the fields. */
function apiNames({ tables, userTypes }: Keyspace): Names {
  const members = (of: ChangePlace["of"], name: string, parts: readonly { readonly name: string }[]) =>
    Array.from(nameColumns(parts.map((part) => part.name)), ([member, api]) => named({ of, name, member }, api));
  return new Map([
    ...Array.from(nameTables(tables.map(({ name }) => name)), ([name, { type }]) => named({ of: "table", name }, type)),
    ...tables.flatMap(({ name, columns }) => members("table", name, columns)),
    ...userTypes.flatMap(({ name, fields }) => members("user type", name, fields)),
  ]);
}

/** @param also what else both sides must have in common for the names to be compared */
function named(place: ChangePlace, name: string, ...also: readonly string[]): [string, readonly [ChangePlace, string]] {
  return [JSON.stringify([place, ...also]), [place, name]];
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
