/**
 * Rows over REST: listing, adding, reading, updating and deleting them. @see service-facts 1.6
 *
 * Columns go by their CQL names here; API names are GraphQL's. A row is added by a list of columns, as all real clients
 * do, or by a GraphQL document, as the service document has it.
 */
import type { DocumentNode } from "graphql";
import { pageRows } from "@colonnade/runtime/protocol";
import { apiOf, mutationVerbs } from "../../api/index.ts";
import { primaryKey } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Filter, Store, Value, Values } from "../../store/index.ts";
import { parseValue } from "../column-value.ts";
import { param } from "../endpoint.ts";
import type { Call, Endpoint } from "../endpoint.ts";
import { respond } from "../graphql/endpoint.ts";
import { keyspaceTypesOf } from "../graphql/keyspace-types.ts";
import { rootFields } from "../graphql/limits.ts";
import { parseDocumentBody } from "../graphql/read-document.ts";
import { isJsonObject } from "../json.ts";
import { Refusal, badRequest, notProcessed } from "../refusal.ts";
import { columnOf, parseRowKey } from "./row-key.ts";
import { answerPage, readPlace } from "./row-page.ts";
import { findForChange, findKeyspace, findTable } from "./tables.ts";

/** `POST …/rows`: `{columns}` → 201, or `{query, variables}` → what GraphQL answers. @see service document 4 */
export const addRow: Endpoint = async (call, parts) => {
  const body = await call.body();
  if (body === undefined || body === null) throw new Refusal(422, "Request invalid: Row data cannot be null.");
  if (!isJsonObject(body)) throw notProcessed();
  const keyspace = await findKeyspace(parts.store, param(call, 0));
  const table = findTable(keyspace, param(call, 1));
  if ((body["columns"] ?? null) === null && body["query"] !== undefined) {
    const refuse = (node: DocumentNode): void => refuseOtherTables(node, keyspace, table);
    return respond(call, parts, { ...parseDocumentBody(body), types: keyspaceTypesOf(keyspace), refuse });
  }
  const values = parseColumns(table, body["columns"], columns);
  await parts.store.insert({ keyspace: keyspace.name, table: table.name, values });
  return { status: 201, json: { success: true, rowsModified: 1 } };
};

/** `GET …/rows`: a page of all rows. Real servers answer 400 here, not 404, when there is no such table. */
export const listRows: Endpoint = async (call, { store }) => {
  const { keyspace, table } = await findForChange(store, param(call, 0), param(call, 1));
  return answerPage(store, { keyspace: keyspace.name, table, filters: [], place: readPlace(call) });
};

/**
 * `GET …/rows/{key}`: a page of the rows of a whole or partial key; an empty one is not an error.
 *
 * A page holds as many rows as any may, since clients of real servers expect all of them in one.
 */
export const getRows: Endpoint = async (call, { store }) => {
  const { keyspace, table, key } = await findKey(call, store);
  const filters = Array.from(key, ([column, value]): Filter => ({ column, operator: "eq", value }));
  return answerPage(store, { keyspace: keyspace.name, table, filters, place: readPlace(call, pageRows.most) });
};

/** `PUT …/rows/{key}`: `{changeset}` → 200; writes the row if it does not exist, and adds to counters. */
export const updateRow: Endpoint = async (call, { store }) => {
  const body = await call.body();
  if (body === undefined || body === null) throw new Refusal(422, "Request invalid: Row data cannot be null.");
  if (!isJsonObject(body)) throw notProcessed();
  const { keyspace, table, key } = await findKey(call, store);
  const changes = parseColumns(table, body["changeset"], changeset);
  const inKey = [...changes.keys()].find((name) => primaryKey(table).includes(name));
  if (inKey !== undefined) throw badRequest(`PRIMARY KEY part ${inKey} found in SET part`);
  await store.update({ keyspace: keyspace.name, table: table.name, values: new Map([...key, ...changes]) });
  return { status: 200, json: { success: true } };
};

/** `DELETE …/rows/{key}`: 204, also when there is no such row; a partial key deletes all rows that have it. */
export const deleteRows: Endpoint = async (call, { store }) => {
  const { keyspace, table, key } = await findKey(call, store);
  await store.delete({ keyspace: keyspace.name, table: table.name, key });
  return { status: 204 };
};

async function findKey(
  call: Call,
  store: Store,
): Promise<{ readonly keyspace: Keyspace; readonly table: Table; readonly key: ReadonlyMap<string, Value> }> {
  const keyspace = await findKeyspace(store, param(call, 0));
  const table = findTable(keyspace, param(call, 1));
  return { keyspace, table, key: parseRowKey(table, param(call, 2)) };
}

function refuseOtherTables(node: DocumentNode, keyspace: Keyspace, table: Table): void {
  const names = apiOf(keyspace).names.get(table.name);
  const allowed = new Set(["__typename", names?.query, ...mutationVerbs.map((verb) => `${verb}${names?.type}`)]);
  const other = rootFields(node).find((field) => !allowed.has(field.name.value));
  if (other) throw badRequest(`${other.name.value} is no field of the table ${keyspace.name}.${table.name}`);
}

/** A list of columns with values in a body: what it is called, and the member that names a column. */
interface ColumnList {
  readonly title: string;
  readonly member: "name" | "column";
}
const columns: ColumnList = { title: "Columns", member: "name" };
const changeset: ColumnList = { title: "Changeset", member: "column" };

function parseColumns(table: Table, json: unknown, { title, member }: ColumnList): Values {
  const empty = json === undefined || json === null || (Array.isArray(json) && json.length === 0);
  if (empty) throw new Refusal(422, `Request invalid: ${title} cannot be null or empty.`);
  if (!Array.isArray(json) || !json.every(isJsonObject)) throw notProcessed();
  const values = new Map<string, Value | null>();
  for (const { [member]: name, value } of json) {
    if (name !== undefined && name !== null && typeof name !== "string") throw notProcessed();
    if (!name?.trim()) throw new Refusal(422, "Request invalid: Name of the column cannot be null or blank.");
    const column = columnOf(table, name);
    if (values.has(name)) throw badRequest("The column names contains duplicates");
    values.set(name, parseValue(column, value));
  }
  return values;
}
