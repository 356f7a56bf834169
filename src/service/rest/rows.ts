/**
 * Rows over REST: lists, reads, adds, updates and deletes them, by the CQL names of columns. A row is added by a list of
 * columns, as all real clients do, or by a GraphQL document (`document-rows` in docs/compatibility.md).
 */
import { keySeparator, pageRows } from "@colonnade/runtime/protocol";
import { primaryKey } from "../../model/index.ts";
import type { Table } from "../../model/index.ts";
import type { Filter, Store, Value, Values } from "../../store/index.ts";
import { columnOf, parseText, parseValue } from "../column-value.ts";
import { failure, json, noTable, param, readObject, decodeSegment } from "../endpoint.ts";
import type { Endpoint, RoutedRequest, Shape } from "../endpoint.ts";
import { findTable, findTableToChange } from "../find-table.ts";
import type { TableInKeyspace } from "../find-table.ts";
import { documentResponses, graphqlResponse, runTableDocument } from "../graphql/respond.ts";
import { jsonResponse } from "../http.ts";
import { isJsonObject } from "../json.ts";
import { pageQuery, ref } from "../schemas.ts";
import { answerPage, readPlace } from "./row-page.ts";
import { badRequest, notProcessed, HttpRefusal } from "../http-refusal.ts";

/** `GET …/rows`: a page of all rows. Real servers answer 400 here, not 404, when there is no such table. */
export const listRows: Endpoint = {
  id: "listRows",
  summary: "Returns all rows of a table, in pages.",
  query: pageQuery,
  responses: { 200: json("A page of rows.", ref("Page")) },
  run: async (request, { store }) => {
    const { keyspace, table } = await findTableToChange(store, param(request, 0), param(request, 1));
    return answerPage(store, request.reads, { keyspace: keyspace.name, table, filters: [], place: readPlace(request) });
  },
};

/**
 * `GET …/rows/{key}`: a page of the rows of a whole or partial key; an empty one is not an error.
 *
 * A page has the maximum size, because clients of real servers expect all rows in one page.
 */
export const getRows: Endpoint = {
  id: "getRows",
  summary: "Returns the rows of a key, in pages of 5000 by default.",
  query: pageQuery,
  responses: {
    200: json("A page of rows.", ref("Page")),
    404: noTable,
  },
  run: async (request, { store }) => {
    const { keyspace, table, key } = await findKey(request, store);
    const filters = Array.from(key, ([column, value]): Filter => ({ column, operator: "eq", value }));
    return answerPage(store, request.reads, {
      keyspace: keyspace.name,
      table,
      filters,
      place: readPlace(request, pageRows.most),
    });
  },
};

/** `PUT …/rows/{key}`: `{changeset}` → 200; writes the row if it does not exist, and adds to counters. */
export const updateRow: Endpoint = {
  id: "updateRow",
  summary: "Writes columns of a row; adds to counters.",
  body: ref("Changes"),
  responses: {
    200: json("The row is written.", ref("Success")),
    404: noTable,
    422: failure("There is no body, or no column in it."),
  },
  run: async (request, { store }) => {
    const body = await readObject(request, "Row data cannot be null.");
    const { keyspace, table, key } = await findKey(request, store);
    const changes = parseRowColumns(table, body["changeset"], changesetForm);
    const inKey = [...changes.keys()].find((name) => primaryKey(table).includes(name));
    if (inKey !== undefined) throw badRequest(`PRIMARY KEY part ${inKey} found in SET part`);
    await store.update({ keyspace: keyspace.name, table: table.name, values: new Map([...key, ...changes]) });
    return jsonResponse(200, { success: true });
  },
};

/** `DELETE …/rows/{key}`: 204, also when there is no such row; a partial key deletes all rows that have it. */
export const deleteRows: Endpoint = {
  id: "deleteRows",
  summary: "Deletes the rows of a key.",
  responses: {
    204: { description: "No row has the key." },
    404: noTable,
  },
  run: async (request, { store }) => {
    const { keyspace, table, key } = await findKey(request, store);
    await store.delete({ keyspace: keyspace.name, table: table.name, key });
    return { status: 204, headers: {} };
  },
};

