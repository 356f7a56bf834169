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
import type { Keyspace } from "../../model/index.ts";
import type { Page, Values } from "../../store/index.ts";
import { describeColumn, describeOrder, describeTable, describeTest } from "./describe-table.ts";
import type { Execution } from "./execution.ts";
import { mutationOptions, queryOptions } from "./option-types.ts";
import { resolveSelect } from "./select.ts";
import { tableApisOf } from "./table-api.ts";
import type { TableApi } from "./table-api.ts";
import { presented } from "./value-form.ts";
import { createValueTypes } from "./value-types.ts";
import type { ValueTypes } from "./value-types.ts";
import { resolveDelete, resolveInsert, resolveUpdate, writeOrder } from "./write.ts";
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
  const placeholder: [string, RootField][] = [["keyspaceEmptyQuery", emptyQuery]];
  const queries = tables.map((table) => table.query);
  const mutations = tables.flatMap((table) => table.mutations);
  return new GraphQLSchema({
    // The names were decided by the protocol, which knows the rules; checking them again takes long.
    assumeValid: true,
    query: new GraphQLObjectType({
      name: "Query",
      description: `Reads of the keyspace \`${keyspace.name}\`: a field for each table.`,
      fields: Object.fromEntries(queries.length > 0 ? queries : placeholder),
    }),
    ...(mutations.length > 0 && {
      mutation: new GraphQLObjectType({
        name: "Mutation",
        description: `Writes to the keyspace \`${keyspace.name}\`, run one after the other: three fields for each table.`,
        fields: Object.fromEntries(mutations),
      }),
    }),
  });
}

const emptyQuery: RootField = {
  type: GraphQLBoolean,
  description: "Always null: the keyspace has no tables.",
  resolve: () => null,
};

interface TableFields {
  readonly query: [string, RootField];
  readonly mutations: readonly [string, RootField][];
}

function createFields(api: TableApi, valueTypes: ValueTypes): TableFields {
  const { type } = api;
  const columns = Array.from(api.columns, ([field, column]) => ({ field, column, text: describeColumn(column) }));
  const texts = describeTable(api);
  const row = new GraphQLObjectType<Values, Execution>({
    name: type,
    description: texts.row,
    fields: () =>
      Object.fromEntries(
        columns.map(({ field, column, text }) => [
          field,
          {
            type: valueTypes.output(column.type),
            description: text,
            resolve: (values: Values) => presented(column.type, values.get(column.name)),
          },
        ]),
      ),
  });
  const input = new GraphQLInputObjectType({
    name: `${type}Input`,
    description: texts.input,
    fields: () =>
      Object.fromEntries(
        columns.map(({ field, column, text }) => {
          return [field, { type: valueTypes.input(column.type), description: text }];
        }),
      ),
  });
  const filter = new GraphQLInputObjectType({
    name: `${type}FilterInput`,
    description: texts.filter,
    fields: () =>
      Object.fromEntries(
        columns.map(({ field, column }) => {
          return [field, { type: valueTypes.filter(column.type), description: describeTest(column, api) }];
        }),
      ),
  });
  const order = new GraphQLEnumType({
    name: `${type}Order`,
    description: texts.order,
    values: Object.fromEntries(
      columns.flatMap(({ field, column }) => {
        const description = describeOrder(column);
        return (["ASC", "DESC"] as const).map((way) => {
          return [`${field}_${way}`, { value: { column: column.name, order: way }, description }];
        });
      }),
    ),
  });
  const result = new GraphQLObjectType<Page, Execution>({
    name: `${type}Result`,
    description: texts.result,
    fields: () => ({
      pageState: { type: GraphQLString, description: "Where the next page begins; null after the last page." },
      values: {
        type: new GraphQLList(new GraphQLNonNull(row)),
        description: "The rows of the page; there may be none although a next page exists.",
        resolve: (page) => page.rows,
      },
    }),
  });
  const written = new GraphQLObjectType<Written, Execution>({
    name: `${type}MutationResult`,
    description: texts.written,
    fields: () => ({
      applied: { type: GraphQLBoolean, description: "False if a condition failed and nothing was written." },
      value: {
        type: row,
        description: "The written values; if a condition failed, the current ones, each null for a missing row.",
      },
    }),
  });

  const record = new GraphQLNonNull(input);
  const options = { type: mutationOptions, description: "Consistency and time to live." };
  const ifNotExists = { type: GraphQLBoolean, description: "Write only if the row does not exist. Null means false." };
  const conditions = {
    ifExists: { type: GraphQLBoolean, description: "Write only if the row exists. Null means false." },
    ifCondition: {
      type: filter,
      description: "Write only if the row passes these tests. Not with `ifExists`. Null means no condition.",
    },
  };
  return {
    query: [
      api.query,
      {
        type: result,
        description: texts.query,
        args: {
          value: { type: input, description: texts.selectValue },
          filter: { type: filter, description: texts.selectFilter },
          orderBy: { type: new GraphQLList(order), description: texts.orderBy },
          options: { type: queryOptions, description: "Consistency and paging." },
        },
        resolve: resolveSelect(api),
      },
    ],
    mutations: [
      [
        `insert${type}`,
        {
          type: written,
          description: texts.insert,
          args: { value: { type: record, description: texts.insertValue }, ifNotExists, options },
          resolve: resolveInsert(api),
          extensions: { ...writeOrder },
        },
      ],
      [
        `update${type}`,
        {
          type: written,
          description: texts.update,
          args: { value: { type: record, description: texts.updateValue }, ...conditions, options },
          resolve: resolveUpdate(api),
          extensions: { ...writeOrder },
        },
      ],
      [
        `delete${type}`,
        {
          type: written,
          description: texts.delete,
          args: { value: { type: record, description: texts.deleteValue }, ...conditions, options },
          resolve: resolveDelete(api),
          extensions: { ...writeOrder },
        },
      ],
    ],
  };
}
