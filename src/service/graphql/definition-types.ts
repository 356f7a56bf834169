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

const basicType = enumOf("BasicType", "The kind of a CQL type.", {
  ...Object.fromEntries(nativeTypes.map((name) => [name.toUpperCase(), `CQL \`${name}\`.`])),
  LIST: "A list, whose item is the first of `subTypes`.",
  SET: "A set, whose item is the first of `subTypes`.",
  MAP: "A map, whose key and value are `subTypes`.",
  TUPLE: "A tuple, whose items are `subTypes`.",
  UDT: "A user type, found by its name.",
  CUSTOM: "A type without a word of its own, such as a vector.",
});
const columnKind = enumOf("ColumnKind", "The role of a column.", {
  UNKNOWN: "Never returned; other servers do.",
  PARTITION: "Part of the partition key.",
  CLUSTERING: "Part of the clustering key.",
  REGULAR: "A value of each row.",
  STATIC: "A value of each partition.",
  COMPACT: "Never returned; other servers do.",
});

const required = { type: new GraphQLNonNull(GraphQLString), description: "The CQL name." };
const described = {
  name: required,
  description: { type: GraphQLString, description: "What the definition says; null if it says nothing." },
};

const dataTypeInfo: GraphQLObjectType<CqlType, Execution> = new GraphQLObjectType<CqlType, Execution>({
  name: "DataTypeInfo",
  description: "What a CQL type is made of.",
  fields: () => ({
    name: {
      type: GraphQLString,
      description: "Of a user type its name, of a type that has no word here its text: `vector<float, 3>`.",
      resolve: nameOf,
    },
    frozen: {
      type: GraphQLBoolean,
      description: "Whether values are written whole; null if unknown.",
      resolve: isFrozen,
    },
    subTypes: {
      type: new GraphQLList(dataType),
      description: "The types of items, keys and values; null for a user type or a custom type.",
      resolve: subTypesOf,
    },
  }),
});

const dataType: GraphQLObjectType<CqlType, Execution> = new GraphQLObjectType<CqlType, Execution>({
  name: "DataType",
  description: "A CQL type.",
  fields: {
    basic: { type: new GraphQLNonNull(basicType), description: "The kind of the type.", resolve: basicOf },
    info: {
      type: dataTypeInfo,
      description: "What the type is made of; null for a native type.",
      resolve: (type) => (type.kind === "native" ? null : type),
    },
  },
});

const typed = { type: new GraphQLNonNull(dataType), description: "The CQL type." };

const column = new GraphQLObjectType<Column, Execution>({
  name: "Column",
  description: "A column of a table.",
  fields: {
    ...described,
    kind: { type: columnKind, description: "The role of the column.", resolve: ({ kind }) => kind.toUpperCase() },
    type: typed,
  },
});

const table = new GraphQLObjectType<Table, Execution>({
  name: "Table",
  description: "A table of a keyspace.",
  fields: {
    ...described,
    columns: {
      type: new GraphQLList(column),
      description: "The key in its order, then what is static, then the others.",
      resolve: columnsOf,
    },
  },
});

const field = new GraphQLObjectType<Field, Execution>({
  name: "Field",
  description: "A field of a user type.",
  fields: { ...described, type: typed },
});

const userType = new GraphQLObjectType<UserType, Execution>({
  name: "Type",
  description: "A user type of a keyspace.",
  fields: { ...described, fields: { type: new GraphQLList(field), description: "In the order of the definition." } },
});

const dataCenter = new GraphQLObjectType<unknown, Execution>({
  name: "DataCenter",
  description: "A data center that has replicas of a keyspace.",
  fields: {
    name: { ...required, description: "The name of the data center." },
    replicas: { type: new GraphQLNonNull(GraphQLInt), description: "The number of replicas there." },
  },
});

const byName = { name: { ...required, description: "The CQL name, which is case-sensitive." } };

const keyspace = new GraphQLObjectType<Keyspace, Execution>({
  name: "Keyspace",
  description: "A keyspace with its tables and user types.",
  fields: {
    name: required,
    dcs: {
      type: new GraphQLList(dataCenter),
      description: "The data centers of a keyspace that names them; empty for others.",
      resolve: () => [],
    },
    table: {
      type: table,
      description: "One table; null if it does not exist.",
      args: byName,
      resolve: ({ tables }, { name }) => find(tables, name),
    },
    tables: { type: new GraphQLList(table), description: "All tables, by name." },
    type: {
      type: userType,
      description: "One user type; null if it does not exist.",
      args: byName,
      resolve: ({ userTypes }, { name }) => find(userTypes, name),
    },
    types: {
      type: new GraphQLList(userType),
      description: "All user types, by name.",
      resolve: ({ userTypes }) => userTypes,
    },
  },
});

/** Missing objects are null, not errors. */
export const definitionTypes: GraphQLSchema = new GraphQLSchema({
  assumeValid: true,
  query: new GraphQLObjectType<unknown, Execution>({
    name: "Query",
    description: "Reads of definitions.",
    fields: {
      keyspace: {
        type: keyspace,
        description: "One keyspace; null if it does not exist.",
        args: byName,
        resolve: (_, { name }, { store }) => store.keyspace(name as string),
      },
      keyspaces: {
        type: new GraphQLList(keyspace),
        description: "All keyspaces.",
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
