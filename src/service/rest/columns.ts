/** Columns over REST: listing, adding, renaming and dropping them. */
import { printTableDefinition } from "../../model/index.ts";
import type { ColumnDefinition, Table } from "../../model/index.ts";
import type { TableChange } from "../../store/index.ts";
import { param, readObject } from "../endpoint.ts";
import type { Call, Parts } from "../endpoint.ts";
import { failure, json, noBody, noTable } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { Refusal, badRequest, notFound, notProcessed } from "../refusal.ts";
import { ref } from "../schemas.ts";
import { findTableToChange, findKeyspace, findTable, parseTable } from "./tables.ts";

/** `GET …/columns`: the definitions of a table's columns. */
export const listColumns: Operation = {
  id: "listColumns",
  summary: "Lists the columns of a table.",
  answers: {
    200: json("Their definitions.", ref("Columns")),
    404: noTable,
  },
  run: async (call, { store }) => {
    const keyspace = await findKeyspace(store, param(call, 0));
    return { status: 200, json: definitionsOf(findTable(keyspace, param(call, 1))) };
  },
};

/** `GET …/columns/{c}`: the definition of one. */
export const getColumn: Operation = {
  id: "getColumn",
  summary: "Returns the definition of a column.",
  answers: {
    200: json("The definition.", ref("Column")),
    404: failure("The keyspace, the table or the column does not exist."),
  },
  run: async (call, { store }) => {
    const keyspace = await findKeyspace(store, param(call, 0));
    const name = param(call, 2);
    const found = definitionsOf(findTable(keyspace, param(call, 1))).find((column) => column.name === name);
    if (!found) throw notFound(`column '${name}' not found in table`);
    return { status: 200, json: found };
  },
};

/** `POST …/columns`: a definition → 201. */
export const addColumn: Operation = {
  id: "addColumn",
  summary: "Adds a column; it is null in existing rows.",
  body: ref("NewColumn"),
  answers: { 201: json("The column exists.", ref("Success")), 422: noBody },
  run: async (call, parts) => {
    const body = await readObject(call);
    const { name } = body;
    if (name === undefined || name === null || name === "") throw new Refusal(400, "column name must be provided");
    const { keyspace, table } = await findTableToChange(parts.store, param(call, 0), param(call, 1));
    if (table.columns.some((column) => column.name === name)) {
      throw badRequest(`Column with name '${String(name)}' already exists`);
    }
    const definition = printTableDefinition(table);
    const altered = { ...definition, columnDefinitions: [...definition.columnDefinitions, body] };
    const column = parseTable(keyspace, altered).columns.find((candidate) => candidate.name === name);
    if (!column) throw notProcessed();
    await alter(call, parts, { kind: "add-column", column });
    return { status: 201, json: { success: true } };
  },
};

/** `PUT …/columns/{c}`: `{newName}` renames a column of the primary key → 200. */
export const renameColumn: Operation = {
  id: "renameColumn",
  summary: "Renames a column of the primary key.",
  body: ref("Rename"),
  answers: { 200: json("The column is renamed.", ref("Success")), 422: noBody },
  run: async (call, parts) => {
    const { newName } = await readObject(call);
    if (typeof newName !== "string" || newName === "") throw new Refusal(400, "newName must be provided");
    await findTableToChange(parts.store, param(call, 0), param(call, 1));
    await alter(call, parts, { kind: "rename-column", column: param(call, 2), to: newName });
    return { status: 200, json: { success: true } };
  },
};

/** `DELETE …/columns/{c}`: 204. */
export const dropColumn: Operation = {
  id: "dropColumn",
  summary: "Drops a column with its values.",
  answers: { 204: { description: "The column is gone." } },
  run: async (call, parts) => {
    await findTableToChange(parts.store, param(call, 0), param(call, 1));
    await alter(call, parts, { kind: "drop-column", column: param(call, 2) });
    return { status: 204 };
  },
};

function definitionsOf(table: Table): readonly ColumnDefinition[] {
  return printTableDefinition(table).columnDefinitions;
}

function alter(call: Call, { store }: Parts, change: TableChange): Promise<void> {
  return store.alterTable(param(call, 0), param(call, 1), change);
}
