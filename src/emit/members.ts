import type {
  FieldPlan,
  MemberPlan,
  Presence,
  RecordMember,
  RecordPlan,
  Restriction,
  TypeExpression,
  ValueRecord,
} from "../plan/index.ts";
import { orNull } from "../plan/index.ts";
import { printCqlType } from "../model/index.ts";
import type { Doc } from "./doc.ts";
import { runtime } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { genericType, linesOf, objectType } from "./syntax.ts";
import type { MemberSignature } from "./syntax.ts";
import { typeDoc } from "./types.ts";

interface Declared {
  readonly optional: boolean;
  readonly type: Doc;
}

/** The declaration of a value, by presence. */
const values: Readonly<
  Record<Presence, (value: TypeExpression) => { readonly optional: boolean; readonly type: TypeExpression }>
> = {
  value: (value) => ({ optional: false, type: value }),
  notEmpty: (value) => ({ optional: false, type: value }),
  nullable: (value) => ({ optional: false, type: orNull(value) }),
  optional: (value) => ({ optional: true, type: union(value, "null", "undefined") }),
  amount: (value) => ({ optional: true, type: union(value, "undefined") }),
  absent: () => ({ optional: true, type: "undefined" }),
};

function union(...types: TypeExpression[]): TypeExpression {
  return types[0] === "unknown" ? "unknown" : { kind: "union", types };
}

export function declaredValue(presence: Presence, value: TypeExpression, scope: Scope): Declared {
  const { optional, type } = values[presence](value);
  return { optional, type: typeDoc(type, scope) };
}

/** The declaration of a column's restriction: `Match<string>`, `{ contains: string }`. */
function declaredRestriction({ member: { value }, presence }: RecordMember<Restriction>, scope: Scope): Declared {
  // A value that may be a plain object is declared within `eq`, so that it is not mistaken for operators.
  const by = (name: string): Doc =>
    genericType(scope.type(value.isObject ? `Object${name}` : name, runtime), [typeDoc(value.input, scope)]);
  const having = (operator: string, type: TypeExpression): Doc =>
    objectType([{ name: operator, type: typeDoc(type, scope) }]);
  switch (presence) {
    case "match":
      return { optional: false, type: by("Match") };
    case "bound":
      return { optional: true, type: by("Bound") };
    case "never":
      return { optional: true, type: "never" };
    case "condition":
      return { optional: true, type: by("Condition") };
    case "equal":
      return { optional: false, type: value.isObject ? having("eq", value.input) : typeDoc(value.input, scope) };
    case "indexed":
      return { optional: false, type: by("Indexed") };
    case "contains":
      return { optional: false, type: having("contains", partsOf(value.input).held) };
    case "containsKey":
      return { optional: false, type: having("containsKey", partsOf(value.input).key) };
    case "containsEntry": {
      const { key, held } = partsOf(value.input);
      const entry: TypeExpression = { kind: "tuple", items: [key, held], readonly: true };
      return { optional: false, type: having("containsEntry", entry) };
    }
  }
}

/** The parts of a collection that can be indexed: its type arguments, or the item of its array. */
function partsOf(type: TypeExpression): { readonly key: TypeExpression; readonly held: TypeExpression } {
  const expression = typeof type === "string" ? undefined : type;
  if (expression?.kind === "array") return { key: "never", held: expression.item };
  const [key = "never", held = "never"] = expression?.kind === "generic" ? expression.args : [];
  return { key, held };
}

/**
 * The members of the object types that declare a record: one type for an interface, several for prefixes, none for an
 * alias.
 */
export function declaredMembers(record: RecordPlan, scope: Scope): readonly (readonly MemberSignature[])[] {
  const restricted = (member: RecordMember<Restriction>): MemberSignature =>
    signature(member.member.name, declaredRestriction(member, scope));
  switch (record.kind) {
    case "values":
      return [valueMembers(record, scope)];
    case "query":
      return [record.members.map(restricted)];
    case "prefix":
      return record.prefixes.map((prefix) => prefix.map(restricted));
    default:
      return [];
  }
}

function valueMembers({ role, members }: ValueRecord, scope: Scope): readonly MemberSignature[] {
  return members.map(({ member, presence }) => {
    const value = role === "row" ? member.value.type : member.value.input;
    return signature(member.name, declaredValue(presence, value, scope), commentIn(role, member, presence));
  });
}

/** The members of a user type. Each may be null. */
export function fieldMembers(fields: readonly FieldPlan[], scope: Scope): readonly MemberSignature[] {
  return fields.map((plan) =>
    signature(
      plan.name,
      declaredValue("nullable", plan.value.type, scope),
      comment(plan.field, plan.name, "", "field"),
    ),
  );
}

function signature(name: string, { optional, type }: Declared, comment: readonly string[] = []): MemberSignature {
  return { name, optional, type, comment };
}

const kindTexts = { partition: ", partition key", clustering: ", clustering key", static: ", static", regular: "" };

/** The comment of a row describes the column. A write repeats only its description, which editors show at the call. */
function commentIn(role: ValueRecord["role"], member: MemberPlan, presence: Presence): readonly string[] {
  const { description } = member.column;
  if (role === "row") return rowComment(member);
  return role === "key" || presence === "absent" || description === undefined ? [] : linesOf(description);
}

function rowComment({ column, name, descending }: MemberPlan): readonly string[] {
  return comment(column, name, kindTexts[column.kind] + (descending ? ", descending" : ""), "column");
}

/** The description if there is one, then the facts: "CQL `timestamp`, clustering key, descending." */
function comment(
  { name: source, type, description }: FieldPlan["field"],
  name: string,
  facts: string,
  what: "column" | "field",
): readonly string[] {
  const renamed = source === name ? "" : `, ${what} \`${source}\``;
  const fact = `CQL \`${printCqlType(type)}\`${facts}${renamed}.`;
  return description === undefined ? [fact] : [...linesOf(description), "", fact];
}
