/**
 * Makes graphql's own types of the API's: a type is made once, with those that it leads to.
 *
 * Fields of rows show their columns; all others show the property of their name, unless they get a resolver.
 */
import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  specifiedDirectives,
} from "graphql";
import type {
  GraphQLArgument,
  GraphQLArgumentConfig,
  GraphQLFieldConfig,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLType,
} from "graphql";
import type { Api, ApiArgument, ApiDirective, ApiField, ApiObject, ApiType, ApiTypeRef } from "../../api/index.ts";
import type { Column } from "../../model/index.ts";
import { codecOf } from "../../store/index.ts";
import type { Row } from "../../store/index.ts";
import type { Execution } from "./execution.ts";
import { graphqlScalarOf } from "./values.ts";

/** How a query or a mutation is resolved. */
export type RootResolver = Pick<GraphQLFieldConfig<unknown, Execution>, "resolve"> & {
  readonly extensions?: FieldOrder;
};

/** Whether a mutation may run beside neighbors that allow it too; without it, or if it returns false, it runs alone. */
export interface FieldOrder {
  readonly mayOverlap?: (args: Readonly<Record<string, unknown>>) => boolean;
}

/** @param rootResolverOf of each query and mutation */
export function createGraphQLSchema(api: Api, rootResolverOf: (field: ApiField) => RootResolver): GraphQLSchema {
  const root = (type: ApiObject): GraphQLObjectType => {
    const fields = type.fields.map((field) => [field.name, { ...fieldOf(field), ...rootResolverOf(field) }]);
    return new GraphQLObjectType({ ...about(type), fields: Object.fromEntries(fields) });
  };
  return new GraphQLSchema({
    // The names were decided by the protocol, which knows the rules; checking them again takes long.
    assumeValid: true,
    query: root(api.query),
    ...(api.mutation && { mutation: root(api.mutation) }),
    directives: [...specifiedDirectives, ...api.directives.map(directiveOf)],
  });
}

const typeCache = new WeakMap<ApiType, GraphQLNamedType>();

function namedTypeOf(type: ApiType): GraphQLNamedType {
  const found = typeCache.get(type) ?? create(type);
  typeCache.set(type, found);
  return found;
}

function create(type: ApiType): GraphQLNamedType {
  switch (type.kind) {
    case "scalar":
      return graphqlScalarOf(type);
    case "enum":
      return new GraphQLEnumType({
        ...about(type),
        values: byName(type.values, ({ order, description }) => ({ description, ...(order && { value: order }) })),
      });
    case "input":
      return new GraphQLInputObjectType({ ...about(type), fields: () => byName(type.fields, argumentOf) });
    case "object":
      return new GraphQLObjectType({ ...about(type), fields: () => byName(type.fields, fieldOf) });
  }
}

function fieldOf({ type, description, args = [], column }: ApiField): GraphQLFieldConfig<unknown, Execution> {
  return {
    type: typeOf(type) as GraphQLOutputType,
    description,
    args: byName(args, argumentOf),
    ...(column && { resolve: resolverOf(column) }),
  };
}

function resolverOf({ name, type }: Column): (row: unknown) => unknown {
  if (type.kind === "native" || type.kind === "custom") return (row) => (row as Row).get(name);
  // GraphQL's own resolvers find the parts of a value in its wire form.
  const { encode } = codecOf(type);
  return (row) => {
    const value = (row as Row).get(name);
    return value === null || value === undefined ? null : encode(value);
  };
}

/** The column that an argument, or a member of an input, is a value of. */
export function columnOfInput({ extensions }: Pick<GraphQLArgument, "extensions">): Column | undefined {
  return (extensions as { readonly column?: Column }).column;
}

/**
 * A default number is an object, which distinguishes it from the same number sent by a client: a count without a page size goes
 * through more rows than a page has (`select.ts`).
 */
function argumentOf({ type, description, default: preset, column }: ApiArgument): GraphQLArgumentConfig {
  const defaultValue: unknown = typeof preset === "number" ? Object(preset) : preset;
  return {
    type: typeOf(type) as GraphQLInputType,
    description,
    defaultValue,
    ...(column && { extensions: { column } }),
  };
}

function typeOf(ref: ApiTypeRef): GraphQLType {
  if (ref.kind === "list") return new GraphQLList(typeOf(ref.of));
  return ref.kind === "required" ? new GraphQLNonNull(typeOf(ref.of) as GraphQLInputType) : namedTypeOf(ref);
}

function directiveOf({ name, description, locations }: ApiDirective): GraphQLDirective {
  return new GraphQLDirective({ name, description, locations: locations.map((one) => DirectiveLocation[one]) });
}

function about({ name, description }: ApiType): { readonly name: string; readonly description: string } {
  return { name, description };
}

function byName<Item extends { readonly name: string }, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Record<string, Made> {
  return Object.fromEntries(items.map((item) => [item.name, make(item)]));
}
