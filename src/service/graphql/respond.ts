/**
 * GraphQL over HTTP: reads the request of a document, has it executed, and responds with its result, errors of the document
 * included. Needs graphql-js, so `endpoints.ts` loads it with the first document.
 *
 * `POST` runs any document, `GET` only queries. The status is 200 unless the client accepts
 * `application/graphql-response+json`: there, a document that was not run is a 400.
 */
import { Kind, getOperationAST } from "graphql";
import type { DocumentNode, OperationDefinitionNode } from "graphql";
import { headers, routes } from "@colonnade/runtime/protocol";
import { apiOf } from "../../api/index.ts";
import type { Keyspace } from "../../model/index.ts";
import type { Handler, Parts, RoutedRequest } from "../endpoint.ts";
import type { TableInKeyspace } from "../find-table.ts";
import { isJsonObject, parseJson } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { refuseWrite } from "../read-only-store.ts";
import { queryOf } from "../request.ts";
import { graphqlResponse } from "../response.ts";
import type { HttpResponse } from "../response.ts";
import { HttpRefusal, badRequest, notProcessed } from "../http-refusal.ts";
import { rootFields } from "./document-fields.ts";
import { execute } from "./execute.ts";
import type { ExecuteOptions, GraphQLRequest, DocumentResult } from "./execute.ts";
import { schemasOf } from "./keyspace-types.ts";
import type { SchemaFor } from "./keyspace-types.ts";

export { operationsIn } from "./document-fields.ts";

/** `/api/graphql` and `/api/graphql/{keyspace}`. */
export const runDocument: Handler = (request, parts) => {
  const name = request.params[0] ?? parts.keyspace;
  if (name === undefined) throw new HttpRefusal(404, "No default keyspace defined: name one, /api/graphql/{keyspace}");
  if (request.params[0] === undefined) refuseOtherKeyspace(request.incoming.header(headers.keyspace), name);
  const loading = parts.store.keyspace(name).then((keyspace) => {
    if (!keyspace) throw new HttpRefusal(404, `Unknown keyspace '${name}'`);
    return schemasOf(keyspace);
  });
  return respond(request, parts, loading);
};

/** `/api/graphql-schema`: documents about definitions. Most services never get one: what it needs is loaded with the first. */
export const runDefinitionDocument: Handler = (request, parts) => {
  const loading = import("./definition-types.ts").then(({ definitionSchemaFor }) => definitionSchemaFor);
  return respond(request, parts, loading);
};

async function respond(request: RoutedRequest, parts: Parts, loading: Promise<SchemaFor>): Promise<HttpResponse> {
  const schemaFor = await loading;
  if (request.incoming.method !== "POST") {
    return responseOf(await execute(readUrl(request), optionsOf(request, parts, schemaFor, refuseMutation)), request);
  }
  const body = await request.json();
  if (body !== undefined && body !== null && !isJsonObject(body)) throw notProcessed();
  return responseOf(await execute(toGraphQLRequest(body ?? {}), optionsOf(request, parts, schemaFor)), request);
}

/** Runs a document whose fields are all of one table. @throws {HttpRefusal} 400 if another one is among them */
export async function runTableDocument(
  request: RoutedRequest,
  parts: Parts,
  body: JsonObject,
  { keyspace, table }: TableInKeyspace,
): Promise<HttpResponse> {
  const api = apiOf(keyspace);
  const isAllowed = (field: string): boolean => field === "__typename" || api.findByOperation(field).includes(table);
  const refuseOthers = (node: DocumentNode): void => {
    const other = rootFields(node).find((field) => !isAllowed(field.name.value));
    if (other) throw badRequest(`${other.name.value} is no field of the table ${keyspace.name}.${table.name}`);
  };
  const options = optionsOf(request, parts, schemasOf(keyspace), refuseOthers);
  return responseOf(await execute(toGraphQLRequest(body), options), request);
}

/** The tables that these outermost fields are of, by their CQL names. */
export function tablesOfOperations(operations: readonly string[], keyspace: Keyspace): readonly string[] {
  const api = apiOf(keyspace);
  return operations.flatMap((operation) => api.findByOperation(operation).map(({ name }) => name));
}

/** @param refuse for documents that must not run here */
function optionsOf(
  { id: requestId, nameOperation, user, reads }: RoutedRequest,
  { store, report }: Parts,
  schemaFor: SchemaFor,
  refuse?: ExecuteOptions["refuse"],
): ExecuteOptions {
  return {
    schemaFor,
    store,
    report,
    reads,
    requestId,
    refuse: (node, operationName) => {
      refuse?.(node, operationName);
      nameOperation?.(nameOf(node, operationName));
      if (user?.readOnly && kindOf(node, operationName) !== "query") throw refuseWrite(user);
    },
  };
}

