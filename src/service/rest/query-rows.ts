/** `POST …/rows/query`: the rows that pass all filters, in pages. */
import type { Order, Table } from "../../model/index.ts";
import type { Comparison, Filter, Value } from "../../store/index.ts";
import { columnOf, parseValue } from "../column-value.ts";
import { json, noBody, noTable, readObject } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { findTable } from "../find-table.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { ref } from "../schemas.ts";
import { answerPage, placeOf } from "./row-page.ts";
import type { PagePlace } from "./row-page.ts";
import { HttpRefusal, badRequest, notProcessed } from "../http-refusal.ts";
import { limits } from "../limits.ts";

const operators: ReadonlyMap<string, Comparison> = new Map(
  (["eq", "notEq", "gt", "gte", "lt", "lte", "in"] as const).map((operator) => [operator.toLowerCase(), operator]),
);

export const queryRows: Endpoint = {
  id: "queryRows",
  summary: "Returns rows that pass filters, in pages.",
  body: ref("Query"),
  isRead: true,
  responses: {
    200: json("A page of rows.", ref("Page")),
    404: noTable,
    422: noBody,
  },
  run: async (request, { store }) => {
    const body = await readObject(request);
    const { keyspace, table } = await findTable(request, store);
    const columns = readColumns(body["columnNames"]);
    return answerPage(store, request.reads, {
      keyspace: keyspace.name,
      table,
      filters: readFilters(table, body["filters"]),
      ...(columns.length > 0 && { columns }),
      orderBy: readOrder(body["orderBy"]),
      place: readPlace(body),
    });
  },
};

function readColumns(json: unknown): readonly string[] {
  if (json === undefined || json === null) return [];
  if (!Array.isArray(json) || !json.every((name) => typeof name === "string")) throw notProcessed();
  return [...new Set<string>(json)];
}

function readFilters(table: Table, json: unknown): readonly Filter[] {
  const empty = json === undefined || json === null || (Array.isArray(json) && json.length === 0);
  if (empty) throw new HttpRefusal(400, "filters must be provided");
  if (!Array.isArray(json) || !json.every(isJsonObject)) throw notProcessed();
  return json.map((filter) => readFilter(table, filter));
}

function readFilter(table: Table, { columnName, operator: word, value }: JsonObject): Filter {
  if (!columnName || !word || value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    throw new HttpRefusal(400, "filter requires column name, operator, and value");
  }
  const operator = typeof word === "string" ? operators.get(word.toLowerCase()) : undefined;
  if (typeof columnName !== "string" || !operator || !Array.isArray(value)) throw notProcessed();
  const column = columnOf(table, columnName);
  const most = operator === "in" ? limits.inItems : 1;
  // Real servers ignore all but the first value of another operator: rows would be missing, and nobody would know.
  if (value.length > most) {
    throw badRequest(`The filter ${operator} on ${column.name} has ${value.length} values, more than ${most}`);
  }
  const values = value.map((item): Value => {
    const operand = parseValue(column, item);
    if (operand === null) throw badRequest(`Invalid null value in condition for column ${column.name}`);
    return operand;
  });
  return { column: column.name, operator, value: operator === "in" ? values : (values[0] as Value) };
}

function readOrder(json: unknown): readonly { readonly column: string; readonly order: Order }[] {
  if (json === undefined || json === null) return [];
  if (!isJsonObject(json)) throw notProcessed();
  // Real servers print the member as `column`, and read it as `name` too.
  const column = json["column"] ?? json["name"];
  const { order } = json;
  if (!column || !order) throw new HttpRefusal(400, "both order and column are required for order by expression");
  if (typeof column !== "string" || typeof order !== "string") throw notProcessed();
  const upper = order.toUpperCase();
  if (upper !== "ASC" && upper !== "DESC") throw new HttpRefusal(400, "order must be either 'asc' or 'desc'");
  return [{ column, order: upper }];
}

function readPlace({ pageSize, pageState }: JsonObject): PagePlace {
  const isSize = pageSize === undefined || pageSize === null || Number.isSafeInteger(pageSize);
  const isState = pageState === undefined || pageState === null || typeof pageState === "string";
  if (!isSize || !isState) throw notProcessed();
  return placeOf(pageSize as number | null | undefined, pageState);
}
