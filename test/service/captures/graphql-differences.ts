/**
 * Where GraphQL differs from the recorded servers by design. Each difference is taken away from a recorded response, in this
 * order, until it is ours.
 */
import { isDeepStrictEqual } from "node:util";
import type { Reply } from "../service-fixture.ts";
import { isGraphQLBody } from "./graphql-verdict.ts";
import type { GraphQLBody } from "./graphql-verdict.ts";
import type { Difference, Exchange, Recorded } from "./replay.ts";

type Without = Difference["without"];

const documentOf = ({ request: { body } }: Exchange): string =>
  String((body as { readonly query?: unknown } | undefined)?.query ?? "");
const messageOf = ({ json }: Reply): string => (isGraphQLBody(json) ? (json.errors?.[0]?.message ?? "") : "");

/** The difference accounts for the whole response. */
const whole =
  (fits: (exchange: Exchange, reply: Reply, theirs: Recorded) => boolean): Without =>
  (recorded, exchange, reply) =>
    fits(exchange, reply, recorded) ? { status: reply.status, body: reply.json } : undefined;

/** Our service refuses the document with this message. */
const refused = (message: RegExp): Without => whole((_exchange, reply) => message.test(messageOf(reply)));
const named = (...names: readonly string[]): Without => whole(({ name }) => names.includes(name));

const changed =
  (change: (body: GraphQLBody) => GraphQLBody): Without =>
  (recorded) =>
    isGraphQLBody(recorded.body) ? { ...recorded, body: change(recorded.body) } : undefined;

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
const text = (json: unknown): string => JSON.stringify(json);

/** A change that succeeded is true, and one that failed is null. */
function withResults({ data, errors }: GraphQLBody): GraphQLBody {
  const results = Object.entries(data ?? {}).map(([name, value]) => {
    return [name, typeof value !== "boolean" ? value : errors ? null : true];
  });
  return { ...(data !== undefined && { data: Object.fromEntries(results) as unknown }), ...(errors && { errors }) };
}

/** The key of a row whose write was not applied. */
function withoutKey({ data, ...body }: GraphQLBody): GraphQLBody {
  const results = Object.entries(data ?? {}).map(([name, result]) => {
    const { applied, value } = (result ?? {}) as { readonly applied?: unknown; readonly value?: object | null };
    return [name, applied === false && value && "id" in value ? { applied, value: { ...value, id: null } } : result];
  });
  return { ...body, ...(data !== undefined && { data: Object.fromEntries(results) as unknown }) };
}

const ofDefinitions = ({ request }: Exchange): boolean => request.path.endsWith("/graphql-schema");
const outOfScope = /"(?:bulkInsert\w+|groupBy|_\w+_function|@async)"/;

export const graphqlDifferences: readonly Difference[] = [
  { id: "empty-state", without: named("pageState empty") },
  { id: "out-of-scope", without: refused(outOfScope) },
  { id: "no-filter-field", without: refused(/^Cannot query field "\w+Filter"/) },
  { id: "camel-names", without: named("new table in /graphql at once", "escaped table and columns") },
  { id: "no-widening", without: refused(/^(?:value|filter) is null|and value means something else without it$/) },
  { id: "no-functions", without: refused(/found "(?:uuid|now)\(\)"/) },
  { id: "number-literals", without: named("insert, bad decimal literal") },
  { id: "timestamp-text", without: named("insert with variables") },
  { id: "order-null", without: named("orderBy null") },
  { id: "one-condition", without: refused(/^ifExists and ifCondition exclude each other$/) },
  { id: "current-columns", without: changed(withoutKey) },
  {
    id: "system-keyspaces",
    without: whole((exchange) => ofDefinitions(exchange) && /keyspaces \{|"system"/.test(documentOf(exchange))),
  },
  {
    id: "replicas",
    without: whole((exchange) => ofDefinitions(exchange) && /dcs \{ name|"nowhere"/.test(documentOf(exchange))),
  },
  { id: "whole-key", without: named("… its columns") },
  { id: "change-result", without: changed(withResults) },
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
];
