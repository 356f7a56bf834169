/**
 * Builds the GraphQLSchema of the definition endpoint: the definitions of keyspaces, as in CQL. The endpoint is
 * read-only.
 *
 * Uses the names of Stargate's endpoint, so that its clients work; descriptions are our own. Independent of any
 * keyspace, so it is built once.
 * @see service-facts 2.11; captures, stargate/graphql-schema-endpoint
 */
import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import { nativeTypes, partsOf, primaryKey, printCqlType } from "../../model/index.ts";
import type { Column, ColumnKind, CqlType, Field, Keyspace, Table, UserType } from "../../model/index.ts";
import type { Execution } from "./execution.ts";
import { enumOf } from "./option-types.ts";

const composites = ["LIST", "SET", "MAP", "TUPLE", "UDT", "CUSTOM"];
const basicType = enumOf("BasicType", [...nativeTypes.map((name) => name.toUpperCase()), ...composites]);
const columnKind = enumOf("ColumnKind", ["UNKNOWN", "PARTITION", "CLUSTERING", "REGULAR", "STATIC", "COMPACT"]);

const required = { type: new GraphQLNonNull(GraphQLString) };
const described = { name: required, description: { type: GraphQLString } };

const dataTypeInfo: GraphQLObjectType<CqlType, Execution> = new GraphQLObjectType<CqlType, Execution>({
  name: "DataTypeInfo",
  fields: () => ({
    name: {
      type: GraphQLString,
      description: "Of a user type its name, of a type that has no word here its text: `vector<float, 3>`.",
      resolve: nameOf,
    },
    frozen: { type: GraphQLBoolean, resolve: isFrozen },
    subTypes: { type: new GraphQLList(dataType), resolve: subTypesOf },
  }),
});

const dataType: GraphQLObjectType<CqlType, Execution> = new GraphQLObjectType<CqlType, Execution>({
  name: "DataType",
  fields: {
    basic: { type: new GraphQLNonNull(basicType), resolve: basicOf },
    info: { type: dataTypeInfo, resolve: (type) => (type.kind === "native" ? null : type) },
  },
});

const typed = { type: new GraphQLNonNull(dataType) };

const column = new GraphQLObjectType<Column, Execution>({
  name: "Column",
  fields: { ...described, kind: { type: columnKind, resolve: ({ kind }) => kind.toUpperCase() }, type: typed },
});

const table = new GraphQLObjectType<Table, Execution>({
  name: "Table",
  fields: {
    ...described,
    columns: {
      type: new GraphQLList(column),
      description: "The key in its order, then what is static, then the others.",
      resolve: columnsOf,
    },
  },
});

const field = new GraphQLObjectType<Field, Execution>({ name: "Field", fields: { ...described, type: typed } });

const userType = new GraphQLObjectType<UserType, Execution>({
  name: "Type",
  fields: { ...described, fields: { type: new GraphQLList(field) } },
});

const dataCenter = new GraphQLObjectType<unknown, Execution>({
  name: "DataCenter",
  fields: { name: required, replicas: { type: new GraphQLNonNull(GraphQLInt) } },
});

const byName = { name: required };

const keyspace = new GraphQLObjectType<Keyspace, Execution>({
  name: "Keyspace",
  fields: {
    name: required,
    dcs: {
      type: new GraphQLList(dataCenter),
      description: "Of a keyspace that says in which data centers it has how many replicas; others have none.",
      resolve: () => [],
    },
    table: { type: table, args: byName, resolve: ({ tables }, { name }) => find(tables, name) },
    tables: { type: new GraphQLList(table) },
    type: { type: userType, args: byName, resolve: ({ userTypes }, { name }) => find(userTypes, name) },
    types: { type: new GraphQLList(userType), resolve: ({ userTypes }) => userTypes },
  },
});

/** Missing objects are null, not errors. */
export const definitionTypes: GraphQLSchema = new GraphQLSchema({
  assumeValid: true,
  query: new GraphQLObjectType<unknown, Execution>({
    name: "Query",
    fields: {
      keyspace: { type: keyspace, args: byName, resolve: (_, { name }, { store }) => store.keyspace(name as string) },
      keyspaces: {
        type: new GraphQLList(keyspace),
        resolve: async (_, _args, { store }) => {
          const all = await Promise.all((await store.keyspaces()).map((name) => store.keyspace(name)));
          return all.filter((one) => one !== undefined);
        },
      },
    },
  }),
});

function find<Named extends { readonly name: string }>(among: readonly Named[], name: unknown): Named | undefined {
  return among.find((one) => one.name === name);
}

const ranks: Readonly<Record<ColumnKind, number>> = { partition: 0, clustering: 0, static: 1, regular: 2 };

function columnsOf(of: Table): readonly Column[] {
  const place = new Map(primaryKey(of).map((name, index) => [name, index]));
  const rank = (one: Column): number => place.get(one.name) ?? ranks[one.kind] * of.columns.length;
  return [...of.columns].sort((one, other) => rank(one) - rank(other));
}

function basicOf(type: CqlType): string {
  switch (type.kind) {
    case "native":
      return type.name.toUpperCase();
    case "user":
      return "UDT";
    case "vector":
    case "custom":
      return "CUSTOM";
    default:
      return type.kind.toUpperCase();
  }
}

function nameOf(type: CqlType): string | null {
  if (type.kind === "user") return type.type.name;
  return type.kind === "vector" || type.kind === "custom" ? printCqlType(type) : null;
}

/** Unknown for an unknown type; tuples and vectors always are frozen. */
function isFrozen(type: CqlType): boolean | null {
  if ("frozen" in type) return type.frozen;
  return type.kind === "custom" ? null : true;
}

/** The fields of a user type are listed once, with the type. */
function subTypesOf(type: CqlType): readonly CqlType[] | null {
  return type.kind === "user" || type.kind === "vector" || type.kind === "custom" ? null : partsOf(type);
}
