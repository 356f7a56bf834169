/**
 * A column in every interface of its table, as the emitters declare it; a test compares both for random keyspaces.
 */
import { flatText } from "../../emit/doc.ts";
import { conditionMembers, fieldMembers, inputMembers, rowMembers } from "../../emit/members.ts";
import { runtime } from "../../emit/runtime-entries.ts";
import type { MemberSignature } from "../../emit/syntax.ts";
import type { Scope } from "../../emit/scope.ts";
import { typeDoc } from "../../emit/types.ts";
import type { FieldPlan, IndexPlan, MemberPlan, TablePlan, TypeExpression, UserTypePlan } from "../../plan/index.ts";
import type { Declaration } from "./explanation.ts";

/** Finds the declarations of each column of a table, that of the row first. @param scope of the table's module */
export function declarationsOf(table: TablePlan, scope: Scope): (member: MemberPlan) => readonly Declaration[] {
  const { names, indexes } = table;
  const row = printAll(names.row, rowMembers(table, scope));
  const key = printAll(names.key, inputMembers(table, "key", scope));
  const written = writes(table).map(([name, shape]) => printAll(name, inputMembers(table, shape, scope)));
  written.push(printAll(names.if, conditionMembers(table, scope)));
  return (member) => [
    ...[row, key].flatMap((declared) => declared.get(member.name) ?? []),
    ...whereDeclarations(table, member, scope),
    ...written.flatMap((declared) => declared.get(member.name) ?? []),
    ...indexes.filter((index) => index.member === member).map((index) => indexDeclaration(index, scope)),
  ];
}

/** Finds the only declaration of each field. @param scope of the module of user types */
export function fieldDeclarationsOf(
  { names, fields }: UserTypePlan,
  scope: Scope,
): (field: FieldPlan) => readonly Declaration[] {
  const declared = printAll(names.type, fieldMembers(fields, scope));
  return ({ name }) => [declared.get(name) ?? []].flat();
}

function writes({ names, counts, statics }: TablePlan): readonly [string, "write" | "staticWrite" | "increment"][] {
  if (counts) return [[names.increment, "increment"]];
  if (statics.length === 0) {
    return [
      [names.insert, "write"],
      [names.update, "write"],
    ];
  }
  return [
    [names.insert, "write"],
    [names.rowUpdate, "write"],
    [names.staticUpdate, "staticWrite"],
  ];
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

/** In a partition a column of its key; in the clustering key one of several shapes, of which each counts once. */
function whereDeclarations(
  { names, where, partitionKey, clusteringKey }: TablePlan,
  member: MemberPlan,
  scope: Scope,
): Declaration[] {
  const several = where.length > 1;
  if (partitionKey.includes(member)) {
    return [{ in: several ? names.partition : names.where, optional: false, type: restricted("Match", member, scope) }];
  }
  if (!clusteringKey.includes(member)) return [];
  const declarations = {
    match: { optional: false, type: restricted("Match", member, scope) },
    bound: { optional: true, type: restricted("Bound", member, scope) },
    never: { optional: true, type: "never" },
  };
  const found = where.flatMap((shape) => shape.filter(({ column }) => column === member.column.name));
  return [...new Set(found.map(({ restriction }) => restriction))].map((restriction) => ({
    in: several ? names.clustering : names.where,
    ...declarations[restriction],
  }));
}

function restricted(kind: "Match" | "Bound" | "Indexed", { value }: MemberPlan, scope: Scope): string {
  const name = scope.type(`${value.isObject ? "Object" : ""}${kind}`, runtime);
  return `${name}<${printType(value.input, scope)}>`;
}

/** What a finder by an index asks of its column. */
function indexDeclaration({ member, kind, ranges, where }: IndexPlan, scope: Scope): Declaration {
  const { isObject } = member.value;
  const input = printType(member.value.input, scope);
  const [key, held] = partsOf(member.value.input, scope);
  const types = {
    full: () => (ranges ? restricted("Indexed", member, scope) : isObject ? `{ eq: ${input} }` : input),
    values: () => `{ contains: ${held} }`,
    keys: () => `{ containsKey: ${key} }`,
    entries: () => `{ containsEntry: readonly [${key}, ${held}] }`,
  };
  return { in: where, optional: false, type: types[kind]() };
}

/** What a collection holds: the arguments of a map, the items of any other. */
function partsOf(type: TypeExpression, scope: Scope): readonly [key: string, held: string] {
  const parts =
    typeof type === "string" ? [] : type.kind === "array" ? [type.item, type.item] : "args" in type ? type.args : [];
  const [key = "never", held = "never"] = parts.map((part) => printType(part, scope));
  return [key, held];
}

/** A type on one line. */
export function printType(type: TypeExpression, scope: Scope): string {
  return flatText(typeDoc(type, scope), Infinity) ?? "";
}
