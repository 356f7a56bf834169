import type { MemberPlan, Presence, TablePlan } from "../plan/index.ts";
import { shapeOf } from "../plan/index.ts";
import type { MemberSignature } from "./syntax.ts";
import { unionType } from "./syntax.ts";

/** How a member is declared, per presence. */
const declared: Readonly<Record<Exclude<Presence, "none">, (value: string) => Omit<MemberSignature, "name">>> = {
  value: (value) => ({ type: value }),
  nullable: (value) => ({ type: unionType([value, "null"]) }),
  optional: (value) => ({ optional: true, type: unionType([value, "null", "undefined"]) }),
  absent: () => ({ optional: true, type: "undefined" }),
};

/** The members of a row, each with where it comes from. */
export function rowMembers(table: TablePlan): readonly MemberSignature[] {
  return shapeOf(table, "row").map((member) => ({
    ...signature(member, member.presence),
    comment: memberComment(member),
  }));
}

/** The members of a shape that a caller gives; the row's comments say what they are. */
export function inputMembers(table: TablePlan, shape: "key" | "write" | "staticWrite"): readonly MemberSignature[] {
  return shapeOf(table, shape).map((member) => signature(member, member.presence));
}

/** Amounts to add: a table's only counter must be given, of several any may be left out. */
export function incrementMembers(table: TablePlan): readonly MemberSignature[] {
  const counters = shapeOf(table, "increment");
  return counters.map(({ name, value }) =>
    counters.length === 1 ? { name, type: value } : { name, optional: true, type: unionType([value, "undefined"]) },
  );
}

function signature(member: MemberPlan, presence: Presence): MemberSignature {
  if (presence === "none") throw new Error(`the member ${member.name} is not of this shape`);
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
