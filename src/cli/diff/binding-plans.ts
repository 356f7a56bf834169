/** Plans the bindings of a keyspace before and after its changes, and finds members and names in them. */
import { nameColumns, nameTables } from "@colonnade/runtime/protocol";
import { isColonnadeError } from "../../errors.ts";
import type { Change, ChangePlace, Keyspace, NameShiftKind } from "../../model/index.ts";
import { isDatabaseRename } from "../../model/renames.ts";
import { askNames, planKeyspace, withNames } from "../../plan/index.ts";
import type { FieldPlan, MemberPlan, OutputSettings, Plan, TablePlan, UserTypePlan } from "../../plan/index.ts";

/** The bindings of a keyspace before and after, as they would be generated with the same settings. */
export interface Bindings {
  /** Undefined if they cannot be planned. */
  readonly before: Plan | undefined;
  readonly after: Plan | undefined;
}

/** Ignores errors, since the config may match only the current definitions; `generate` reports those. */
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

/** A name that changes only outside the database. */
export interface Rename {
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
export function findRenames(before: Keyspace, after: Keyspace, outputs: readonly Bindings[]): readonly Rename[] {
  const bound = outputs.flatMap((bindings) =>
    bindings.before && bindings.after
      ? differing("member-renamed", boundNames(bindings.before), boundNames(bindings.after))
      : [],
  );
  const unique = new Map([...bound, ...differing("api-name", apiNames(before), apiNames(after))].map(keyed));
  return [...unique.values()];
}

function keyed(rename: Rename): [string, Rename] {
  return [JSON.stringify(rename), rename];
}

function differing(kind: NameShiftKind, before: Names, after: Names): readonly Rename[] {
  return [...before].flatMap(([key, [place, name]]): Rename[] => {
    const newName = after.get(key)?.[1] ?? name;
    return newName === name ? [] : [{ kind, place, before: name, after: newName }];
  });
}

/** In the bindings: `ProductsRow` of a table, or `ProductsTypes` if a rule names the row; and the members. */
function boundNames({ tables, userTypes }: Plan): Names {
  return named([
    ...tables.flatMap(({ table: { name }, typeName, names, members }) => [
      [{ of: "table", name } as const, names.row === `${typeName}Row` ? names.row : names.types] as const,
      ...members.map((member) => [{ of: "table", name, member: member.column.name } as const, member.name] as const),
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
  return named([
    ...Array.from(
      nameTables(tables.map(({ name }) => name)),
      ([name, { type }]) => [{ of: "table", name } as const, type] as const,
    ),
    ...tables.flatMap(({ name, columns }) => members("table", name, columns)),
    ...userTypes.flatMap(({ name, fields }) => members("user type", name, fields)),
  ]);
}

function named(names: readonly (readonly [ChangePlace, string])[]): Names {
  return new Map(names.map((entry) => [JSON.stringify(entry[0]), entry]));
}

/** A rule of the config that keeps the name of a renamed member in the bindings. */
export interface KeptName {
  /** The rule's column: `orders.customer`. */
  readonly column: string;
  /** The name to keep: `customerId`. */
  readonly name: string;
}

/**
 * Finds the rule that lets code compile after a column or field got another name; undefined if the bindings have the same
 * name anyway.
 */
export function findKeptName(
  {
    kind,
    place,
    after,
    possibleNewNames = [],
  }: Pick<Change, "place" | "after" | "possibleNewNames"> & { kind: string },
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

/** `columns: { "orders.customer": { "name": "customerId" } }` */
export function printKeptName({ column, name }: KeptName): string {
  return `columns: { ${JSON.stringify(column)}: { "name": ${JSON.stringify(name)} } }`;
}
