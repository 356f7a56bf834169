/**
 * Builds the GraphQLSchema of a keyspace: per table a query, three mutations and their types.
 *
 * Uses the model and the API names of the protocol; the resolvers are in `select.ts` and `write.ts`. Holds no store and
 * no rows, so it can be cached as long as the keyspace does not change.
 * @see service-facts 2.3, 2.4
 */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import type { GraphQLFieldConfig } from "graphql";
import { printCqlType } from "../../model/index.ts";
import type { Column, Keyspace } from "../../model/index.ts";
import type { Page, Values } from "../../store/index.ts";
import type { Execution } from "./execution.ts";
import { mutationOptions, queryOptions } from "./option-types.ts";
import { resolveSelect } from "./select.ts";
import { tableApisOf } from "./table-api.ts";
import type { TableApi } from "./table-api.ts";
import { presented } from "./value-form.ts";
import { createValueTypes } from "./value-types.ts";
import type { ValueTypes } from "./value-types.ts";
import { resolveDelete, resolveInsert, resolveUpdate } from "./write.ts";
import type { Written } from "./write.ts";

type RootField = GraphQLFieldConfig<unknown, Execution>;

const known = new WeakMap<Keyspace, GraphQLSchema>();

/** As `createGraphQLSchema` makes it, once for a keyspace. */
export function keyspaceTypesOf(keyspace: Keyspace): GraphQLSchema {
  const types = known.get(keyspace) ?? createGraphQLSchema(keyspace);
  known.set(keyspace, types);
  return types;
}

export function createGraphQLSchema(keyspace: Keyspace): GraphQLSchema {
  const valueTypes = createValueTypes(keyspace);
  const tables = tableApisOf(keyspace).map((api) => createFields(api, valueTypes));
  // GraphQL knows no type without fields; real servers use this name too.
  const placeholder: [string, RootField][] = [["keyspaceEmptyQuery", { type: GraphQLBoolean, resolve: () => null }]];
  const queries = tables.map((table) => table.query);
  const mutations = tables.flatMap((table) => table.mutations);
  return new GraphQLSchema({
    // The names were decided by the protocol, which knows the rules; checking them again takes long.
    assumeValid: true,
    query: new GraphQLObjectType({
      name: "Query",
      fields: Object.fromEntries(queries.length > 0 ? queries : placeholder),
    }),
    ...(mutations.length > 0 && {
      mutation: new GraphQLObjectType({ name: "Mutation", fields: Object.fromEntries(mutations) }),
    }),
  });
}

interface TableFields {
  readonly query: [string, RootField];
  readonly mutations: readonly [string, RootField][];
}

function createFields(api: TableApi, valueTypes: ValueTypes): TableFields {
  const { type } = api;
  const columns = [...api.columns];
  const row = new GraphQLObjectType<Values, Execution>({
    name: type,
    description: api.table.description ?? `A row of \`${api.keyspace}.${api.table.name}\`.`,
    fields: () =>
      Object.fromEntries(
        columns.map(([field, column]) => [
          field,
          {
            type: valueTypes.output(column.type),
            description: renderDescription(column),
            resolve: (values: Values) => presented(column.type, values.get(column.name)),
          },
        ]),
      ),
  });
  const input = new GraphQLInputObjectType({
    name: `${type}Input`,
    fields: () =>
      Object.fromEntries(columns.map(([field, column]) => [field, { type: valueTypes.input(column.type) }])),
  });
  const filter = new GraphQLInputObjectType({
    name: `${type}FilterInput`,
    fields: () =>
      Object.fromEntries(columns.map(([field, column]) => [field, { type: valueTypes.filter(column.type) }])),
  });
  const order = new GraphQLEnumType({
    name: `${type}Order`,
    values: Object.fromEntries(
      columns.flatMap(([field, column]) =>
        (["ASC", "DESC"] as const).map((way) => [`${field}_${way}`, { value: { column: column.name, order: way } }]),
      ),
    ),
  });
  const result = new GraphQLObjectType<Page, Execution>({
    name: `${type}Result`,
    fields: () => ({
      pageState: { type: GraphQLString, description: "Where the next page begins; null after the last one." },
      values: { type: new GraphQLList(new GraphQLNonNull(row)), resolve: (page) => page.rows },
    }),
  });
  const written = new GraphQLObjectType<Written, Execution>({
    name: `${type}MutationResult`,
    fields: () => ({
      applied: { type: GraphQLBoolean, description: "False when the condition did not hold." },
      value: { type: row, description: "What was written, or what stood in its way." },
    }),
  });

  const value = { type: new GraphQLNonNull(input) };
  const options = { type: mutationOptions };
  const conditions = { ifExists: { type: GraphQLBoolean }, ifCondition: { type: filter } };
  return {
    query: [
      api.query,
      {
        type: result,
        args: {
          value: { type: input },
          filter: { type: filter },
          orderBy: { type: new GraphQLList(order) },
          options: { type: queryOptions },
        },
        resolve: resolveSelect(api),
      },
    ],
    mutations: [
      [
        `insert${type}`,
        { type: written, args: { value, ifNotExists: { type: GraphQLBoolean }, options }, resolve: resolveInsert(api) },
      ],
      [`update${type}`, { type: written, args: { value, ...conditions, options }, resolve: resolveUpdate(api) }],
      [`delete${type}`, { type: written, args: { value, ...conditions, options }, resolve: resolveDelete(api) }],
    ],
  };
}

function renderDescription({ description, kind, type }: Column): string {
  const role = kind === "regular" ? "" : kind === "static" ? ", static" : `, ${kind} key`;
  return `${description === undefined ? "" : `${description}\n\n`}CQL \`${printCqlType(type)}\`${role}.`;
}
