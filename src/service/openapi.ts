/**
 * Describes the routes as an OpenAPI 3.1 document: their paths, parameters, bodies and every status that they answer.
 *
 * Says nothing about keyspaces and tables of an installation, so it needs no token: tools load it without one.
 */
import { headers as names } from "@colonnade/runtime/protocol";
import { failure, isWrite } from "./endpoint.ts";
import type { Endpoint, Route, Shape } from "./endpoint.ts";
import { jsonResponse } from "./http.ts";
import type { HttpResponse } from "./http.ts";
import { components } from "./schemas.ts";
import type { Schema } from "./schemas.ts";

export const openApiPath = "/api/rest/openapi.json";

/** `GET /api/rest/openapi.json`. @param routes all of them, this one included */
export function describeRoutes(routes: () => readonly Route[]): Endpoint {
  let response: HttpResponse | undefined;
  return {
    id: "getOpenApi",
    summary: "Returns this document.",
    responses: { 200: { description: "The document.", content: { "application/json": { type: "object" } } } },
    run: () => (response ??= jsonResponse(200, printOpenApi(routes()))),
  };
}

export function printOpenApi(routes: readonly Route[]): Schema {
  return {
    openapi: "3.1.0",
    info: {
      title: "Database Access API Service",
      version: "1",
      description:
        "Keyspaces, tables, columns and rows of a wide-column database. Every response has the header " +
        `\`${names.requestId}\`, with the ID of the request if it had one.`,
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(routes.map((route) => [route.path, printRoute(route)])),
    components: {
      schemas: components,
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: names.token,
          description: "The `authToken` of `POST /api/rest/v1/auth`; it expires 30 minutes after its last use.",
        },
      },
    },
  };
}

const parameters: Readonly<Record<string, Schema>> = {
  keyspace: { description: "The name of a keyspace.", type: "string", minLength: 1 },
  table: { description: "The name of a table; names are case-sensitive.", type: "string", minLength: 1 },
  column: { description: "The name of a column; names are case-sensitive.", type: "string", minLength: 1 },
  key: {
    description:
      "Values of the primary key in its order, separated by `;`: the partition key, and any number of clustering " +
      "columns. Each value is percent-encoded, and so is the whole value `query`: `%71uery`.",
    type: "string",
    minLength: 1,
  },
};

function printRoute(route: Route): Schema {
  const inPath = Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => {
    const { description, ...schema } = parameters[name] ?? {};
    return { name, in: "path", required: true, description, schema };
  });
  const operations = Object.entries(route.methods).map(([method, endpoint]) => {
    return [method.toLowerCase(), printOperation(route, method, endpoint)] as const;
  });
  return { ...(inPath.length > 0 && { parameters: inPath }), ...Object.fromEntries(operations) };
}

function printOperation(route: Route, method: string, endpoint: Endpoint): Schema {
  const { id, summary, query = {}, body } = endpoint;
  const inQuery = Object.entries(query).map(([name, { description, ...schema }]) => {
    return { name, in: "query", description, schema };
  });
  const responses = { ...impliedResponses(route, method, endpoint), ...endpoint.responses };
  return {
    operationId: id,
    summary,
    tags: [route.errorFormat === "graphql" ? "GraphQL" : route.path.startsWith("/__local/") ? "Operation" : "REST"],
    // Locally open means: from elsewhere with a token.
    ...(route.open !== "everywhere" && { security: [{ token: [] }, ...(route.open === "locally" ? [{}] : [])] }),
    ...(inQuery.length > 0 && { parameters: inQuery }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: Object.fromEntries(Object.entries(responses).map(([status, shape]) => [status, printShape(shape)])),
  };
}

/** The responses that may come whatever the endpoint does. */
function impliedResponses(
  { path, errorFormat, open }: Route,
  method: string,
  endpoint: Endpoint,
): Readonly<Record<number, Shape>> {
  const { body, query } = endpoint;
  const takesInput = body !== undefined || query !== undefined || path.includes("{");
  const reachesStore = open === undefined;
  const writes = reachesStore && isWrite(method, endpoint);
  const error = (description: string): Shape => failure(description, errorFormat);
  return {
    ...(takesInput && { 400: error("The request is not valid; the message says why.") }),
    ...(open !== "everywhere" && { 401: error("The token is missing, unknown or expired.") }),
    ...(writes && { 403: error("The user may only read.") }),
    ...(body && { 413: error("The body has more than 1 MiB, or more than 50000 values.") }),
    ...(body && { 415: error("The body is not JSON in UTF-8.") }),
    500: error("An error of the service; the message has the ID of the request."),
    ...(reachesStore && { 503: error("The data is not available at the moment.") }),
    ...(reachesStore && { 504: error("The data was not available in time.") }),
    // GraphQL has it in the result.
    ...(writes && errorFormat === "rest" && { 507: error("The disk is full: rows can be read, but not written.") }),
  };
}

function printShape({ description, content }: Shape): Schema {
  const media = Object.entries(content ?? {}).map(([type, schema]) => [type, { schema }] as const);
  return { description, ...(media.length > 0 && { content: Object.fromEntries(media) }) };
}
