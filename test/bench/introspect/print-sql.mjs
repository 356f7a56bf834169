/** The tables of the benchmark for PostgreSQL: the same names, columns, keys and comments; each type as near as there is one. */
const types = {
  ...{ text: "text", ascii: "text", varchar: "text", boolean: "boolean", uuid: "uuid", timeuuid: "uuid", inet: "inet" },
  ...{ int: "integer", smallint: "smallint", tinyint: "smallint", bigint: "bigint", varint: "numeric" },
  ...{ decimal: "numeric", double: "double precision", float: "real", blob: "bytea", duration: "interval" },
  ...{ timestamp: "timestamptz", date: "date", time: "time" },
};

/** @param tables as their definition files have them */
export function printSql(tables) {
  return tables
    .map(({ name, description, columnDefinitions, primaryKey: { partitionKey, clusteringKey } }) => {
      const columns = columnDefinitions.map((column) => `${column.name} ${types[column.typeDefinition]}`);
      const key = `primary key (${[...partitionKey, ...clusteringKey].join(", ")})`;
      return `create table ${name} (${[...columns, key].join(", ")});\ncomment on table ${name} is '${description}';\n`;
    })
    .join("");
}
