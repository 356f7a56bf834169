/**
 * The executable types of a keyspace: of all its tables for a document that asks about types, or only of the tables that a document
 * names.
 *
 * Holds no store and no rows, so it is kept as long as the keyspace does not change. A document of few tables costs the
 * same whatever the number of tables.
 */
import type { DocumentNode, GraphQLSchema } from "graphql";
import { Kind } from "graphql";
import { apiOf, mutationVerbs } from "../../api/index.ts";
import type { ApiField, KeyspaceApi, TableTypes } from "../../api/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import { RecentMap } from "../recent-map.ts";
import { createGraphQLSchema } from "./graphql-types.ts";
import type { RootResolver } from "./graphql-types.ts";
import { isIntrospection, rootFields } from "./document-fields.ts";
import { resolveSelect } from "./select.ts";
import { resolveDelete, resolveInsert, resolveUpdate, writeOrder } from "./write.ts";

/** Returns the types that a document needs. */
export type SchemaFor = (document: DocumentNode) => GraphQLSchema;

/** Sets of tables whose types are kept, for each keyspace; the least recently used goes first. */
const maximumSets = 200;

/** For one state of a keyspace: once its definitions change it is another object. */
export function createSchemaFor(keyspace: Keyspace): SchemaFor {
  const api = apiOf(keyspace);
  let whole: GraphQLSchema | undefined;
  const sets = new RecentMap<string, GraphQLSchema>(maximumSets);
  return (document) => {
    if (rootFields(document).some(isIntrospection)) return (whole ??= createTypes(api, keyspace.tables));
    const tables = tablesIn(document, api);
    const key = JSON.stringify(tables.map(({ name }) => name).sort());
    const types = sets.get(key) ?? createTypes(api, tables);
    sets.set(key, types);
    return types;
  };
}

function createTypes(api: KeyspaceApi, tables: readonly Table[]): GraphQLSchema {
  const resolvers = new Map(tables.flatMap((table) => [...resolversOf(api.typesOf(table))]));
  return createGraphQLSchema(api.select(tables), (field) => resolvers.get(field) ?? {});
}

const knownResolvers = new WeakMap<TableTypes, ReadonlyMap<ApiField, RootResolver>>();

function resolversOf(types: TableTypes): ReadonlyMap<ApiField, RootResolver> {
  const { api, query, mutations } = types;
  const writes = { insert: resolveInsert, update: resolveUpdate, delete: resolveDelete };
  const resolvers =
    knownResolvers.get(types) ??
    new Map<ApiField, RootResolver>([
      [query, { resolve: resolveSelect(api) }],
      ...mutationVerbs.map((verb) => {
        return [mutations[verb], { resolve: writes[verb](api), extensions: writeOrder }] as const;
      }),
    ]);
  knownResolvers.set(types, resolvers);
  return resolvers;
}

/** The tables whose operations or types a document names. */
function tablesIn(document: DocumentNode, api: KeyspaceApi): readonly Table[] {
  const names = rootFields(document).map(({ name }) => name.value);
  const operations = names.map((name) => api.findByOperation(name));
  const unknown = names.find((name, index) => operations[index]?.length === 0 && !name.startsWith("__"));
  // A type that no operation leads to is a mistake, which the validation explains if it knows the type.
  const types = document.definitions.flatMap((definition) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return [api.findByType(definition.typeCondition.name.value)];
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    return (definition.variableDefinitions ?? []).map(({ type }) => {
      let named = type;
      while (named.kind !== Kind.NAMED_TYPE) named = named.type;
      return api.findByType(named.name.value);
    });
  });
  return [
    ...new Set([...operations.flat(), ...(unknown === undefined ? [] : api.findSimilar(unknown)), ...types]),
  ].filter((table) => table !== undefined);
}

/** The tables that an outermost field is an operation of. */
export function tablesOfField(keyspace: Keyspace, field: string): readonly Table[] {
  return apiOf(keyspace).findByOperation(field);
}
