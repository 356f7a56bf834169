/** The executable types of the definition endpoint. Independent of any keyspace, so they are made once. */
import type { GraphQLSchema } from "graphql";
import { definitionApi } from "../../api/index.ts";
import { showKeyspace } from "./definition-values.ts";
import { createGraphQLSchema } from "./graphql-types.ts";
import type { Operation } from "./graphql-types.ts";
import type { TypesOf } from "./keyspace-types.ts";

/** Missing objects are null, not errors. */
const resolvers: Readonly<Record<string, NonNullable<Operation["resolve"]>>> = {
  keyspace: async (_source, { name }, { store }) => {
    const keyspace = await store.keyspace(name as string);
    return keyspace && showKeyspace(keyspace);
  },
  keyspaces: async (_source, _args, { store }) => {
    const all = await Promise.all((await store.keyspaces()).map((name) => store.keyspace(name)));
    return all.flatMap((keyspace) => (keyspace ? showKeyspace(keyspace) : []));
  },
};

const definitionTypes: GraphQLSchema = createGraphQLSchema(definitionApi, ({ name }) => {
  const resolve = resolvers[name];
  if (!resolve) throw new Error(`no resolver for ${name}`);
  return { resolve };
});

export const definitionTypesOf: TypesOf = () => definitionTypes;
