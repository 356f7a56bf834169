import type { FieldNode, Reference, TypeAlteration, TypeNode } from "../../cql/grammar/index.ts";
import { parseType } from "../../cql/grammar/index.ts";
import { didYouMean } from "../../errors.ts";
import { parseCqlType, printTypeName } from "../../model/index.ts";
import type { DraftKeyspace, Draft } from "./draft.ts";
import { Misfit, find, keyspaceOf } from "./draft.ts";

/** The names that a type may have beside those of CQL, and how the name of a user type is printed. */
type Names = Pick<DraftKeyspace, "userTypes" | "customTypes"> & { readonly printUserType?: (name: string) => string };

/**
 * Prints the text of a type as `system_schema` does: `frozen<tuple<int, frozen<"Odd Type">>>`.
 *
 * A tuple is always frozen, and so is everything within something frozen. Names of user types lose their keyspace.
 */
export function printType(text: string, names: Names): string {
  return print(parseType(text), names, false);
}

function print(type: TypeNode, names: Names, isFrozen: boolean): string {
  switch (type.kind) {
    case "native":
      return type.name === "varchar" ? "text" : type.name;
    case "class":
      return `'${type.name}'`;
    case "frozen":
      return print(type.of, names, true);
    case "list":
    case "set":
      return freeze(`${type.kind}<${print(type.of, names, isFrozen)}>`, isFrozen);
    case "map":
      return freeze(`map<${print(type.key, names, isFrozen)}, ${print(type.value, names, isFrozen)}>`, isFrozen);
    case "tuple":
      return freeze(`tuple<${type.items.map((item) => print(item, names, true)).join(", ")}>`, true);
    case "vector":
      return `vector<${print(type.of, names, false)}, ${type.dimensions}>`;
    case "user": {
      const { userTypes, customTypes, printUserType = printTypeName } = names;
      if (!userTypes.has(type.name) && !customTypes.has(type.name)) throw unknownType(type.name, userTypes.keys());
      return freeze(printUserType(type.name), isFrozen);
    }
  }
}

function freeze(text: string, isFrozen: boolean): string {
  return isFrozen ? `frozen<${text}>` : text;
}

export function unknownType(name: string, userTypes: Iterable<string>): Misfit {
  const mistake = parseCqlType(printTypeName(name));
  if ("type" in mistake) return new Misfit(`unknown user type ${name}`, { member: name });
  const { message, meant = didYouMean(name, [...userTypes, ...(mistake.expected ?? [])]) } = mistake;
  return new Misfit(meant === undefined ? message : `${message}, did you mean ${meant}?`, { member: name });
}

/** The type of a dropped column as the database remembers it: each user type is a frozen tuple of its fields. */
export function expandType(text: string, names: Names): string {
  const printUserType = (name: string): string => {
    const fields = names.userTypes.get(name)?.map(({ type }) => print(parseType(type), expanding, true));
    return fields === undefined ? printTypeName(name) : `tuple<${fields.join(", ")}>`;
  };
  const expanding: Names = { ...names, printUserType };
  return printType(text, expanding);
}

export function alterType(reference: Reference, ifExists: boolean, alteration: TypeAlteration, draft: Draft): void {
  const { name } = reference;
  const keyspace = keyspaceOf(reference, draft);
  const fields = find("user type", name, keyspace.userTypes, ifExists);
  if (!fields) return;
  if (alteration.kind === "rename") return renameFields(alteration.renames, alteration.ifExists, name, fields);
  if (alteration.kind === "retype") throw new Misfit(`${name}.${alteration.field} keeps its type`, { member: "type" });
  addField(fields, alteration.field, alteration.ifNotExists, name, keyspace);
}

/** All at once, so that two fields can swap their names. */
function renameFields(
  renames: readonly (readonly [from: string, to: string])[],
  isOptional: boolean,
  type: string,
  fields: readonly Field[],
): void {
  const renamed = new Map<Field, string>();
  for (const [before, after] of renames) {
    const field = fields.find((one) => one.name === before);
    if (!field && !isOptional) throw new Misfit(`${type} has no field ${before}`, { member: before });
    if (field) renamed.set(field, after);
  }
  const names = fields.map((field) => renamed.get(field) ?? field.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Misfit(`${type} would have two fields ${twice}`, { member: twice });
  for (const [field, name] of renamed) field.name = name;
}

type Field = { name: string; readonly type: string };

/** Adds a field to those of a type. */
export function addField(
  fields: Field[],
  { name, type: text }: FieldNode,
  isOptional: boolean,
  of: string,
  draft: DraftKeyspace,
): void {
  const type = printType(text, draft);
  if (type === "counter") throw new Misfit("a user type cannot have a counter", { member: "counter" });
  if (isUserType(type, draft))
    throw new Misfit(`a user type within another must be frozen: frozen<${type}>`, { member: name });
  const exists = fields.some((one) => one.name === name);
  if (exists && !isOptional) throw new Misfit(`${of} has a field ${name} already`, { member: name });
  if (!exists) fields.push({ name, type });
}

/** Whether it is a user type that is not frozen. */
export function isUserType(type: string, { userTypes }: DraftKeyspace): boolean {
  return [...userTypes.keys()].some((name) => printTypeName(name) === type);
}
