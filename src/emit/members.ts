import type {
  FieldPlan,
  MemberPlan,
  PartKind,
  PrefixRecord,
  Presence,
  QueryRecord,
  RecordMember,
  RecordPlan,
  Restriction,
  TypeExpression,
  ValuePlan,
  ValueRecord,
} from "../plan/index.ts";
import { changeOf, orNull } from "../plan/index.ts";
import { printCqlType, refersToDuration } from "../model/index.ts";
import { ObjectCache } from "../cache.ts";
import type { Doc } from "./doc.ts";
import { runtime, runtimeChanges } from "./runtime-entries.ts";
import type { Scope, Shared } from "./scope.ts";
import { share } from "./scope.ts";
import { genericType, linesOf, memberLine, memberType, objectType, optionalMember, unionType } from "./syntax.ts";
import type { MemberSignature, MemberType } from "./syntax.ts";
import { typeDoc } from "./values.ts";

/** The declaration of a value, by presence. */
const values: Readonly<
  Record<Presence, (value: TypeExpression) => { readonly optional: boolean; readonly type: TypeExpression }>
> = {
  value: (value) => ({ optional: false, type: value }),
  notEmpty: (value) => ({ optional: false, type: value }),
  nullable: (value) => ({ optional: false, type: orNull(value) }),
  optional: (value) => ({ optional: true, type: union(value, "null", "undefined") }),
  changeable: (value) => ({ optional: true, type: union(value, "null", "undefined") }),
  amount: (value) => ({ optional: true, type: union(value, "undefined") }),
  absent: () => ({ optional: true, type: "undefined" }),
};

function union(...types: TypeExpression[]): TypeExpression {
  return types[0] === "unknown" ? "unknown" : { kind: "union", types };
}

export function declaredValue(presence: Presence, value: TypeExpression, scope: Scope): MemberType {
  const { optional, type } = values[presence](value);
  return memberType(optional, typeDoc(type, scope));
}

/** The types of changes, by what they change. */
const changes: Readonly<Record<PartKind, string>> = {
  set: "SetChange",
  list: "ListChange",
  map: "MapChange",
  fields: "FieldsChange",
};

/** The values of a column that an update may change in part: those of an insert, and changes. */
function declaredChange(member: MemberPlan, scope: Scope): MemberType {
  const change = changeOf(member);
  if (!change) return declaredValue("optional", member.value.input, scope);
  const type: TypeExpression = {
    kind: "generic",
    name: changes[change.kind],
    args: change.parts,
    module: { own: runtimeChanges },
  };
  return memberType(true, typeDoc(union(member.value.input, type, "null", "undefined"), scope));
}

/** Emits what a column has in a record. */
type EmitMember<Member, Stands, Part> = (member: Member, presence: Stands, scope: Scope) => Part;
type Declare<Stands> = EmitMember<MemberPlan, Stands, MemberType>;

/**
 * What is emitted once for each value, which the columns of a type share, and for each presence; again in a module that has
 * other names for its types.
 */
export function oncePerValue<Member extends { readonly value: ValuePlan }, Stands extends Presence | Restriction, Part>(
  emit: EmitMember<Member, Stands, Part>,
): EmitMember<Member, Stands, Part> {
  const emitted = new ObjectCache<ValuePlan, Map<Stands, Shared<Part>>>();
  const none = (): Map<Stands, Shared<Part>> => new Map();
  return (member, presence, scope) => {
    const known = emitted.get(member.value, none, scope.frame.importExtension);
    let shared = known.get(presence);
    if (!shared) known.set(presence, (shared = share(scope.frame, (scope) => emit(member, presence, scope))));
    return scope.take(shared) ?? emit(member, presence, scope);
  };
}

const declareInRow: Declare<Presence> = oncePerValue((member, presence, scope) =>
  declaredValue(presence, member.value.type, scope),
);
const declareInWrite: Declare<Presence> = oncePerValue((member, presence, scope) =>
  presence === "changeable" ? declaredChange(member, scope) : declaredValue(presence, member.value.input, scope),
);
const declareRestriction = oncePerValue(declaredRestriction);