async function findKey(
  request: RoutedRequest,
  store: Store,
): Promise<TableInKeyspace & { readonly key: ReadonlyMap<string, Value> }> {
  const found = await findTable(request, store);
  return { ...found, key: parseRowKey(found.table, param(request, 2)) };
}

/**
 * Parses the key in a row's path: `"a;2020-01-31"` gives values for the first two columns of the primary key.
 *
 * All of the partition key, and any prefix of the clustering key. @throws {HttpRefusal} 400
 */
function parseRowKey(table: Table, segment: string): ReadonlyMap<string, Value> {
  const names = primaryKey(table);
  // Split first: an escaped separator belongs to a value.
  const texts = segment.split(keySeparator).map(decodeSegment);
  const least = table.partitionKey.length;
  if (texts.length < least || texts.length > names.length) {
    throw badRequest(
      `Number of key values provided (${texts.length}) should be in [${least}, ${names.length}]. ` +
        "All partition key columns values are required plus 0..all clustering columns values in proper order.",
    );
  }
  return new Map(
    texts.map((text, index) => {
      const column = columnOf(table, names[index] ?? "");
      return [column.name, parseText(column, text)];
    }),
  );
}

/** The error for a row, or for a document if the client accepts the media type of GraphQL. */
const mixed: Shape = {
  description: "The request is not valid, or the document could not be run.",
  content: { "application/json": ref("Error"), [graphqlResponse]: ref("GraphQLErrors") },
};

/** `POST …/rows`: `{columns}` → 201, or `{query, variables}` → the GraphQL response. */
export const addRow: Endpoint = {
  id: "addRow",
  summary: "Writes a row, or runs a GraphQL document of the table.",
  body: { anyOf: [ref("NewRow"), ref("GraphQLRequest")] },
  responses: {
    200: documentResponses[200],
    201: json("The row is written.", ref("Success")),
    400: mixed,
    404: noTable,
    422: failure("There is no body, or no column in it."),
  },
  run: async (request, parts) => {
    const body = await readObject(request, "Row data cannot be null.");
    const { keyspace, table } = await findTable(request, parts.store);
    if ((body["columns"] ?? null) === null && body["query"] !== undefined) {
      return runTableDocument(request, parts, { keyspace, table });
    }
    const values = parseRowColumns(table, body["columns"], columnsForm);
    await parts.store.insert({ keyspace: keyspace.name, table: table.name, values });
    return jsonResponse(201, { success: true, rowsModified: 1 });
  },
};

/** The name of a list of columns with values in messages, and the member that names a column. */
interface ColumnsForm {
  readonly title: string;
  readonly member: "name" | "column";
}
const columnsForm: ColumnsForm = { title: "Columns", member: "name" };
const changesetForm: ColumnsForm = { title: "Changeset", member: "column" };

/** Parses a list of columns with values. @throws {HttpRefusal} 400 or 422 */
function parseRowColumns(table: Table, json: unknown, { title, member }: ColumnsForm): Values {
  const empty = json === undefined || json === null || (Array.isArray(json) && json.length === 0);
  if (empty) throw new HttpRefusal(422, `Request invalid: ${title} cannot be null or empty.`);
  if (!Array.isArray(json) || !json.every(isJsonObject)) throw notProcessed();
  const values = new Map<string, Value | null>();
  for (const { [member]: name, value } of json) {
    if (name !== undefined && name !== null && typeof name !== "string") throw notProcessed();
    // A column may be named with a blank.
    const isMissing = !name?.trim() && !table.columns.some((column) => column.name === name);
    if (isMissing || !name) throw new HttpRefusal(422, "Request invalid: Name of the column cannot be null or blank.");
    const column = columnOf(table, name);
    if (values.has(name)) throw badRequest("The column names contains duplicates");
    values.set(name, parseValue(column, value));
  }
  return values;
}
