import { parse } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { Keyspace } from "../../src/model/index.ts";
import { createSchemaFor } from "../../src/service/graphql/keyspace-types.ts";

/** The types of all tables of a keyspace, as introspection shows them. */
export function wholeTypesOf(keyspace: Keyspace): GraphQLSchema {
  return createSchemaFor(keyspace)(parse("{ __schema { __typename } }"));
}
