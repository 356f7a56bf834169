/** The executable types of the definition endpoint. Independent of any keyspace, so they are made once. */
import type { GraphQLSchema } from "graphql";
import { definitionApi } from "../../api/index.ts";
import { changes } from "./change-definitions.ts";
import { showKeyspace } from "./definition-values.ts";
import { createGraphQLSchema } from "./graphql-types.ts";
import type { Operation } from "./graphql-types.ts";
import type { TypesOf } from "./keyspace-types.ts";

type Resolver = NonNullable<Operation["resolve"]>;

/** Missing objects are null, not errors. */
const queries: Readonly<Record<string, Resolver>> = {
  keyspace: async (_source, { name }, { store }) => {
    const keyspace = await store.keyspace(name as string);
    return keyspace && showKeyspace(keyspace);
  },
  keyspaces: async (_source, _args, { store }) => {
    const all = await Promise.all((await store.keyspaces()).map((name) => store.keyspace(name)));
    return all.flatMap((keyspace) => (keyspace ? showKeyspace(keyspace) : []));
  },
};

function resolverOf(change: (typeof changes)[string]): Resolver {
  return async (_source, args, { store }) => {
    await change(args as Parameters<typeof change>[0], store);
    return true;
  };
}

const definitionTypes: GraphQLSchema = createGraphQLSchema(definitionApi, ({ name }) => {
  const change = changes[name];
  const resolve = change ? resolverOf(change) : queries[name];
  if (!resolve) throw new Error(`no resolver for ${name}`);
  return { resolve };
});

export const definitionTypesOf: TypesOf = () => definitionTypes;
