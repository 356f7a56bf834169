import type { FieldPlan, MemberPlan, Shape, ShapedMember, TablePlan, TypeExpression } from "../plan/index.ts";
import { orNull, shapeOf } from "../plan/index.ts";
import { printCqlType } from "../model/index.ts";
import type { Doc } from "./doc.ts";
import { runtime } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { genericType, linesOf } from "./syntax.ts";
import type { MemberSignature } from "./syntax.ts";
import { typeDoc } from "./types.ts";

interface Declared {
  readonly optional: boolean;
  readonly type: Doc;
}

/** How a member is declared, per presence. */
const declarations: Readonly<
  Record<ShapedMember["presence"], (value: TypeExpression) => Pick<Declared, "optional"> & { type: TypeExpression }>
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

/** Most columns are of a few types, so that what declares one can be kept for the next. */
const known = new Map<string, Declared>();

function declared(presence: ShapedMember["presence"], value: TypeExpression, scope: Scope): Declared {
  const declare = (): Declared => {
    const { optional, type } = declarations[presence](value);
    return { optional, type: typeDoc(type, scope) };
  };
  if (typeof value !== "string") return declare();
  const key = `${presence} ${scope.global(value)}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = declare()));
  return found;
}

/** The members of a row, each with where it comes from. */
export function rowMembers(table: TablePlan, scope: Scope): readonly MemberSignature[] {
  return shapeOf(table, "row").map(({ member, presence }) =>
    signature(member.name, declared(presence, member.value.type, scope), memberComment(member)),
  );
}

/** The members of a shape that a caller gives; the row's comments say what they are. */
export function inputMembers(table: TablePlan, shape: Exclude<Shape, "row">, scope: Scope): readonly MemberSignature[] {
  return shapeOf(table, shape).map(({ member, presence }) =>
    signature(member.name, declared(presence, member.value.input, scope)),
  );
}

/** What a condition can ask of each column: `Condition<string>`; a value that may be a plain object stands behind `eq`. */
export function conditionMembers(table: TablePlan, scope: Scope): readonly MemberSignature[] {
  return table.conditional.map(({ name, value }) => {
    const condition = scope.type(value.isObject ? "ObjectCondition" : "Condition", runtime);
    return signature(name, { optional: true, type: genericType(condition, [typeDoc(value.input, scope)]) });
  });
}

/** The members of a user type, each of which may be null. */
export function fieldMembers(fields: readonly FieldPlan[], scope: Scope): readonly MemberSignature[] {
  return fields.map((plan) =>
    signature(plan.name, declared("nullable", plan.value.type, scope), comment(plan.field, plan.name, [], "field")),
  );
}

function signature(name: string, { optional, type }: Declared, comment: readonly string[] = []): MemberSignature {
  return { name, optional, type, comment };
}

const kindTexts = { partition: "partition key", clustering: "clustering key", static: "static", regular: "" };

function memberComment({ column, name, descending }: MemberPlan): readonly string[] {
  return comment(column, name, [kindTexts[column.kind], descending ? "descending" : ""], "column");
}

/** "CQL `timestamp`, clustering key, descending", after the description if it has one. */
function comment(
  { name: source, type, description }: FieldPlan["field"],
  name: string,
  facts: readonly string[],
  what: "column" | "field",
): readonly string[] {
  const renamed = source === name ? "" : `${what} \`${source}\``;
  const told = [`CQL \`${printCqlType(type)}\``, ...facts, renamed].filter((text) => text !== "");
  const fact = `${told.join(", ")}.`;
  return description === undefined ? [fact] : [...linesOf(description), "", fact];
}
