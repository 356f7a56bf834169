/**
 * Creates the types of a keyspace's values, for reading, writing and filters.
 *
 * Takes a CQL type and returns the GraphQL type. Equal types are one object, in all keyspaces and over all changes of
 * their definitions: types of a table that stays can be used beside those of one that is new.
 */
import { isMultiCell, partsOf } from "../model/index.ts";
import type { CqlType } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { ApiInput, ApiObject, ApiTypeRef } from "./api-type.ts";
import { intern } from "./intern.ts";
import { comparisonsWith, createFilter, filterOfScalar } from "./option-types.ts";
import type { FilterOperators } from "./option-types.ts";
import { createPartTypes } from "./part-types.ts";
import { scalarOf } from "./scalars.ts";
import { membersOf } from "./value-members.ts";
import type { Member, Structured } from "./value-members.ts";
import type { ValueName } from "./value-names.ts";

export interface ValueTypes {
  readonly output: (type: CqlType) => ApiTypeRef;
  readonly input: (type: CqlType) => ApiTypeRef;
  readonly filter: (type: CqlType) => ApiInput;
  /** The changes of parts of a column, whose type is not frozen. */
  readonly changes: (type: CqlType) => ApiInput;
  /** Equal for columns whose GraphQL types are equal, whatever their keyspace. */
  readonly identify: (type: CqlType) => string;
}

export function createValueTypes(nameOf: (type: CqlType) => ValueName): ValueTypes {
  const identities = new WeakMap<CqlType, string>();
  const identify = (type: CqlType): string => {
    if (type.kind === "native" || type.kind === "custom") return nameOf(type).filter;
    const identity = identities.get(type) ?? identityOf(type);
    identities.set(type, identity);
    return identity;
  };
  const identityOf = (type: Composite): string => {
    const { object, filter, part } = nameOf(type);
    const fields = type.kind === "user" ? [type.type.description, ...membersOf(type).map(aboutMember)] : [];
    // Lists, sets and vectors are one type in GraphQL.
    const kind = "item" in type ? "list" : type.kind;
    return JSON.stringify([kind, object, filter, part, fields, partsOf(type).map(identify)]);
  };
  const aboutMember = (member: Member): string => JSON.stringify([member.name, member.description]);

  /** The types of values as they are read (`object`), or as they are written (`input`). */
  const typesFor = (kind: "object" | "input", ending: string) => {
    const structured = (type: Structured): ApiTypeRef =>
      intern(`${kind} ${identify(type)}`, (): ApiObject | ApiInput => ({
        kind,
        name: nameOf(type).object + ending,
        description: describe(type),
        fields: membersOf(type).map((member) => ({ ...member, type: typeOf(member, whole) })),
      }));
    const whole = (type: CqlType): ApiTypeRef => {
      if (type.kind === "native" || type.kind === "custom") return scalarOf(type);
      if (type.kind === "tuple" || type.kind === "user") return structured(type);
      return listOf(type.kind === "map" ? structured(type) : whole(type.item));
    };
    return { structured, whole };
  };
  const { whole: output } = typesFor("object", "");
  const { whole: input, structured: inputObject } = typesFor("input", "Input");
  const filter = (type: CqlType): ApiInput => {
    if (type.kind === "native" || type.kind === "custom") return filterOfScalar(scalarOf(type), nameOf(type).filter);
    const what = "item" in type ? "list, set or vector" : type.kind === "user" ? "user type" : type.kind;
    return intern(`filter ${identify(type)}`, () => {
      const items: FilterOperators =
        type.kind === "map"
          ? { contains: input(type.value), containsKey: input(type.key), containsEntry: inputObject(type) }
          : "item" in type
            ? { contains: input(type.item) }
            : {};
      const operators = { ...comparisonsWith(input(type)), ...items, ...parts.tests(type) };
      return createFilter(nameOf(type).filter, `Tests of a ${what}; all must pass.`, operators);
    });
  };
  const parts = createPartTypes({ nameOf, identify, input, entry: inputObject, filter });
  const identifyColumn = (type: CqlType): string => {
    if (!isMultiCell(type)) return identify(type);
    const { changes, item } = nameOf(type);
    return JSON.stringify([type.kind, changes, item, identify(type)]);
  };
  return { output, input, filter, changes: parts.changes, identify: identifyColumn };
}

function typeOf(member: Member, of: (type: CqlType) => ApiTypeRef): ApiTypeRef {
  return member.required === true ? required(of(member.type)) : of(member.type);
}

function describe(type: Structured): string {
  switch (type.kind) {
    case "map":
      return "An entry of a map.";
    case "tuple":
      return "A tuple; any item may be null.";
    case "user":
      return type.type.description ?? `The user type \`${type.type.name}\`; any field may be null.`;
  }
}

/** A type that is made of others. */
type Composite = Exclude<CqlType, { kind: "native" | "custom" }>;
