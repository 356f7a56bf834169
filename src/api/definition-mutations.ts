/** The mutations of the definition endpoint. */
import { listOf, required } from "./api-type.ts";
import type { ApiArgument, ApiEnum, ApiField, ApiInput, ApiTypeRef } from "./api-type.ts";
import { enumOf } from "./option-types.ts";
import { boolean, int, string } from "./scalars.ts";

const argument = (name: string, type: ApiTypeRef, description: string): ApiArgument => ({ name, type, description });

const indexKind = enumOf("IndexKind", "The indexed part of a column.", {
  KEYS: "The keys of a map.",
  VALUES: "The items of a list or set, or the values of a map.",
  ENTRIES: "The keys of a map with their values.",
  FULL: "The whole value: of a frozen collection, or of a type that is not a collection.",
});

const dataCenterInput: ApiInput = {
  kind: "input",
  name: "DataCenterInput",
  description: "A data center with replicas of a keyspace.",
  fields: [
    argument("name", required(string), "The name of the data center."),
    argument("replicas", int, "The number of replicas there; null means 3. A store with a single copy ignores it."),
  ],
};

const indexOptionInput: ApiInput = {
  kind: "input",
  name: "IndexOptionInput",
  description: "An option of a storage-attached index.",
  fields: [
    argument("name", required(string), "The name of the option, such as `case_sensitive`."),
    argument("value", required(string), "Its value as text, such as `false`."),
  ],
};

/** @param basicType the kinds of types, as queries return them */
export function definitionMutations(basicType: ApiEnum): readonly ApiField[] {
  const dataType: ApiInput = {
    kind: "input",
    name: "DataTypeInput",
    description: "A CQL type.",
    get fields(): readonly ApiArgument[] {
      return [
        argument("basic", required(basicType), "The kind of the type."),
        argument("info", info, "What the type is made of. Null for a native type."),
      ];
    },
  };
  const info: ApiInput = {
    kind: "input",
    name: "DataTypeInfoInput",
    description: "What a CQL type is made of.",
    fields: [
      argument("name", string, "Of a user type its name, of a vector its text: `vector<float, 3>`. Otherwise null."),
      argument("subTypes", listOf(dataType), "The types of items, keys and values. Null for a user type or a vector."),
      argument(
        "frozen",
        boolean,
        "Whether values are written whole. Null means false; a type within another is frozen.",
      ),
    ],
  };
  const named = [
    argument("name", required(string), "The CQL name, which is case-sensitive."),
    argument("type", required(dataType), "The CQL type."),
  ];
  const column: ApiInput = {
    kind: "input",
    name: "ColumnInput",
    description: "A column of a table, or a field of a user type.",
    fields: named,
  };
  const clusteringKey: ApiInput = {
    kind: "input",
    name: "ClusteringKeyInput",
    description: "A column of the clustering key.",
    fields: [...named, argument("order", string, "`ASC` or `DESC`. Null means `ASC`.")],
  };

  const ifNotExists = argument("ifNotExists", boolean, "Change nothing if it exists. Null means false: an error.");
  const ifExists = argument("ifExists", boolean, "Change nothing if it does not exist. Null means false: an error.");
  const keyspaceName = argument("keyspaceName", required(string), "The keyspace, case-sensitive.");
  const table = [keyspaceName, argument("tableName", required(string), "The table, case-sensitive.")];
  const type = [keyspaceName, argument("typeName", required(string), "The user type, case-sensitive.")];
  const keyspace = argument("name", required(string), "The keyspace, case-sensitive.");
  const dataCenters = listOf(dataCenterInput);
  const field = (name: string, description: string, args: readonly ApiArgument[]): ApiField => ({
    name,
    type: boolean,
    description: `${description} Returns true.`,
    args,
  });
  return [
    field("createKeyspace", "Creates a keyspace. Needs `replicas` or `datacenters`.", [
      keyspace,
      ifNotExists,
      argument("replicas", int, "The number of replicas. A store with a single copy ignores it."),
      argument("datacenters", dataCenters, "The data centers with replicas."),
      argument("dcs", dataCenters, "`datacenters`, as the first servers of this family called it."),
    ]),
    field("dropKeyspace", "Drops a keyspace with all its tables, rows and user types.", [keyspace, ifExists]),
    field("createTable", "Creates a table.", [
      ...table,
      argument("partitionKeys", required(listOf(column)), "The partition key; at least one column."),
      argument("clusteringKeys", listOf(clusteringKey), "The clustering key. Null means none."),
      argument("values", listOf(column), "The other columns. Null means none."),
      ifNotExists,
    ]),
    field("alterTableAdd", "Adds columns to a table.", [
      ...table,
      argument("toAdd", required(listOf(column)), "The columns; at least one."),
    ]),
    field("alterTableDrop", "Drops columns of a table, with their values.", [
      ...table,
      argument("toDrop", required(listOf(string)), "The names of the columns; at least one."),
    ]),
    field("dropTable", "Drops a table and its rows.", [...table, ifExists]),
    field("createType", "Creates a user type.", [
      ...type,
      argument("fields", required(listOf(column)), "The fields; at least one."),
      ifNotExists,
    ]),
    field("alterTypeAdd", "Adds fields to a user type, after those that it has.", [
      ...type,
      argument("toAdd", required(listOf(column)), "The fields; at least one."),
    ]),
    field("dropType", "Drops a user type that nothing uses.", [...type, ifExists]),
    field("createIndex", "Creates an index, which finds rows by a column outside the key.", [
      ...table,
      argument("columnName", required(string), "The column, case-sensitive."),
      argument("indexName", string, "The name of the index. Null means that the database chooses one."),
      argument("indexType", string, "`StorageAttachedIndex` for one that finds ranges. Null for an ordinary one."),
      argument("indexKind", indexKind, "The indexed part. Null means the whole value, or the values of a collection."),
      argument("indexOptions", listOf(indexOptionInput), "Options of a `StorageAttachedIndex`. Null means none."),
      ifNotExists,
    ]),
    field("dropIndex", "Drops an index.", [
      keyspaceName,
      argument("indexName", required(string), "The index, case-sensitive."),
      ifExists,
    ]),
  ];
}
