/**
 * Creates the types of a keyspace's values, for reading, writing and filters.
 *
 * Takes a CQL type and returns the GraphQL type. Equal types are one object, in all keyspaces and over all changes of
 * their definitions: types of a table that stays can be used beside those of one that is new.
 */
import { nameColumns } from "@colonnade/runtime/protocol";
import { partsOf, printCqlType } from "../model/index.ts";
import type { CqlType } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { ApiInput, ApiObject, ApiType, ApiTypeRef } from "./api-type.ts";
import { comparisonsWith, createFilter, filterOfScalar } from "./option-types.ts";
import type { FilterOperators } from "./option-types.ts";
import { scalarOf } from "./scalars.ts";
import type { ValueName } from "./value-names.ts";

export interface ValueTypes {
  readonly output: (type: CqlType) => ApiTypeRef;
  readonly input: (type: CqlType) => ApiTypeRef;
  readonly filter: (type: CqlType) => ApiInput;
  /** Equal for types whose GraphQL types are equal, whatever their keyspace. */
  readonly identify: (type: CqlType) => string;
}

export function createValueTypes(nameOf: (type: CqlType) => ValueName): ValueTypes {
  const identify = (type: CqlType): string => {
    if (type.kind === "native" || type.kind === "custom") return scalarOf(type).name;
    const { object, filter } = nameOf(type);
    const fields = type.kind === "user" ? [type.type.description, ...membersOf(type).map(aboutMember)] : [];
    // Lists, sets and vectors are one type in GraphQL.
    const kind = "item" in type ? "list" : type.kind;
    return JSON.stringify([kind, object, filter, fields, partsOf(type).map(identify)]);
  };
  const aboutMember = (member: Member): string => JSON.stringify([member.name, member.description]);

  const object = (type: Structured): ApiObject =>
    intern(`object ${identify(type)}`, () => ({
      kind: "object",
      name: nameOf(type).object,
      description: describe(type),
      fields: membersOf(type).map((member) => ({ ...member, type: typeOf(member, output) })),
    }));
  const inputObject = (type: Structured): ApiInput =>
    intern(`input ${identify(type)}`, () => ({
      kind: "input",
      name: `${nameOf(type).object}Input`,
      description: describe(type),
      fields: membersOf(type).map((member) => ({ ...member, type: typeOf(member, input) })),
    }));

  const output = (type: CqlType): ApiTypeRef => {
    if (type.kind === "native" || type.kind === "custom") return scalarOf(type);
    if (type.kind === "tuple" || type.kind === "user") return object(type);
    return listOf(type.kind === "map" ? object(type) : output(type.item));
  };
  const input = (type: CqlType): ApiTypeRef => {
    if (type.kind === "native" || type.kind === "custom") return scalarOf(type);
    if (type.kind === "tuple" || type.kind === "user") return inputObject(type);
    return listOf(type.kind === "map" ? inputObject(type) : input(type.item));
  };
  const filter = (type: CqlType): ApiInput => {
    if (type.kind === "native" || type.kind === "custom") return filterOfScalar(scalarOf(type));
    const what = "item" in type ? "list, set or vector" : type.kind === "user" ? "user type" : type.kind;
    return intern(`filter ${identify(type)}`, () => {
      const parts: FilterOperators =
        type.kind === "map"
          ? { contains: input(type.value), containsKey: input(type.key), containsEntry: inputObject(type) }
          : "item" in type
            ? { contains: input(type.item) }
            : {};
      const operators = { ...comparisonsWith(input(type)), ...parts };
      return createFilter(nameOf(type).filter, `Tests of a ${what}; all must pass.`, operators);
    });
  };
  return { output, input, filter, identify };
}

/** A type whose values have named members in GraphQL. */
type Structured = Extract<CqlType, { kind: "map" | "tuple" | "user" }>;

interface Member {
  readonly name: string;
  readonly type: CqlType;
  readonly description: string;
  readonly required?: boolean;
}

/** Map entries and tuples are shared by CQL types that GraphQL cannot tell apart, so they do not say which. */
function membersOf(type: Structured): readonly Member[] {
  switch (type.kind) {
    case "map":
      return [
        { name: "key", type: type.key, description: "The key.", required: true },
        { name: "value", type: type.value, description: "The value." },
      ];
    case "tuple":
      return type.items.map((item, index) => {
        return { name: `item${index}`, type: item, description: `Item ${index + 1} of ${type.items.length}.` };
      });
    case "user": {
      const names = nameColumns(type.type.fields.map((field) => field.name));
      return type.type.fields.map(({ name, description, type: of }) => ({
        name: names.get(name) ?? name,
        type: of,
        description: `${description === undefined ? "" : `${description}\n\n`}CQL \`${printCqlType(of)}\`.`,
      }));
    }
  }
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

/** By what they are; held as long as anything uses them. */
const interned = new Map<string, WeakRef<ApiType>>();
const unused = new FinalizationRegistry<string>((key) => {
  if (!interned.get(key)?.deref()) interned.delete(key);
});

function intern<Made extends ApiType>(key: string, make: () => Made): Made {
  const cached = interned.get(key)?.deref();
  if (cached) return cached as Made;
  const created = make();
  interned.set(key, new WeakRef<ApiType>(created));
  unused.register(created, key);
  return created;
}
