/** The JSON of requests and responses, as schemas for the OpenAPI document. */

/** A JSON Schema of the dialect that OpenAPI 3.1 uses. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema of `components` by its name. */
export function ref(name: keyof typeof components): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const names: Schema = { type: "array", items: { type: "string" } };
const order: Schema = { type: "string", pattern: "^(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$" };
const pageState: Schema = {
  type: "string",
  description: "Where the page begins: the `pageState` of the page before. Empty means at the first row.",
};

/** Also for parameters. */
const pageSize: Schema = {
  type: "integer",
  description: "The most rows in the page, up to 5000; a page of wide rows has fewer. 0 or less means the default.",
};

/** Another value than JSON has for the type is the text of one: `"12"` is the int 12. */
const value: Schema = {
  description: "The value as JSON or as text, also as CQL writes it: `['a', 'b']`. Null means none.",
};

/** @param required the names of properties; all of them unless given */
function object(properties: Readonly<Record<string, Schema>>, required?: readonly string[]): Schema {
  return { type: "object", properties, required: required ?? Object.keys(properties) };
}

const columnName: Schema = { type: "string", pattern: "\\S" };
const columnProperties = {
  name: { ...columnName, description: "Names are case-sensitive." },
  typeDefinition: { type: "string", description: "A CQL type: `text`, `map<text, int>`, the name of a user type." },
  static: { type: "boolean", default: false, description: "Whether the partition has one value of it." },
};
const keyProperties = { partitionKey: { ...names, minItems: 1 }, clusteringKey: names };
const indexProperties = {
  name: { type: "string" },
  column: { type: "string" },
  kind: { enum: ["full", "values", "keys", "entries"] },
  using: { const: "sai" },
  options: { type: "object", additionalProperties: { type: "string" } },
};
const timeToLive: Schema = {
  type: "integer",
  minimum: 0,
  maximum: 630_720_000,
  description: "Seconds until a written value expires, unless the write says otherwise; 0 means never.",
};

export const components = {
  Error: {
    ...object({ description: { type: "string" }, code: { type: "integer" } }),
    description: "Why a request failed; the code is the status.",
  },
  Success: object({ success: { const: true }, rowsModified: { type: "integer" } }, ["success"]),
  Credentials: object({ username: { type: "string", minLength: 1 }, password: { type: "string", minLength: 1 } }),
  Token: object({ authToken: { type: "string", format: "uuid" } }),
  Names: { ...names, description: "Names, sorted." },
  Column: object(columnProperties),
  Columns: { type: "array", items: { $ref: "#/components/schemas/Column" } },
  NewColumn: object(columnProperties, ["name", "typeDefinition"]),
  Rename: object({ newName: { type: "string", minLength: 1 } }),
  Table: object({
    name: { type: "string" },
    keyspace: { type: "string" },
    columnDefinitions: { $ref: "#/components/schemas/Columns" },
    primaryKey: object(keyProperties),
    tableOptions: object(
      {
        defaultTimeToLive: timeToLive,
        clusteringExpression: {
          type: "array",
          items: object({ column: { type: "string" }, order: { enum: ["ASC", "DESC"] } }),
        },
      },
      ["defaultTimeToLive", "clusteringExpression"],
    ),
    indexes: { type: "array", items: object(indexProperties, ["column", "kind"]) },
  }),
  NewTable: object(
    {
      name: { type: "string", pattern: "^[A-Za-z0-9_]+$", maxLength: 222 },
      ifNotExists: { type: "boolean", default: false, description: "Whether an existing table of the name will do." },
      columnDefinitions: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/NewColumn" } },
      primaryKey: object(keyProperties, ["partitionKey"]),
      tableOptions: object(
        {
          defaultTimeToLive: timeToLive,
          clusteringExpression: {
            type: "array",
            items: object({ column: { type: "string" }, order }),
          },
        },
        [],
      ),
      indexes: { type: "array", items: object(indexProperties, ["column"]) },
    },
    ["name", "columnDefinitions", "primaryKey"],
  ),
  Page: {
    ...object(
      {
        count: { type: "integer", minimum: 0 },
        pageState: { type: "string", minLength: 1, description: "Where the next page begins; missing on the last." },
        rows: { type: "array", items: { type: "object", description: "The values of a row, by column." } },
      },
      ["count", "rows"],
    ),
    description: "Rows, and how many they are.",
  },
  NewRow: object({ columns: { type: "array", minItems: 1, items: object({ name: columnName, value }, ["name"]) } }),
  Changes: object({
    changeset: { type: "array", minItems: 1, items: object({ column: columnName, value }, ["column"]) },
  }),
  Query: object(
    {
      columnNames: { type: ["array", "null"], items: { type: "string" }, description: "Empty means every column." },
      filters: {
        type: "array",
        minItems: 1,
        description: "All must pass: the partition key, or columns with an index.",
        items: object({
          columnName: { type: "string", minLength: 1 },
          operator: { enum: ["eq", "notEq", "gt", "gte", "lt", "lte", "in"] },
          value: {
            type: "array",
            minItems: 1,
            maxItems: 1000,
            items: value,
            description: "One value; `in` has many.",
          },
        }),
      },
      orderBy: {
        ...object({ column: { type: "string", minLength: 1 }, order }),
        type: ["object", "null"],
        description: "A column of the clustering key.",
      },
      pageSize: { ...pageSize, type: ["integer", "null"] },
      pageState: { ...pageState, type: ["string", "null"] },
    },
    ["filters"],
  ),
  GraphQLRequest: object(
    {
      query: { type: "string", description: "A GraphQL document." },
      variables: { type: ["object", "null"] },
      operationName: { type: ["string", "null"] },
    },
    ["query"],
  ),
  GraphQLResult: {
    type: "object",
    properties: { data: { type: ["object", "null"] }, errors: { $ref: "#/components/schemas/GraphQLProblems" } },
  },
  GraphQLErrors: object({ errors: { $ref: "#/components/schemas/GraphQLProblems" } }),
  GraphQLProblems: {
    type: "array",
    items: object({ message: { type: "string" }, extensions: { type: "object" } }, ["message"]),
  },
  Readiness: object({ status: { enum: ["live", "ready", "starting", "stopping", "unavailable"] } }),
} satisfies Readonly<Record<string, Schema>>;

/** The parameters of a page after the `?`. */
export const pageQuery = { pageSize, pageState };
