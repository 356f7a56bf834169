/**
 * Finds the declarations of a column in every record of its table, as the emitters write them; a test compares both for
 * random keyspaces.
 */
import { flatText } from "../../emit/doc.ts";
import { declaredMembers, fieldMembers } from "../../emit/members.ts";
import type { MemberSignature } from "../../emit/syntax.ts";
import type { Scope } from "../../emit/scope.ts";
import { typeDoc } from "../../emit/types.ts";
import { recordsOf } from "../../plan/index.ts";
import type { FieldPlan, MemberPlan, TablePlan, TypeExpression, UserTypePlan } from "../../plan/index.ts";
import type { Declaration } from "./explanation.ts";

/**
 * Finds the declarations of each column of a table, in the order of its module: that of the row first. Identical
 * declarations of several prefixes of the clustering key count once.
 * @param scope of the table's module
 */
export function declarationsOf(table: TablePlan, scope: Scope): (member: MemberPlan) => readonly Declaration[] {
  const printed = recordsOf(table).map((record) =>
    declaredMembers(record.kind === "same" ? record.as : record, scope).map((members) =>
      printAll(record.name, members),
    ),
  );
  return ({ name }) =>
    printed.flatMap((types) => {
      const found = types.flatMap((members) => members.get(name) ?? []);
      return found.filter(({ type }, index) => found.findIndex((other) => other.type === type) === index);
    });
}

/** Finds the only declaration of each field. @param scope of the module of user types */
export function fieldDeclarationsOf(
  { names, fields }: UserTypePlan,
  scope: Scope,
): (field: FieldPlan) => readonly Declaration[] {
  const declared = printAll(names.type, fieldMembers(fields, scope));
  return ({ name }) => [declared.get(name) ?? []].flat();
}

/** The members of an interface, by their names. */
function printAll(name: string, signatures: readonly MemberSignature[]): ReadonlyMap<string, Declaration> {
  return new Map(
    signatures.map(({ name: member, optional = false, type }) => [
      member,
      { in: name, optional, type: flatText(type, Infinity) ?? "" },
    ]),
  );
}

/** Prints a type on one line. */
export function printType(type: TypeExpression, scope: Scope): string {
  return flatText(typeDoc(type, scope), Infinity) ?? "";
}
