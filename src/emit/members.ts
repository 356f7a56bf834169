import type { FieldPlan, MemberPlan, Shape, ShapedMember, TablePlan, TypeExpression } from "../plan/index.ts";
import { orNull, shapeOf } from "../plan/index.ts";
import { printCqlType } from "../model/index.ts";
import type { MemberSignature } from "./syntax.ts";
import { typeDoc } from "./types.ts";

/** How a member is declared, per presence. */
const declared: Readonly<
  Record<ShapedMember["presence"], (value: TypeExpression) => { optional?: boolean; type: TypeExpression }>
> = {
  value: (value) => ({ type: value }),
  nullable: (value) => ({ type: orNull(value) }),
  optional: (value) => ({ optional: true, type: union(value, "null", "undefined") }),
  amount: (value) => ({ optional: true, type: union(value, "undefined") }),
  absent: () => ({ optional: true, type: "undefined" }),
};

function union(...types: TypeExpression[]): TypeExpression {
  return types[0] === "unknown" ? "unknown" : { kind: "union", types };
}

/** The members of a row, each with where it comes from. */
export function rowMembers(table: TablePlan): readonly MemberSignature[] {
  return shapeOf(table, "row").map(({ member, presence }) =>
    signature(member.name, declared[presence](member.value.type), memberComment(member)),
  );
}

/** The members of a shape that a caller gives; the row's comments say what they are. */
export function inputMembers(table: TablePlan, shape: Exclude<Shape, "row">): readonly MemberSignature[] {
  return shapeOf(table, shape).map(({ member, presence }) =>
    signature(member.name, declared[presence](member.value.input)),
  );
}

/** The members of a user type, each of which may be null. */
export function fieldMembers(fields: readonly FieldPlan[]): readonly MemberSignature[] {
  return fields.map((plan) =>
    signature(plan.name, declared.nullable(plan.value.type), comment(plan.field, plan.name, [], "field")),
  );
}

function signature(
  name: string,
  { optional = false, type }: { optional?: boolean; type: TypeExpression },
  comment: readonly string[] = [],
): MemberSignature {
  return { name, optional, type: typeDoc(type), comment };
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
  return description === undefined ? [fact] : [...description.split(/\r\n?|\n/), "", fact];
}
