/**
 * The tables of the benchmarks in the languages of the peers: SDL and operations for those that read GraphQL, SQL for those
 * that read a database. The same tables, columns and keys; the types as near as each language has them.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const graphqlTypes = {
  ...{ text: "String", ascii: "String", varchar: "String", boolean: "Boolean", double: "Float", float: "Float" },
  ...{ int: "Int", smallint: "Int", tinyint: "Int", uuid: "Uuid", timeuuid: "TimeUuid", timestamp: "Timestamp" },
  ...{ date: "Date", time: "Time", duration: "Duration", inet: "Inet", blob: "Blob", decimal: "Decimal" },
  ...{ bigint: "BigInt", varint: "Varint" },
};
const sqlTypes = {
  blob: "blob",
  double: "real",
  float: "real",
  int: "integer",
  smallint: "integer",
  tinyint: "integer",
};

/** @param definitions the folder that `writeTables` wrote */
export function readTables(definitions) {
  return readdirSync(definitions)
    .sort()
    .map((file) => {
      const { name, columnDefinitions, primaryKey } = JSON.parse(readFileSync(join(definitions, file), "utf8"));
      const key = new Set([...primaryKey.partitionKey, ...primaryKey.clusteringKey]);
      return { name, type: upperCamel(name), columns: columnDefinitions, key, partition: primaryKey.partitionKey };
    });
}

/** Types and inputs for every table, and the five operations that our bindings have functions for. */
export function printSdl(tables) {
  const scalars = [...new Set(Object.values(graphqlTypes))].filter(
    (name) => !/^(String|Boolean|Float|Int)$/.test(name),
  );
  const inputs = tables.map(({ type, columns, key, partition }) => {
    const field = ({ name, typeDefinition }, required) =>
      `  ${name}: ${graphqlTypes[typeDefinition]}${required ? "!" : ""}\n`;
    const all = columns.map((column) => field(column, key.has(column.name))).join("");
    const keys = columns.filter(({ name }) => key.has(name)).map((column) => field(column, true));
    const where = columns
      .filter(({ name }) => key.has(name))
      .map((column) => field(column, partition.includes(column.name)));
    return [
      `type ${type} {\n${all}}\n`,
      `input ${type}Insert {\n${all}}\n`,
      `input ${type}Update {\n${all}}\n`,
      `input ${type}Key {\n${keys.join("")}}\n`,
      `input ${type}Where {\n${where.join("")}}\n`,
    ].join("\n");
  });
  const queries = tables.map(
    ({ type }) =>
      `  get${type}(key: ${type}Key!): ${type}\n  find${type}(where: ${type}Where!, limit: Int): [${type}!]!\n`,
  );
  const mutations = tables.map(
    ({ type }) =>
      `  insert${type}(value: ${type}Insert!): Boolean!\n  update${type}(value: ${type}Update!): Boolean!\n  delete${type}(key: ${type}Key!): Boolean!\n`,
  );
  return [
    scalars.map((name) => `scalar ${name}\n`).join(""),
    ...inputs,
    `type Query {\n${queries.join("")}}\n`,
    `type Mutation {\n${mutations.join("")}}\n`,
  ].join("\n");
}

export function printOperations(tables) {
  return tables
    .map(({ type, columns }) => {
      const selected = columns.map(({ name }) => name).join(" ");
      return [
        `query Get${type}($key: ${type}Key!) { get${type}(key: $key) { ${selected} } }`,
        `query Find${type}($where: ${type}Where!, $limit: Int) { find${type}(where: $where, limit: $limit) { ${selected} } }`,
        `mutation Insert${type}($value: ${type}Insert!) { insert${type}(value: $value) }`,
        `mutation Update${type}($value: ${type}Update!) { update${type}(value: $value) }`,
        `mutation Delete${type}($key: ${type}Key!) { delete${type}(key: $key) }\n`,
      ].join("\n");
    })
    .join("\n");
}

export function printSql(tables) {
  return tables
    .map(({ name, columns, key }) => {
      const lines = columns.map((column) => {
        return `${column.name} ${sqlTypes[column.typeDefinition] ?? "text"}${key.has(column.name) ? " not null" : ""}`;
      });
      return `create table ${name} (${[...lines, `primary key (${[...key].join(", ")})`].join(", ")});\n`;
    })
    .join("");
}

function upperCamel(name) {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}