/** The declaration of a column's restriction: `Match<string>`, `{ contains: string }`. */
function declaredRestriction(member: MemberPlan, presence: Restriction, scope: Scope): MemberType {
  const { value } = member;
  // A value that may be a plain object is declared within `eq`, so that it is not mistaken for operators.
  const by = (name: string): Doc =>
    genericType(scope.type(value.isObject ? `Object${name}` : name, runtime), [typeDoc(value.input, scope)]);
  const having = (operator: string, type: TypeExpression): Doc =>
    objectType([{ name: operator, type: typeDoc(type, scope) }]);
  switch (presence) {
    case "match":
      return memberType(false, by("Match"));
    case "bound":
      return memberType(true, by("Bound"));
    case "never":
      return memberType(true, "never");
    case "condition":
      return memberType(true, conditionOn(member, scope));
    case "equal":
      return memberType(false, value.isObject ? having("eq", value.input) : typeDoc(value.input, scope));
    case "indexed":
      return memberType(false, by("Indexed"));
    case "contains":
      return memberType(false, having("contains", partsOf(value.input).held));
    case "containsKey":
      return memberType(false, having("containsKey", partsOf(value.input).key));
    case "containsEntry": {
      const { key, held } = partsOf(value.input);
      const entry: TypeExpression = { kind: "tuple", items: [key, held], readonly: true };
      return memberType(false, having("containsEntry", entry));
    }
  }
}

/** A condition takes a plain object as a value where it knows the type of the value. */
function conditionOn(member: MemberPlan, scope: Scope): Doc {
  const { column, value } = member;
  const kind = value.input === "unknown" ? "Object" : refersToDuration(column.type) ? "Unordered" : "";
  const whole = genericType(scope.type(`${kind}Condition`, runtime), [typeDoc(value.input, scope)]);
  const change = changeOf(member);
  const ofPart = change && partConditions[change.kind];
  if (!ofPart) return whole;
  const args = change.parts.map((part) => typeDoc(part, scope));
  return unionType([whole, genericType(scope.type(ofPart, runtimeChanges), args)]);
}

/** The types of conditions on parts, by what has them. */
const partConditions: Readonly<Partial<Record<PartKind, string>>> = {
  list: "ItemCondition",
  map: "EntryCondition",
  fields: "FieldCondition",
};

/** The parts of a collection that can be indexed: its type arguments, or the item of its array. */
function partsOf(type: TypeExpression): { readonly key: TypeExpression; readonly held: TypeExpression } {
  const expression = typeof type === "string" ? undefined : type;
  if (expression?.kind === "array") return { key: "never", held: expression.item };
  const [key = "never", held = "never"] = expression?.kind === "generic" ? expression.args : [];
  return { key, held };
}

/** How the members of records are declared. */
export interface MemberDeclarations {
  /** As lines of an interface. */
  readonly linesOf: (record: ValueRecord | QueryRecord) => string;
  /** As members of an object type. */
  readonly membersOf: (prefix: PrefixRecord["prefixes"][number]) => readonly MemberSignature[];
}

export function declareMembers(scope: Scope): MemberDeclarations {
  return {
    linesOf: (record) => {
      let lines = "";
      if (record.kind === "query")
        for (const restriction of record.members)
          lines += memberLine(restriction.member.name, restrictedType(restriction, scope));
      else {
        const declare = declareIn(record);
        for (const { member, presence } of record.members)
          lines += memberLine(member.name, declare(member, presence, scope), commentIn(record, member, presence));
      }
      return lines;
    },
    membersOf: (prefix) =>
      prefix.map((restriction) => ({ name: restriction.member.name, ...restrictedType(restriction, scope) })),
  };
}

/** The members of the object types that declare a record: several types for prefixes, none for an alias. */
export function declaredMembers(record: RecordPlan, scope: Scope): readonly (readonly MemberSignature[])[] {
  const { membersOf } = declareMembers(scope);
  if (record.kind === "query") return [membersOf(record.members)];
  if (record.kind === "prefix") return record.prefixes.map(membersOf);
  if (record.kind !== "values") return [];
  const declare = declareIn(record);
  return [record.members.map(({ member, presence }) => ({ name: member.name, ...declare(member, presence, scope) }))];
}

function declareIn({ role }: ValueRecord): Declare<Presence> {
  return role === "row" ? declareInRow : declareInWrite;
}

function restrictedType({ member, presence, optional }: RecordMember<Restriction>, scope: Scope): MemberType {
  const type = declareRestriction(member, presence, scope);
  return optional ? optionalMember(type) : type;
}

/** The members of a user type. Each may be null. */
export function fieldLines(fields: readonly FieldPlan[], scope: Scope): string {
  return fields
    .map(({ field, name, value }) =>
      memberLine(name, declaredValue("nullable", value.type, scope), comment(field, name, "", "field")),
    )
    .join("");
}

const kindTexts = { partition: ", partition key", clustering: ", clustering key", static: ", static", regular: "" };

/** The comment of a row describes the column. A write repeats only its description, which editors show at the call. */
function commentIn(
  { role }: ValueRecord,
  { column, name, descending }: MemberPlan,
  presence: Presence,
): readonly string[] | undefined {
  const { description } = column;
  if (role === "row")
    return comment(column, name, kindTexts[column.kind] + (descending ? ", descending" : ""), "column");
  return role === "key" || presence === "absent" || description === undefined ? undefined : linesOf(description);
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
