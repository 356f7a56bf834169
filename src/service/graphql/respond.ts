/**
 * GraphQL over HTTP: the endpoints, with what the OpenAPI document says of them. Reads the request of a document, has it executed,
 * and responds with its result, errors of the document included.
 *
 * `POST` runs any document, `GET` only queries. The status is 200 unless the client accepts
 * `application/graphql-response+json`: there, a document that was not run is a 400.
 */
import { headers, routes } from "@colonnade/runtime/protocol";
import { failure, json } from "../endpoint.ts";
import type { Endpoint, Handler, Parts, RoutedRequest, Shape } from "../endpoint.ts";
import type { TableInKeyspace } from "../find-table.ts";
import { HttpRefusal, badRequest, notProcessed } from "../http-refusal.ts";
import { queryOf } from "../http.ts";
import type { HttpResponse } from "../http.ts";
import { isJsonObject, parseJson } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { refuseWrite } from "../read-only-store.ts";
import { ref } from "../schemas.ts";
import type { DocumentResult, Documents, ExecuteOptions, GraphQLRequest, Operation } from "./execute.ts";

/** The media type of GraphQL over HTTP, in which a document that was not run is a 400. */
export const graphqlResponse = "application/graphql-response+json";

type Engine = typeof import("./execute.ts");

let loading: Promise<Engine> | undefined;
/** Set once it is loaded: no later request waits for a promise. */
let loaded: Engine | undefined;

/**
 * Loads what executes documents: graphql-js and the types of the API. With the first document, because a service whose clients use
 * REST or drivers alone starts sooner and stays smaller without.
 */
export function loadEngine(): Promise<Engine> {
  return (loading ??= import("./execute.ts").then((module) => (loaded = module)));
}

/** Finds the documents of the keyspace that a request is for. @throws {HttpRefusal} 404 or 400 */
function findDocuments({ params, incoming }: RoutedRequest, { store, keyspace: served }: Parts): Promise<Documents> {
  const name = params[0] ?? served;
  if (name === undefined) throw new HttpRefusal(404, "No default keyspace defined: name one, /api/graphql/{keyspace}");
  if (params[0] === undefined) refuseOtherKeyspace(incoming.header(headers.keyspace), name);
  return store.keyspace(name).then((keyspace) => {
    if (!keyspace) throw new HttpRefusal(404, `Unknown keyspace '${name}'`);
    return loaded ? loaded.documentsOf(keyspace) : loadEngine().then(({ documentsOf }) => documentsOf(keyspace));
  });
}

/** Documents about definitions. Most services never get one: what it needs is loaded with the first. */
function findDefinitionDocuments(): Promise<Documents> {
  return import("./definition-types.ts").then(({ definitionDocuments }) => definitionDocuments);
}

export const documentResponses = {
  200: inBoth(json("The result, or errors of the document.", ref("GraphQLResult"))),
  400: inBoth(failure("The request is not valid, or the document could not be run.", "graphql")),
};
const keyspaceResponses = { ...documentResponses, 404: failure("The keyspace does not exist.", "graphql") };

/** In the media type that the client accepts. */
function inBoth({ description, content = {} }: Shape): Shape {
  const schema = content["application/json"] ?? {};
  return { description, content: { "application/json": schema, [graphqlResponse]: schema } };
}

export const documentEndpoints = endpointsOf("Documents", "the default keyspace", keyspaceResponses, findDocuments);
export const keyspaceEndpoints = endpointsOf("KeyspaceDocuments", "a keyspace", keyspaceResponses, findDocuments);
export const definitionEndpoints = endpointsOf(
  "DefinitionDocuments",
  "definitions",
  documentResponses,
  findDefinitionDocuments,
);

function endpointsOf(
  id: string,
  what: string,
  responses: Endpoint["responses"],
  find: (request: RoutedRequest, parts: Parts) => Promise<Documents>,
): Readonly<Record<"GET" | "POST", Endpoint>> {
  const run: Handler = (request, parts) => respond(request, parts, find(request, parts));
  return {
    GET: {
      id: `query${id}`,
      summary: `Runs a GraphQL query of ${what}.`,
      query: {
        query: { type: "string", description: "A GraphQL document." },
        variables: { type: "string", description: "An object as JSON." },
        operationName: { type: "string", description: "Which operation of the document runs." },
        extensions: { type: "string", description: "An object as JSON, which nothing reads." },
      },
      responses: { ...responses, 405: failure("The document is not a query: send it by POST.", "graphql") },
      run,
    },
    POST: {
      id: `run${id}`,
      summary: `Runs a GraphQL document of ${what}.`,
      body: ref("GraphQLRequest"),
      responses,
      run,
    },
  };
}

