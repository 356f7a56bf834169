/**
 * Where GraphQL differs from the recorded servers by design. Each difference is taken away from a recorded response, in this
 * order, until it is ours.
 */
import { isDeepStrictEqual } from "node:util";
import type { GraphQLBody } from "./graphql-verdict.ts";
import { changed, documentOf, messageOf, named, refused, whole } from "./graphql-explanations.ts";
import { graphqlValueDifferences } from "./graphql-value-differences.ts";
import type { Difference, Exchange } from "./replay.ts";

/** Lists in one order, empty text as null, and `varchar` as the other name of `text`. */
function normalized(json: unknown): unknown {
  if (json === "") return null;
  if (json === "VARCHAR") return "TEXT";
  if (Array.isArray(json)) return json.map(normalized).sort((one, other) => (text(one) < text(other) ? -1 : 1));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .map(([name, value]) => [name, normalized(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
const text = (json: unknown): string => JSON.stringify(json) ?? "";

/** Changes the results of fields; a body without data stays. */
function withResults(change: (result: unknown, body: GraphQLBody) => unknown): (body: GraphQLBody) => GraphQLBody {
  return (body) => {
    const results = Object.entries(body.data ?? {}).map(([name, result]) => [name, change(result, body)] as const);
    return results.length === 0 ? body : { ...body, data: Object.fromEntries(results) };
  };
}

/** A change that succeeded is true, and one that failed is null. */
function changeResult(result: unknown, { errors }: GraphQLBody): unknown {
  return typeof result !== "boolean" ? result : errors ? null : true;
}

/** The key of a row whose write was not applied. */
function withoutKey(result: unknown): unknown {
  const { applied, value } = (result ?? {}) as { readonly applied?: unknown; readonly value?: object | null };
  return applied === false && value && "id" in value ? { applied, value: { ...value, id: null } } : result;
}

const ofDefinitions = ({ request }: Exchange): boolean => request.path.endsWith("/graphql-schema");
const outOfScope = /"(?:bulkInsert\w+|groupBy|_\w+_function|@async)"/;

export const graphqlDifferences: readonly Difference[] = [
  { id: "empty-state", without: named("pageState empty") },
  { id: "out-of-scope", without: refused(outOfScope) },
  { id: "no-filter-field", without: refused(/^Cannot query field "\w+Filter"/) },
  {
    id: "camel-names",
    without: named("new table in /graphql at once", "escaped table and columns", "capitalized insert of the document"),
  },
  { id: "no-widening", without: refused(/^(?:value|filter) is null|and value means something else without it$/) },
  { id: "number-literals", without: named("insert, bad decimal literal") },
  { id: "timestamp-text", without: named("insert with variables") },
  { id: "order-null", without: named("orderBy null") },
  { id: "one-condition", without: refused(/^ifExists and ifCondition exclude each other$/) },
  { id: "current-columns", without: changed(withResults(withoutKey)) },
  {
    id: "system-keyspaces",
    without: whole((exchange) => ofDefinitions(exchange) && /keyspaces \{|"system"/.test(documentOf(exchange))),
  },
  {
    id: "replicas",
    without: whole((exchange) => ofDefinitions(exchange) && /dcs \{ name|"nowhere"/.test(documentOf(exchange))),
  },
  { id: "whole-key", without: named("… its columns") },
  { id: "change-result", without: changed(withResults(changeResult)) },
  {
    id: "definition-order",
    without: whole((exchange, { json }, { body }) => {
      return ofDefinitions(exchange) && isDeepStrictEqual(normalized(body), normalized(json));
    }),
  },
  {
    id: "missing-is-null",
    without: whole((exchange, _reply, { body }) => {
      return ofDefinitions(exchange) && /does not exist/.test(text(body)) && documentOf(exchange).startsWith("{");
    }),
  },
  { id: "all-types", without: whole((_exchange, _reply, { body }) => text(body).includes("Not yet supported")) },
  { id: "strict-options", without: named("limit -1") },
  { id: "counters", without: named("counter update") },
  { id: "no-views", without: named("materialized view") },
  { id: "fragment-cycle", without: whole((_exchange, _reply, { status }) => status === 0) },
  ...graphqlValueDifferences,
  // HTTP
  {
    id: "one-document",
    without: whole((_exchange, { json }) => /^(?:You must provide|query must be)/.test(messageOf(json))),
  },
  { id: "one-document", without: named("POST, query in both") },
  { id: "json-bodies", without: whole((_exchange, { status }) => status === 415) },
  { id: "get-reads", without: whole((_exchange, { status }) => status === 405) },
  { id: "default-keyspace", without: whole(({ request: { path } }) => /^\/api\/graphql(?:\?|$)/.test(path)) },
  { id: "slash", without: whole(({ request: { path } }, _reply, { status }) => path.endsWith("/") && status === 307) },
  { id: "header-names", without: named("document header name") },
  { id: "token-first", without: named("token missing, text/plain") },
  { id: "options", without: whole(({ request: { method } }) => method === "OPTIONS") },
  { id: "accept", without: named("accept text/html") },
  { id: "response-type", without: named("accept application/graphql-response+json") },
  { id: "refused", without: whole((_exchange, { json }, { status }) => status === 500 && messageOf(json) !== "") },
];
