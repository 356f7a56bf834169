/**
 * Rows over REST: adding one, and reading those of a key.
 *
 * Columns go by their CQL names here; API names are GraphQL's. A row is added by a list of columns, as all real clients
 * do, or by a GraphQL document, as the service document has it.
 */
import type { DocumentNode } from "graphql";
import { keySeparator } from "@colonnade/runtime/protocol";
import { primaryKey } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Filter, Value, Values } from "../../store/index.ts";
import { parseText, parseValue, printRow } from "../column-value.ts";
import { param } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { respond } from "../graphql/endpoint.ts";
import { keyspaceTypesOf } from "../graphql/keyspace-types.ts";
import { rootFields } from "../graphql/limits.ts";
import { parseDocumentBody } from "../graphql/read-document.ts";
import { mutationVerbs, nameTablesOf } from "../graphql/table-api.ts";
import { isJsonObject } from "../json.ts";
import { decodeSegment } from "../path.ts";
import { Refusal, badRequest, notProcessed } from "../refusal.ts";
import { findKeyspace, findTable } from "./tables.ts";

/** Rows that are asked of the store at a time; the response has all of them. */
const pageSize = 1000;

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
  const values = parseColumns(table, body["columns"]);
  await parts.store.insert({ keyspace: keyspace.name, table: table.name, values });
  return { status: 201, json: { success: true, rowsModified: 1 } };
};

/**
 * `GET …/rows/{key}`: the rows of a whole or partial key, all of them; an empty result is not an error. @see
 * service-facts 1.6
 */
export const getRows: Endpoint = async (call, { store }) => {
  const keyspace = await findKeyspace(store, param(call, 0));
  const table = findTable(keyspace, param(call, 1));
  const filters = parseKey(table, param(call, 2));
  const rows: Values[] = [];
  let pageState: string | undefined;
  do {
    const target = { keyspace: keyspace.name, table: table.name };
    const page = await store.select({ ...target, filters, pageSize, ...(pageState !== undefined && { pageState }) });
    rows.push(...page.rows);
    pageState = page.pageState;
  } while (pageState !== undefined);
  return { status: 200, json: { count: rows.length, rows: rows.map((row) => printRow(table, row)) } };
};

function refuseOtherTables(node: DocumentNode, keyspace: Keyspace, table: Table): void {
  const names = nameTablesOf(keyspace).get(table.name);
  const allowed = new Set(["__typename", names?.query, ...mutationVerbs.map((verb) => `${verb}${names?.type}`)]);
  const other = rootFields(node).find((field) => !allowed.has(field.name.value));
  if (other) throw badRequest(`${other.name.value} is no field of the table ${keyspace.name}.${table.name}`);
}

/** `"a;2020-01-31"` gives equal-filters for the first two columns of the primary key. */
function parseKey(table: Table, segment: string): readonly Filter[] {
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
  return texts.map((text, index) => {
    const column = names[index] ?? "";
    return { column, operator: "eq", value: parseText(columnOf(table, column), text) };
  });
}

function parseColumns(table: Table, json: unknown): Values {
  const empty = json === undefined || json === null || (Array.isArray(json) && json.length === 0);
  if (empty) throw new Refusal(422, "Request invalid: Columns cannot be null or empty.");
  if (!Array.isArray(json) || !json.every(isJsonObject)) throw notProcessed();
  const values = new Map<string, Value | null>();
  for (const { name, value } of json) {
    if (name !== undefined && name !== null && typeof name !== "string") throw notProcessed();
    if (!name?.trim()) throw new Refusal(422, "Request invalid: Name of the column cannot be null or blank.");
    const column = columnOf(table, name);
    if (values.has(name)) throw badRequest("The column names contains duplicates");
    values.set(name, parseValue(column, value));
  }
  return values;
}

function columnOf(table: Table, name: string): Table["columns"][number] {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw badRequest(`Unknown field name '${name.slice(0, 100)}'.`);
  return column;
}