/**
 * Runs a document sent to the rows of a table over REST, which may have fields of that table only.
 *
 * @throws {HttpRefusal} 400 if another field is among them
 */
export async function runTableDocument(
  request: RoutedRequest,
  parts: Parts,
  { keyspace, table }: TableInKeyspace,
): Promise<HttpResponse> {
  const { documentsOf, tablesOfField } = await loadEngine();
  const isAllowed = (field: string): boolean =>
    field === "__typename" || tablesOfField(keyspace, field).includes(table);
  return respond(request, parts, documentsOf(keyspace), ({ fields }) => {
    const other = fields.find((field) => !isAllowed(field));
    if (other !== undefined) throw badRequest(`${other} is no field of the table ${keyspace.name}.${table.name}`);
  });
}

/** @param refuse for documents that must not run here */
async function respond(
  request: RoutedRequest,
  { store, report }: Parts,
  found: Documents | Promise<Documents>,
  refuse?: ExecuteOptions["refuse"],
): Promise<HttpResponse> {
  const { incoming, id: requestId, nameOperation, user, reads } = request;
  const documents = await found;
  const isPost = incoming.method === "POST";
  const document = isPost ? readBody(await request.json()) : readUrl(request);
  const { execute } = loaded ?? (await loadEngine());
  const result = await execute(document, {
    documents,
    store,
    report,
    reads,
    requestId,
    refuse: (operation) => {
      // Links, prefetching and caches repeat a GET at will.
      if (!isPost) refuseUnlessQuery(operation);
      refuse?.(operation);
      nameOperation?.(operation.name);
      if (user?.readOnly && operation.kind !== "query") throw refuseWrite(user);
    },
  });
  return responseOf(result, incoming.header("accept"));
}

function refuseUnlessQuery({ kind }: Operation): void {
  if (kind === "query") return;
  throw new HttpRefusal(405, `HTTP 405 Method Not Allowed: send a ${kind} by POST`, { allow: "POST" });
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

function readBody(body: unknown): GraphQLRequest {
  if (body !== undefined && body !== null && !isJsonObject(body)) throw notProcessed();
  return toGraphQLRequest(body ?? {});
}

/** @throws {HttpRefusal} 400 if a member has the wrong type */
function toGraphQLRequest(members: JsonObject, place = "in the request body"): GraphQLRequest {
  const { query, variables, operationName, extensions } = members;
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

/** The response in the media type that the client accepts. */
function responseOf({ body, hasData, errorCode }: DocumentResult, accept: string | null): HttpResponse {
  const mediaType = chooseMediaType(accept);
  const isStrict = mediaType === graphqlResponse;
  const type = isStrict ? `${mediaType}; charset=utf-8` : mediaType;
  return { status: hasData || !isStrict ? 200 : 400, headers: { "content-type": type }, body, errorCode };
}

/**
 * Chooses the media type of a response from the header `Accept`. `application/json` is the default, also for a wildcard: the
 * other type is used only if the client names it, because it changes statuses.
 */
export function chooseMediaType(accept: string | null): "application/json" | typeof graphqlResponse {
  if (!accept?.toLowerCase().includes(graphqlResponse)) return "application/json";
  /** In the order of the header. */
  const qualities = new Map(accept.split(",").map(parseRange));
  const strict = qualities.get(graphqlResponse) ?? 0;
  const plain = qualities.get("application/json") ?? qualities.get("application/*") ?? qualities.get("*/*") ?? 0;
  if (strict !== plain) return strict > plain ? graphqlResponse : "application/json";
  // With the same quality, the client prefers the type that it names first. A wildcard names none.
  const first = [...qualities.keys()].find((type) => type === graphqlResponse || type === "application/json");
  return strict > 0 && first === graphqlResponse ? graphqlResponse : "application/json";
}

/** The type and the quality of a member of `Accept`: `text/*;q=0.5`. */
function parseRange(range: string): readonly [type: string, quality: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality) || 0];
}
