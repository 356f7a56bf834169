/** Columns over REST: listing, adding, renaming and dropping them. */
import { printTableDefinition } from "../../model/index.ts";
import type { TableChange } from "../../store/index.ts";
import { failure, json, noBody, noTable, param, readObject } from "../endpoint.ts";
import type { Endpoint, Parts, RoutedRequest } from "../endpoint.ts";
import { findTable, findTableToChange } from "../find-table.ts";
import { jsonResponse } from "../http.ts";
import { ref } from "../schemas.ts";
import { HttpRefusal, badRequest, notFound, notProcessed } from "../http-refusal.ts";
import { parseTable } from "./tables.ts";

/** `GET …/columns`: the definitions of a table's columns. */
export const listColumns: Endpoint = {
  id: "listColumns",
  summary: "Lists the columns of a table.",
  responses: {
    200: json("Their definitions.", ref("Columns")),
    404: noTable,
  },
  run: async (request, { store }) => {
    const { table } = await findTable(request, store);
    return jsonResponse(200, printTableDefinition(table).columnDefinitions);
  },
};

/** `GET …/columns/{c}`: the definition of one. */
export const getColumn: Endpoint = {
  id: "getColumn",
  summary: "Returns the definition of a column.",
  responses: {
    200: json("The definition.", ref("Column")),
    404: failure("The keyspace, the table or the column does not exist."),
  },
  run: async (request, { store }) => {
    const { table } = await findTable(request, store);
    const name = param(request, 2);
    const found = printTableDefinition(table).columnDefinitions.find((column) => column.name === name);
    if (!found) throw notFound(`column '${name}' not found in table`);
    return jsonResponse(200, found);
  },
};

/** `POST …/columns`: a definition → 201. */
export const addColumn: Endpoint = {
  id: "addColumn",
  summary: "Adds a column; it is null in existing rows.",
  body: ref("NewColumn"),
  responses: { 201: json("The column exists.", ref("Success")), 422: noBody },
  run: async (request, parts) => {
    const body = await readObject(request);
    const { name } = body;
    if (name === undefined || name === null || name === "") throw new HttpRefusal(400, "column name must be provided");
    const { keyspace, table } = await findTableToChange(parts.store, param(request, 0), param(request, 1));
    if (table.columns.some((column) => column.name === name)) {
      throw badRequest(`Column with name '${String(name)}' already exists`);
    }
    const definition = printTableDefinition(table);
    const altered = { ...definition, columnDefinitions: [...definition.columnDefinitions, body] };
    const column = parseTable(keyspace, altered).columns.find((candidate) => candidate.name === name);
    if (!column) throw notProcessed();
    await alter(request, parts, { kind: "add-column", column });
    return jsonResponse(201, { success: true });
  },
};

/** `PUT …/columns/{c}`: `{newName}` renames a column of the primary key → 200. */
export const renameColumn: Endpoint = {
  id: "renameColumn",
  summary: "Renames a column of the primary key.",
  body: ref("Rename"),
  responses: { 200: json("The column is renamed.", ref("Success")), 422: noBody },
  run: async (request, parts) => {
    const { newName } = await readObject(request);
    if (typeof newName !== "string" || newName === "") throw new HttpRefusal(400, "newName must be provided");
    await alter(request, parts, { kind: "rename-column", column: param(request, 2), to: newName });
    return jsonResponse(200, { success: true });
  },
};

/** `DELETE …/columns/{c}`: 204. */
export const dropColumn: Endpoint = {
  id: "dropColumn",
  summary: "Drops a column with its values.",
  responses: { 204: { description: "The column is gone." } },
  run: async (request, parts) => {
    await alter(request, parts, { kind: "drop-column", column: param(request, 2) });
    return { status: 204, headers: {} };
  },
};

async function alter(request: RoutedRequest, { store }: Parts, change: TableChange): Promise<void> {
  const { keyspace, table } = await findTableToChange(store, param(request, 0), param(request, 1));
  await store.alterTable(keyspace.name, table.name, change);
}
