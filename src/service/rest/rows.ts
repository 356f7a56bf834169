/** Rows over REST: listing, reading, updating and deleting them, by the CQL names of columns. */
import { pageRows } from "@colonnade/runtime/protocol";
import { primaryKey } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Filter, Store, Value } from "../../store/index.ts";
import { param } from "../endpoint.ts";
import type { Call } from "../endpoint.ts";
import { failure, json, noTable } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { badRequest } from "../refusal.ts";
import { pageQuery, ref } from "../schemas.ts";
import { readObject } from "./read-object.ts";
import { changesetForm, parseRowColumns } from "./row-columns.ts";
import { parseRowKey } from "./row-key.ts";
import { answerPage, readPlace } from "./row-page.ts";
import { findForChange, findKeyspace, findTable } from "./tables.ts";

/** `GET …/rows`: a page of all rows. Real servers answer 400 here, not 404, when there is no such table. */
export const listRows: Operation = {
  id: "listRows",
  summary: "Returns all rows of a table, in pages.",
  query: pageQuery,
  answers: { 200: json("A page of rows.", ref("Page")) },
  run: async (call, { store }) => {
    const { keyspace, table } = await findForChange(store, param(call, 0), param(call, 1));
    return answerPage(store, call.reads, { keyspace: keyspace.name, table, filters: [], place: readPlace(call) });
  },
};

/**
 * `GET …/rows/{key}`: a page of the rows of a whole or partial key; an empty one is not an error.
 *
 * A page holds as many rows as any may, since clients of real servers expect all of them in one.
 */
export const getRows: Operation = {
  id: "getRows",
  summary: "Returns the rows of a key, in pages of 5000 by default.",
  query: pageQuery,
  answers: {
    200: json("A page of rows.", ref("Page")),
    404: noTable,
  },
  run: async (call, { store }) => {
    const { keyspace, table, key } = await findKey(call, store);
    const filters = Array.from(key, ([column, value]): Filter => ({ column, operator: "eq", value }));
    return answerPage(store, call.reads, {
      keyspace: keyspace.name,
      table,
      filters,
      place: readPlace(call, pageRows.most),
    });
  },
};

/** `PUT …/rows/{key}`: `{changeset}` → 200; writes the row if it does not exist, and adds to counters. */
export const updateRow: Operation = {
  id: "updateRow",
  summary: "Writes columns of a row; adds to counters.",
  body: ref("Changes"),
  answers: {
    200: json("The row is written.", ref("Success")),
    404: noTable,
    422: failure("There is no body, or no column in it."),
  },
  run: async (call, { store }) => {
    const body = await readObject(call, "Row data cannot be null.");
    const { keyspace, table, key } = await findKey(call, store);
    const changes = parseRowColumns(table, body["changeset"], changesetForm);
    const inKey = [...changes.keys()].find((name) => primaryKey(table).includes(name));
    if (inKey !== undefined) throw badRequest(`PRIMARY KEY part ${inKey} found in SET part`);
    await store.update({ keyspace: keyspace.name, table: table.name, values: new Map([...key, ...changes]) });
    return { status: 200, json: { success: true } };
  },
};

/** `DELETE …/rows/{key}`: 204, also when there is no such row; a partial key deletes all rows that have it. */
export const deleteRows: Operation = {
  id: "deleteRows",
  summary: "Deletes the rows of a key.",
  answers: {
    204: { description: "No row has the key." },
    404: noTable,
  },
  run: async (call, { store }) => {
    const { keyspace, table, key } = await findKey(call, store);
    await store.delete({ keyspace: keyspace.name, table: table.name, key });
    return { status: 204 };
  },
};

async function findKey(
  call: Call,
  store: Store,
): Promise<{ readonly keyspace: Keyspace; readonly table: Table; readonly key: ReadonlyMap<string, Value> }> {
  const keyspace = await findKeyspace(store, param(call, 0));
  const table = findTable(keyspace, param(call, 1));
  return { keyspace, table, key: parseRowKey(table, param(call, 2)) };
}
