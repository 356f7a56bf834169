import { parseTableDefinition, printTableDefinition } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import { json, noBody, noTable, param, readObject } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { findKeyspace, findKeyspaceToChange, findTable } from "../find-table.ts";
import { HttpRefusal, badRequest } from "../http-refusal.ts";
import { jsonResponse } from "../http.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { ref } from "../schemas.ts";

/** `GET …/tables`: the names of a keyspace's tables. */
export const listTables: Endpoint = {
  id: "listTables",
  summary: "Lists the tables of a keyspace.",
  responses: {
    200: json("Their names.", ref("Names")),
    404: noTable,
  },
  run: async (request, { store }) => {
    const { tables } = await findKeyspace(request, store);
    return jsonResponse(
      200,
      tables.map(({ name }) => name),
    );
  },
};

/** `GET …/tables/{t}`: the definition, with every list in it, also the empty ones. */
export const getTable: Endpoint = {
  id: "getTable",
  summary: "Returns the definition of a table.",
  responses: {
    200: json("The definition.", ref("Table")),
    404: noTable,
  },
  run: async (request, { store }) => {
    const { keyspace, table } = await findTable(request, store);
    const printed = printTableDefinition(table);
    const { name, ifNotExists: _, primaryKey, tableOptions, indexes = [], ...rest } = printed;
    return jsonResponse(200, {
      name,
      keyspace: keyspace.name,
      ...rest,
      primaryKey: { clusteringKey: [], ...primaryKey },
      tableOptions: { clusteringExpression: [], ...tableOptions },
      indexes,
    });
  },
};

/** `POST …/tables`: a definition → 201, also when `ifNotExists` allows an existing table, which stays as it is. */
export const createTable: Endpoint = {
  id: "createTable",
  summary: "Creates a table with its indexes.",
  body: ref("NewTable"),
  responses: { 201: json("The table exists.", ref("Success")), 422: noBody },
  run: async (request, { store }) => {
    const body = await readObject(request);
    refuseIncomplete(body);
    const keyspace = await store.keyspace(param(request, 0));
    if (!keyspace) throw new HttpRefusal(400, "keyspace does not exists");
    const table = parseTable(keyspace, body);
    const created = await store.createTable(keyspace.name, table);
    if (!created && body["ifNotExists"] !== true) throw badRequest(`A table named ${table.name} already exists`);
    return jsonResponse(201, { success: true });
  },
};

/** Parses the table of a definition, with its indexes; members of other servers are ignored. @throws {HttpRefusal} 400 */
export function parseTable(keyspace: Keyspace, definition: JsonObject): Table {
  refuseCostly(definition);
  const userTypes = new Map(keyspace.userTypes.map((type) => [type.name, type]));
  const { table, problems } = parseTableDefinition(definition, { unknownMembers: "ignore", userTypes });
  if (table) return table;
  const reasons = problems.map(({ code, found, message }) =>
    // An unknown word is considered a user type; the message is that of real servers.
    code === "unknown-type" ? `Cannot find user type ${found} int keyspace ${keyspace.name}` : message,
  );
  throw badRequest(reasons.join("; "));
}

/** `DELETE …/tables/{t}`: 204. Real servers answer 400 here, not 404, when there is nothing to drop. */
export const dropTable: Endpoint = {
  id: "dropTable",
  summary: "Drops a table with its rows.",
  responses: { 204: { description: "The table is gone." } },
  run: async (request, { store }) => {
    const [keyspace, table] = [param(request, 0), param(request, 1)];
    await findKeyspaceToChange(store, keyspace);
    if (!(await store.dropTable(keyspace, table))) throw badRequest(`Table ${keyspace}.${table} does not exists`);
    return { status: 204, headers: {} };
  },
};

/** Columns of a table, and characters of a type: more than any real table has. */
const most = { listed: 1_000, typeLength: 1_000 };

/** Each mistake of a definition is looked for and reported: thousands of them would keep the service busy. */
function refuseCostly({ columnDefinitions, primaryKey, tableOptions, indexes }: JsonObject): void {
  const key = isJsonObject(primaryKey) ? [primaryKey["partitionKey"], primaryKey["clusteringKey"]] : [];
  const order = isJsonObject(tableOptions) ? [tableOptions["clusteringExpression"]] : [];
  for (const list of [columnDefinitions, ...key, ...order, indexes]) {
    if (Array.isArray(list) && list.length > most.listed) {
      throw badRequest(`A table has at most ${most.listed} columns, and its lists as many items`);
    }
  }
  const columns: readonly unknown[] = Array.isArray(columnDefinitions) ? columnDefinitions : [];
  for (const column of columns) {
    const type = isJsonObject(column) ? column["typeDefinition"] : undefined;
    if (typeof type === "string" && type.length > most.typeLength) {
      throw badRequest(`A type has at most ${most.typeLength} characters`);
    }
  }
}

/**
 * Mistakes for which real servers have their own messages; the definition's parser finds the others.
 */
function refuseIncomplete(body: JsonObject): void {
  const missing = (json: unknown): boolean => json === undefined || json === null || json === "";
  const columns = body["columnDefinitions"];
  if (missing(body["name"])) throw new HttpRefusal(400, "table name must be provided");
  if (missing(body["primaryKey"])) throw new HttpRefusal(400, "primary key must be provided");
  if (Array.isArray(columns) && columns.some((column) => isJsonObject(column) && missing(column["name"]))) {
    throw new HttpRefusal(400, "column name must be provided");
  }
}

/** `GET …/keyspaces`: the names of all keyspaces. */
export const listKeyspaces: Endpoint = {
  id: "listKeyspaces",
  summary: "Lists the keyspaces.",
  responses: { 200: json("Their names.", ref("Names")) },
  run: async (_request, { store }) => jsonResponse(200, await store.keyspaces()),
};
