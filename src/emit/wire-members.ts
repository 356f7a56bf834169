/** Declares records in the form that they have in JSON: members by their API names, filters as objects of operators. */
import { printCqlType } from "../model/index.ts";
import type {
  FieldPlan,
  MemberPlan,
  PartKind,
  RecordMember,
  TablePlan,
  TypeExpression,
  Presence,
  Restriction,
  ValueRecord,
  WireTypes,
} from "../plan/index.ts";
import { changeOf, orNull } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { runtimeDocuments } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { genericType, memberLine, memberLines } from "./syntax.ts";
import type { MemberSignature } from "./syntax.ts";
import { declaredValue } from "./members.ts";
import type { MemberDeclarations } from "./members.ts";
import { typeDoc } from "./values.ts";

export function declareWireMembers(table: TablePlan, wires: WireTypes, scope: Scope): MemberDeclarations {
  const membersOf: MemberDeclarations["membersOf"] = (members) =>
    members.map((member) => restriction(member, wires, scope));
  return {
    linesOf: (record) => memberLines(record.kind === "query" ? membersOf(record.members) : valuesOf(record)),
    membersOf,
  };

  function valuesOf({ role, members }: ValueRecord): readonly MemberSignature[] {
    const key = role === "increment" ? [...table.partitionKey, ...table.clusteringKey] : [];
    const withKey = [...key.map((member) => ({ member, presence: "value" as const })), ...members];
    return withKey.map(({ member, presence }) => {
      const isRow = role === "row";
      const type = wires.of(member.column.type, member.value.codec, !isRow);
      const stands = isRow ? presenceInRow(member, presence, table) : presence;
      const comment = isRow ? [factOf(member.column.type)] : [];
      return { name: member.apiName, ...declaredValue(stands, type, scope), comment };
    });
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
export function wireFields(fields: readonly FieldPlan[], wires: WireTypes, scope: Scope): string {
  return fields
    .map(({ apiName, field, value }) => {
      const type = typeDoc(orNull(wires.of(field.type, value.codec)), scope);
      return memberLine(apiName, { type }, [factOf(field.type)]);
    })
    .join("");
}

/** The tests of each restriction in the runtime, and the parts of the column that they compare. */
const tests: Readonly<
  Record<
    Exclude<Restriction, "never" | "condition">,
    {
      readonly name: string;
      readonly optional?: boolean;
      readonly of: (value: TypeExpression) => readonly TypeExpression[];
    }
  >
> = {
  match: { name: "MatchWire", of: (value) => [value] },
  bound: { name: "BoundWire", optional: true, of: (value) => [value] },
  equal: { name: "EqualWire", of: (value) => [value] },
  indexed: { name: "IndexedWire", of: (value) => [value] },
  contains: { name: "ContainsWire", of: (value) => partsOf(value).slice(-1) },
  containsKey: { name: "ContainsKeyWire", of: (value) => partsOf(value).slice(0, 1) },
  containsEntry: { name: "ContainsEntryWire", of: partsOf },
};

function restriction(
  { member, presence, optional = false }: RecordMember<Restriction>,
  wires: WireTypes,
  scope: Scope,
): MemberSignature {
  const name = member.apiName;
  if (presence === "never") return { name, optional: true, type: "never" };
  const value = wires.of(member.column.type, member.value.codec, true);
  if (presence === "condition") return { name, optional: true, type: condition(member, value, scope) };
  const test = tests[presence];
  return { name, optional: test.optional ?? optional, type: documentsType(test.name, test.of(value), scope) };
}

/** A list, a map or a user type that is not frozen also has tests of its parts. */
function condition(member: MemberPlan, value: TypeExpression, scope: Scope): Doc {
  const kind = changeOf(member)?.kind;
  if (kind === "fields") return documentsType("FieldsConditionWire", [value], scope);
  if (kind === "list") return documentsType("ItemsConditionWire", [value, ...partsOf(value)], scope);
  if (kind === "map") return documentsType("EntriesConditionWire", [value, ...partsOf(value)], scope);
  return documentsType("ConditionWire", [value], scope);
}

const changes: Readonly<Record<PartKind, string>> = {
  set: "SetChangesWire",
  list: "ListChangesWire",
  map: "MapChangesWire",
  fields: "FieldsChangesWire",
};

/** The changes of each column that an update can change in part. */
export function wireChanges({ members }: TablePlan, wires: WireTypes, scope: Scope): string {
  return members
    .map((member) => {
      const kind = changeOf(member)?.kind;
      if (kind === undefined) return "";
      const value = wires.of(member.column.type, member.value.codec, true);
      const type = documentsType(changes[kind], kind === "fields" ? [value] : partsOf(value), scope);
      return memberLine(member.apiName, { optional: true, type });
    })
    .join("");
}

/** The item of a collection in JSON, or the key and the value of a map. */
function partsOf(value: TypeExpression): readonly TypeExpression[] {
  if (typeof value === "string" || value.kind !== "array") return [value];
  const { item } = value;
  return typeof item !== "string" && item.kind === "generic" && item.name === "EntryWire" ? item.args : [item];
}

function documentsType(name: string, args: readonly TypeExpression[], scope: Scope): Doc {
  return genericType(
    scope.type(name, runtimeDocuments),
    args.map((arg) => typeDoc(arg, scope)),
  );
}
