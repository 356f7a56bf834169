/**
 * The types of the definition endpoint: keyspaces, tables and user types, as in CQL.
 *
 * Uses the names of Stargate's endpoint, so that its clients work; descriptions are our own. Independent of any
 * keyspace.
 */
import { nativeTypes } from "../model/index.ts";
import { listOf, required } from "./api-type.ts";
import type { Api, ApiField, ApiObject } from "./api-type.ts";
import { definitionMutations } from "./definition-mutations.ts";
import { enumOf } from "./option-types.ts";
import { boolean, int, string } from "./scalars.ts";

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

const named: ApiField = { name: "name", type: required(string), description: "The CQL name." };
const described: readonly ApiField[] = [
  named,
  { name: "description", type: string, description: "What the definition says; null if it says nothing." },
];
const byName = { args: [{ ...named, description: "The CQL name, which is case-sensitive." }] };

const dataTypeInfo: ApiObject = {
  kind: "object",
  name: "DataTypeInfo",
  description: "What a CQL type is made of.",
  get fields(): readonly ApiField[] {
    return [
      {
        name: "name",
        type: string,
        description: "Of a user type its name, of a type that has no word here its text: `vector<float, 3>`.",
      },
      { name: "frozen", type: boolean, description: "Whether values are written whole; null if unknown." },
      {
        name: "subTypes",
        type: listOf(dataType),
        description: "The types of items, keys and values; null for a user type or a custom type.",
      },
    ];
  },
};

const dataType: ApiObject = {
  kind: "object",
  name: "DataType",
  description: "A CQL type.",
  fields: [
    { name: "basic", type: required(basicType), description: "The kind of the type." },
    { name: "info", type: dataTypeInfo, description: "What the type is made of; null for a native type." },
  ],
};

const typed: ApiField = { name: "type", type: required(dataType), description: "The CQL type." };

const column: ApiObject = {
  kind: "object",
  name: "Column",
  description: "A column of a table.",
  fields: [...described, { name: "kind", type: columnKind, description: "The role of the column." }, typed],
};

const table: ApiObject = {
  kind: "object",
  name: "Table",
  description: "A table of a keyspace.",
  fields: [
    ...described,
    {
      name: "columns",
      type: listOf(column),
      description: "The key in its order, then what is static, then the others.",
    },
  ],
};

const field: ApiObject = {
  kind: "object",
  name: "Field",
  description: "A field of a user type.",
  fields: [...described, typed],
};

const userType: ApiObject = {
  kind: "object",
  name: "Type",
  description: "A user type of a keyspace.",
  fields: [...described, { name: "fields", type: listOf(field), description: "In the order of the definition." }],
};

const dataCenter: ApiObject = {
  kind: "object",
  name: "DataCenter",
  description: "A data center that has replicas of a keyspace.",
  fields: [
    { ...named, description: "The name of the data center." },
    { name: "replicas", type: required(int), description: "The number of replicas there." },
  ],
};

const keyspace: ApiObject = {
  kind: "object",
  name: "Keyspace",
  description: "A keyspace with its tables and user types.",
  fields: [
    named,
    {
      name: "dcs",
      type: listOf(dataCenter),
      description: "The data centers of a keyspace that names them; empty for others.",
    },
    { name: "table", type: table, description: "One table; null if it does not exist.", ...byName },
    { name: "tables", type: listOf(table), description: "All tables, by name." },
    { name: "type", type: userType, description: "One user type; null if it does not exist.", ...byName },
    { name: "types", type: listOf(userType), description: "All user types, by name." },
  ],
};

export const definitionApi: Api = {
  query: {
    kind: "object",
    name: "Query",
    description: "Reads of definitions. Missing objects are null, not errors.",
    fields: [
      { name: "keyspace", type: keyspace, description: "One keyspace; null if it does not exist.", ...byName },
      { name: "keyspaces", type: listOf(keyspace), description: "All keyspaces." },
    ],
  },
  mutation: {
    kind: "object",
    name: "Mutation",
    description: "Changes of definitions, run one after the other.",
    fields: definitionMutations(basicType),
  },
  directives: [],
};
