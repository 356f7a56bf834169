/**
 * Builds the GraphQL types of a keyspace's values, for reading, writing and filters, each once.
 *
 * Takes a CQL type and returns the GraphQL type; its values have the forms of `value-form.ts`.
 * @see service-facts 2.6, 2.7
 */
import { GraphQLInputObjectType, GraphQLList, GraphQLNonNull, GraphQLObjectType } from "graphql";
import type { GraphQLInputType, GraphQLOutputType } from "graphql";
import { printCqlType } from "../../model/index.ts";
import type { CqlType, Keyspace } from "../../model/index.ts";
import { fieldNamesOf } from "../../store/index.ts";
import { comparisonsWith, createFilter, filterOfScalar } from "./option-types.ts";
import type { FilterOperators } from "./option-types.ts";
import { scalarOf } from "./scalars.ts";
import { nameValues } from "./value-names.ts";

export interface ValueTypes {
  readonly output: (type: CqlType) => GraphQLOutputType;
  readonly input: (type: CqlType) => GraphQLInputType;
  readonly filter: (type: CqlType) => GraphQLInputObjectType;
}

export function createValueTypes(keyspace: Keyspace): ValueTypes {
  const nameOf = nameValues(keyspace);
  const objects = new Map<string, GraphQLObjectType>();
  const inputs = new Map<string, GraphQLInputObjectType>();
  const filters = new Map<string, GraphQLInputObjectType>();

  const object = (type: Structured): GraphQLObjectType =>
    once(objects, nameOf(type).object, (name) => {
      const fields = membersOf(type).map((member) => {
        const of = output(member.type);
        return [member.name, { type: member.required ? new GraphQLNonNull(of) : of, ...about(member) }] as const;
      });
      return new GraphQLObjectType({ name, description: describe(type), fields: Object.fromEntries(fields) });
    });
  const inputObject = (type: Structured): GraphQLInputObjectType =>
    once(inputs, `${nameOf(type).object}Input`, (name) => {
      const fields = membersOf(type).map((member) => {
        const of = input(member.type);
        return [member.name, { type: member.required ? new GraphQLNonNull(of) : of, ...about(member) }] as const;
      });
      return new GraphQLInputObjectType({ name, description: describe(type), fields: Object.fromEntries(fields) });
    });

  const output = (type: CqlType): GraphQLOutputType => {
    if (type.kind === "native" || type.kind === "custom") return scalarOf(type);
    if (type.kind === "tuple" || type.kind === "user") return object(type);
    return new GraphQLList(type.kind === "map" ? object(type) : output(type.item));
  };
  const input = (type: CqlType): GraphQLInputType => {
    if (type.kind === "native" || type.kind === "custom") return scalarOf(type);
    if (type.kind === "tuple" || type.kind === "user") return inputObject(type);
    return new GraphQLList(type.kind === "map" ? inputObject(type) : input(type.item));
  };
  const filter = (type: CqlType): GraphQLInputObjectType => {
    if (type.kind === "native" || type.kind === "custom") return filterOfScalar(scalarOf(type));
    return once(filters, nameOf(type).filter, (name) => {
      const whole = input(type);
      const parts: FilterOperators =
        type.kind === "map"
          ? { contains: input(type.value), containsKey: input(type.key), containsEntry: inputObject(type) }
          : "item" in type
            ? { contains: input(type.item) }
            : {};
      const description = `Tests of a ${type.kind === "user" ? "user type" : type.kind}; all must pass.`;
      return createFilter(name, description, { ...comparisonsWith(whole), ...parts });
    });
  };
  return { output, input, filter };
}

/** A type whose values have named members in GraphQL. */
type Structured = Extract<CqlType, { kind: "map" | "tuple" | "user" }>;

interface Member {
  readonly name: string;
  readonly type: CqlType;
  readonly description?: string | undefined;
  readonly required?: boolean;
}

function membersOf(type: Structured): readonly Member[] {
  switch (type.kind) {
    case "map":
      return [
        { name: "key", type: type.key, required: true },
        { name: "value", type: type.value },
      ];
    case "tuple":
      return type.items.map((item, index) => ({ name: `item${index}`, type: item }));
    case "user": {
      const names = fieldNamesOf(type.type);
      return type.type.fields.map(({ name, ...field }) => ({ ...field, name: names.get(name) ?? name }));
    }
  }
}

function about({ description, type }: Member): { readonly description: string } {
  return { description: `${description === undefined ? "" : `${description}\n\n`}CQL \`${printCqlType(type)}\`.` };
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

function once<Made>(made: Map<string, Made>, name: string, make: (name: string) => Made): Made {
  const found = made.get(name) ?? make(name);
  made.set(name, found);
  return found;
}