/** The response in the media type that the client accepts. */
function responseOf({ body, hasData, errorCode }: DocumentResult, { incoming }: RoutedRequest): HttpResponse {
  const mediaType = chooseMediaType(incoming.header("accept"));
  const isStrict = mediaType === graphqlResponse;
  const type = isStrict ? `${mediaType}; charset=utf-8` : mediaType;
  return { status: hasData || !isStrict ? 200 : 400, headers: { "content-type": type }, body, errorCode };
}

/** Links, prefetching and caches repeat a GET at will. */
function refuseMutation(node: DocumentNode, operationName: string | undefined): void {
  const kind = kindOf(node, operationName);
  if (kind === "query") return;
  throw new HttpRefusal(405, `HTTP 405 Method Not Allowed: send a ${kind} by POST`, { allow: "POST" });
}

function kindOf(node: DocumentNode, operationName: string | undefined): string {
  return getOperationAST(node, operationName)?.operation ?? "query";
}

const longestName = 100;

/** By operations, since a document that is known comes again and again. */
const names = new WeakMap<OperationDefinitionNode, string>();

/** The name that the document gives to its operation, or the fields that it asks: `products, orders`. */
function nameOf(node: DocumentNode, operationName: string | undefined): string {
  const operation = getOperationAST(node, operationName);
  if (!operation) return "";
  let name = names.get(operation);
  if (name === undefined) names.set(operation, (name = createName(operation)));
  return name;
}

function createName({ name, selectionSet }: OperationDefinitionNode): string {
  const fields = selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? each.name.value : []));
  const text = name?.value ?? [...new Set(fields)].join(", ");
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

/** Two keyspaces may have the same tables, so only this header shows that a document is for a different one. */
function refuseOtherKeyspace(meant: string | null, served: string): void {
  if (meant === null || meant === encodeURIComponent(served)) return;
  const path = routes.graphql();
  const other = meant.slice(0, 100);
  throw badRequest(
    `${path} serves the keyspace '${served}', not '${other}': send the document to ${path}/${other}, as a session without the keyspace option does`,
  );
}

/** `?query=…&variables=…&operationName=…`, where `variables` is JSON. @throws {HttpRefusal} 400 */
function readUrl({ incoming }: RoutedRequest): GraphQLRequest {
  const parameters = queryOf(incoming);
  const json = (name: string): unknown => {
    const text = parameters.get(name);
    if (!text) return undefined;
    try {
      return parseJson(text);
    } catch {
      throw new HttpRefusal(400, `Could not parse ${name}: they must be JSON`);
    }
  };
  return toGraphQLRequest(
    {
      query: parameters.get("query"),
      operationName: parameters.get("operationName"),
      variables: json("variables"),
      extensions: json("extensions"),
    },
    "as a URL parameter",
  );
}

/** @throws {HttpRefusal} 400 if a member has the wrong type */
function toGraphQLRequest(members: JsonObject, place = "in the request body"): GraphQLRequest {
  const { query, variables, operationName, extensions } = members as {
    [Name in keyof GraphQLRequest | "extensions"]: unknown;
  };
  if (query === undefined || query === null || query === "") {
    throw new HttpRefusal(400, `You must provide a GraphQL query ${place}`);
  }
  if (typeof query !== "string") throw new HttpRefusal(400, "query must be text");
  if (variables !== undefined && variables !== null && !isJsonObject(variables)) {
    throw new HttpRefusal(400, "Could not parse variables: they must be an object");
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") {
    throw new HttpRefusal(400, "operationName must be text");
  }
  // Nothing here reads extensions, but a client that sends anything but an object has a bug.
  if (extensions !== undefined && extensions !== null && !isJsonObject(extensions)) {
    throw new HttpRefusal(400, "extensions must be an object");
  }
  return { query, variables: variables ?? {}, operationName: operationName || undefined };
}

type MediaType = "application/json" | typeof graphqlResponse;

/** A member of `Accept`: `text/*;q=0.5`. */
interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * Chooses the media type of a response from the header `Accept`. `application/json` is the default, also for a wildcard: the
 * other type is used only if the client names it, because it changes statuses.
 */
export function chooseMediaType(accept: string | null): MediaType {
  if (!accept?.toLowerCase().includes(graphqlResponse)) return "application/json";
  const ranges = accept.split(",").map(parseRange);
  const asked = ranges.findIndex(({ type }) => type === graphqlResponse);
  const plain = ["application/json", "application/*", "*/*"]
    .map((type) => ranges.findIndex((range) => range.type === type))
    .find((place) => place >= 0);
  const wanted = ranges[asked]?.quality ?? 0;
  const other = plain === undefined ? 0 : (ranges[plain]?.quality ?? 0);
  // If the client names both with the same quality, it prefers the first one; a wildcard does not count.
  const isFirst = plain === undefined || asked < plain || ranges[plain]?.type !== "application/json";
  return wanted > other || (wanted > 0 && wanted === other && isFirst) ? graphqlResponse : "application/json";
}

function parseRange(range: string): MediaRange {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}
