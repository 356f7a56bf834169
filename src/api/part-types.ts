/**
 * Creates the inputs that test and change parts of a value: items of a list, entries of a map, fields of a user type.
 *
 * Filters have the tests of parts for frozen types too, since they are shared with types that are not.
 */
import type { CqlType } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { ApiArgument, ApiInput, ApiTypeRef } from "./api-type.ts";
import { intern } from "./intern.ts";
import type { FilterOperators } from "./option-types.ts";
import { int } from "./scalars.ts";
import { membersOf } from "./value-members.ts";
import type { ValueName } from "./value-names.ts";

/** What the parts of values are made of. */
interface WholeTypes {
  readonly nameOf: (type: CqlType) => ValueName;
  readonly identify: (type: CqlType) => string;
  readonly input: (type: CqlType) => ApiTypeRef;
  readonly entry: (type: Extract<CqlType, { kind: "map" }>) => ApiTypeRef;
  readonly filter: (type: CqlType) => ApiInput;
}

export interface PartTypes {
  /** The tests of parts that a filter of this type has. */
  readonly tests: (type: CqlType) => FilterOperators;
  /** The changes of parts of a value, whose type is not frozen. */
  readonly changes: (type: CqlType) => ApiInput;
}

export function createPartTypes({ nameOf, identify, input, entry, filter }: WholeTypes): PartTypes {
  const create = (kind: string, type: CqlType, name: string, description: string, fields: readonly ApiArgument[]) =>
    intern(`${kind} ${name} ${identify(type)}`, (): ApiInput => ({ kind: "input", name, description, fields }));

  const testOf = (type: CqlType, where: ApiArgument, is: CqlType): ApiInput =>
    create("part", type, nameOf(type).part, "A test of a part of a value.", [
      where,
      { name: "is", type: required(filter(is)), description: "What must be true of it. All must pass." },
    ]);

  const tests = (type: CqlType): FilterOperators => {
    if (type.kind === "map") return { at: listOf(required(testOf(type, keyOf(type.key), type.value))) };
    if ("item" in type) return { at: listOf(required(testOf(type, index, type.item))) };
    if (type.kind !== "user") return {};
    const fields = membersOf(type).map((member) => ({ ...member, type: filter(member.type) }));
    return { fields: create("part", type, nameOf(type).part, "Tests of fields; all must pass.", fields) };
  };

  const keyOf = (key: CqlType): ApiArgument => {
    return { name: "key", type: required(input(key)), description: "The key of the value." };
  };

  const changes = (type: CqlType): ApiInput => {
    const { name, fields } = changesOf(type);
    return create(`${type.kind} changes`, type, name, "Changes of parts of a value; all are made.", fields);
  };

  const changesOf = (type: CqlType): { readonly name: string; readonly fields: readonly ApiArgument[] } => {
    const name = nameOf(type).changes;
    const many = (of: CqlType): ApiTypeRef => listOf(required(input(of)));
    switch (type.kind) {
      case "set":
        return {
          name,
          fields: [
            { name: "add", type: many(type.item), description: "Items to put into the set." },
            { name: "remove", type: many(type.item), description: "Items to take from it." },
          ],
        };
      case "list":
        return {
          name,
          fields: [
            { name: "append", type: many(type.item), description: "Items for the end of the list. Never sent again." },
            { name: "prepend", type: many(type.item), description: "Items for its beginning, in this order." },
            { name: "remove", type: many(type.item), description: "Items to remove wherever the list has them." },
            {
              name: "setAt",
              type: listOf(required(itemOf(type, type.item))),
              description: "Items to replace, by their index.",
            },
            { name: "removeAt", type: listOf(required(int)), description: "Indexes of items to remove, from 0 on." },
          ],
        };
      case "map":
        return {
          name,
          fields: [
            { name: "put", type: listOf(required(entry(type))), description: "Entries to write; others stay." },
            { name: "removeKeys", type: many(type.key), description: "Keys to remove with their values." },
          ],
        };
      case "user":
        return {
          name,
          fields: [
            { name: "setFields", type: input(type), description: "Fields to write; others stay, null clears one." },
          ],
        };
      default:
        throw new Error(`${type.kind} is written as a whole`);
    }
  };

  const itemOf = (list: CqlType, item: CqlType): ApiInput =>
    create("item", list, nameOf(list).item, "An item of a list, and its index.", [
      index,
      { name: "value", type: input(item), description: "The item; null removes the one at the index." },
    ]);

  return { tests, changes };
}

const index: ApiArgument = { name: "index", type: required(int), description: "The index of the item, from 0 on." };
