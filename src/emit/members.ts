import type { MemberPlan, Shape, ShapedMember, TablePlan } from "../plan/index.ts";
import { shapeOf } from "../plan/index.ts";
import type { MemberSignature } from "./syntax.ts";
import { unionType } from "./syntax.ts";

/** How a member is declared, per presence. */
const declared: Readonly<Record<ShapedMember["presence"], (value: string) => Omit<MemberSignature, "name">>> = {
  value: (value) => ({ type: value }),
  nullable: (value) => ({ type: unionType([value, "null"]) }),
  optional: (value) => ({ optional: true, type: unionType([value, "null", "undefined"]) }),
  amount: (value) => ({ optional: true, type: unionType([value, "undefined"]) }),
  absent: () => ({ optional: true, type: "undefined" }),
};

/** The members of a row, each with where it comes from. */
export function rowMembers(table: TablePlan): readonly MemberSignature[] {
  return shapeOf(table, "row").map((shaped) => ({ ...signature(shaped), comment: memberComment(shaped.member) }));
}

/** The members of a shape that a caller gives; the row's comments say what they are. */
export function inputMembers(table: TablePlan, shape: Exclude<Shape, "row">): readonly MemberSignature[] {
  return shapeOf(table, shape).map(signature);
}

function signature({ member, presence }: ShapedMember): MemberSignature {
  return { name: member.name, ...declared[presence](member.value) };
}

const kindTexts = { partition: "partition key", clustering: "clustering key", static: "static", regular: "" };

/** "CQL `timestamp`, clustering key, descending", after the description if it has one. */
function memberComment({ column, name, codec, descending }: MemberPlan): readonly string[] {
  const facts = [`CQL \`${codec}\``, kindTexts[column.kind], descending ? "descending" : ""];
  if (column.name !== name) facts.push(`column \`${column.name}\``);
  const fact = `${facts.filter((text) => text !== "").join(", ")}.`;
  return column.description === undefined ? [fact] : [...column.description.split(/\r?\n/), "", fact];
}
