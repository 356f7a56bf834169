/** Plans the columns of a table and the fields of a user type as members of their interfaces. */
import { lowerCamel, nameColumns } from "@colonnade/runtime/protocol";
import { memoizeTexts } from "../cache.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, isMultiCell, orderUserTypes } from "../model/index.ts";
import type { Column, Field, IndexKind, Table, UserType } from "../model/index.ts";
import type { Naming } from "./names.ts";
import { planValue } from "./values.ts";
import type { ValueContext } from "./values.ts";
import type { NamedValue, TypeExpression, ValuePlan } from "./value-plan.ts";

/** A column as a member of the table's interfaces. */
export interface MemberPlan {
  readonly column: Column;
  /** In TypeScript. */
  readonly name: string;
  readonly apiName: string;
  readonly value: ValuePlan;
  readonly descending: boolean;
}

/** A field as a member of the user type's interface. */
export interface FieldPlan {
  readonly field: Field;
  readonly name: string;
  readonly apiName: string;
  readonly value: ValuePlan;
}

/** An index as its finder needs it. */
export interface IndexPlan {
  readonly member: MemberPlan;
  readonly kind: IndexKind;
  /** Whether the index supports ranges as well as equality. */
  readonly ranges: boolean;
  /** `findUsersWithEmail` */
  readonly functionName: string;
  /** `UsersWithEmail` */
  readonly where: string;
  /** Whether it is storage-attached: such indexes work together. */
  readonly attached: boolean;
}

/** An index of vectors, which finds the rows with the nearest ones. */
export interface NeighborPlan {
  readonly member: MemberPlan;
  /** `nearestDocsByEmbedding` */
  readonly functionName: string;
}

/** What the members of a record depend on besides the record. */
export interface MemberContext extends ValueContext {
  /** `shop.products` */
  readonly title: string;
  /** Receives a problem for each rule that cannot be applied. */
  readonly problems: Problem[];
}

/**
 * Plans the members of a table.
 * @param ids the values of columns that contain an ID, by column name
 */
export function planMembers(
  table: Table,
  naming: Naming,
  context: MemberContext,
  ids: ReadonlyMap<string, ValuePlan>,
): readonly MemberPlan[] {
  const apiNames = apiNamesOf(table.columns);
  const descending = new Set(table.clusteringKey.filter(({ order }) => order === "DESC").map(({ name }) => name));
  return table.columns.map((column, index): MemberPlan => {
    const apiName = apiNames[index] ?? column.name;
    const rule = context.overrides.column(table.name, column.name);
    return {
      column,
      name: rule.name ?? memberName(naming, column.name, apiName),
      apiName,
      value: ids.get(column.name) ?? planValue(column.type, within(context, column), rule.value),
      descending: descending.has(column.name),
    };
  });
}

export function planFields(userType: UserType, naming: Naming, context: MemberContext): readonly FieldPlan[] {
  const apiNames = apiNamesOf(userType.fields);
  return userType.fields.map((field, index): FieldPlan => {
    const apiName = apiNames[index] ?? field.name;
    const rule = context.overrides.column(userType.name, field.name);
    return {
      field,
      name: rule.name ?? memberName(naming, field.name, apiName),
      apiName,
      value: planValue(field.type, within(context, field), rule.value),
    };
  });
}

/** The API name of a column that stands alone: most names are in several tables. */
const plainName = memoizeTexts(lowerCamel);

/** The API names of columns, in their order. */
function apiNamesOf(columns: readonly Pick<Column, "name">[]): readonly string[] {
  const plain = columns.map(({ name }) => plainName(name));
  if (new Set(plain).size === plain.length) return plain;
  const apart = nameColumns(columns.map(({ name }) => name));
  return columns.map(({ name }) => apart.get(name) ?? name);
}

function within(context: MemberContext, { name }: Pick<Column, "name">): ValueContext {
  return context.overrides.isEmpty ? context : { ...context, refuse: (reason) => refuseRule(context, name, reason) };
}

function refuseRule({ title, problems }: MemberContext, column: string, reason: string): void {
  const next = "omit the rule for this column";
  problems.push({ code: "rule-misfit", message: `${title}.${column} ${reason}`, next });
}

/** Whether two members of a table could have one name without rules. API names are unique, and never end like `toString_`. */
export function mayConflict({ columns }: Table, naming: Naming): boolean {
  return naming === "verbatim" && columns.some(({ name }) => inherited.has(name));
}

/** `constructor`, `toString` and the other names that every JavaScript object has. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The TypeScript name of a member. `__proto__` gets its API name, because JavaScript and zod would set the prototype.
 * The names that every object has get an underscore: TypeScript reads `constructor` of an object without such a member as that of
 * `Object`, so a value without the column would have the wrong type.
 */
export function memberName(naming: Naming, name: string, apiName: string): string {
  const wish = naming === "camel" || name === "__proto__" ? apiName : name;
  return inherited.has(wish) ? `${wish}_` : wish;
}

/** The kind of value of which an update changes a part. */
export type PartKind = "set" | "list" | "map" | "fields";

interface ChangePlan {
  readonly kind: PartKind;
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

/** A user type with its interface. */
export interface UserTypePlan {
  readonly type: UserType;
  /** `shop.address` */
  readonly title: string;
  readonly names: NamedValue;
  readonly fields: readonly FieldPlan[];
}

/** Plans the user types of a keyspace. Each comes after the ones it contains. */
export function planUserTypes(
  keyspace: string,
  userTypes: readonly UserType[],
  naming: Naming,
  context: Omit<MemberContext, "title">,
): readonly UserTypePlan[] {
  const sorted = [...userTypes].sort((one, other) => byCodeUnits(one.name, other.name));
  return orderUserTypes(sorted).map((type): UserTypePlan => {
    const title = `${keyspace}.${type.name}`;
    const names = context.userTypes.get(type.name)!;
    return { type, title, names, fields: planFields(type, naming, { ...context, title }) };
  });
}
