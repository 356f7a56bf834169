/** Declares records in the form that they have in JSON: members by their API names, filters as objects of operators. */
import { printCqlType } from "../model/index.ts";
import type { FieldPlan, MemberPlan, RecordMember, RecordPlan, TablePlan, TypeExpression } from "../plan/index.ts";
import type { Presence, Restriction, WireTypes } from "../plan/index.ts";
import { orNull } from "../plan/index.ts";
import { runtimeDocuments } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { genericType } from "./syntax.ts";
import type { MemberSignature } from "./syntax.ts";
import { declaredValue } from "./members.ts";
import { typeDoc } from "./types.ts";

/** The members of the object types that declare a record: several for prefixes, none for an alias. */
export function wireMembers(
  record: RecordPlan,
  table: TablePlan,
  wires: WireTypes,
  scope: Scope,
): readonly (readonly MemberSignature[])[] {
  const restricted = (member: RecordMember<Restriction>): MemberSignature => restriction(member, wires, scope);
  switch (record.kind) {
    case "values": {
      const key = record.role === "increment" ? [...table.partitionKey, ...table.clusteringKey] : [];
      const members: readonly RecordMember<Presence>[] = [
        ...key.map((member) => ({ member, presence: "value" as const })),
        ...record.members,
      ];
      return [
        members.map(({ member, presence }): MemberSignature => {
          const isRow = record.role === "row";
          const type = wires.of(member.column.type, member.value.codec, !isRow);
          const stands = isRow ? presenceInRow(member, presence, table) : presence;
          const comment = isRow ? [factOf(member.column.type)] : [];
          return { name: member.apiName, ...declaredValue(stands, type, scope), comment };
        }),
      ];
    }
    case "query":
      return [record.members.map(restricted)];
    case "prefix":
      return record.prefixes.map((prefix) => prefix.map(restricted));
    default:
      return [];
  }
}

/**
 * A missing collection is null in JSON. A partition with only static values has an item without clustering key in a
 * page.
 */
function presenceInRow({ column: { kind } }: MemberPlan, presence: Presence, { statics }: TablePlan): Presence {
  const isKey = kind === "partition" || (kind === "clustering" && statics.length === 0);
  return isKey ? presence : "nullable";
}

function factOf(type: Parameters<typeof printCqlType>[0]): string {
  return `CQL \`${printCqlType(type)}\`.`;
}

/** The members of a user type in JSON. Each may be null. */
export function wireFields(fields: readonly FieldPlan[], wires: WireTypes, scope: Scope): readonly MemberSignature[] {
  return fields.map(({ apiName, field, value }) => ({
    name: apiName,
    type: typeDoc(orNull(wires.of(field.type, value.codec)), scope),
    comment: [factOf(field.type)],
  }));
}

/** The tests of each restriction in the runtime; key columns and conditions alone have documents. */
const tests: Readonly<Partial<Record<Restriction, { readonly name: string; readonly optional: boolean }>>> = {
  match: { name: "MatchWire", optional: false },
  bound: { name: "BoundWire", optional: true },
  condition: { name: "ConditionWire", optional: true },
};

function restriction({ member, presence }: RecordMember<Restriction>, wires: WireTypes, scope: Scope): MemberSignature {
  const test = tests[presence];
  if (!test) return { name: member.apiName, optional: true, type: "never" };
  const value: TypeExpression = wires.of(member.column.type, member.value.codec, true);
  const type = genericType(scope.type(test.name, runtimeDocuments), [typeDoc(value, scope)]);
  return { name: member.apiName, optional: test.optional, type };
}
