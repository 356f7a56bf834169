import { headers, routes } from "@colonnade/runtime/protocol";
import type { GraphQLRequestBody } from "@colonnade/runtime/protocol";
import { executionOf } from "../endpoint.ts";
import type { Call, Endpoint } from "../endpoint.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { Refusal, badRequest, notProcessed } from "../refusal.ts";
import { definitionTypes } from "./definition-types.ts";
import { execute } from "./execute.ts";
import { keyspaceTypesOf } from "./keyspace-types.ts";

/** `POST /api/graphql` and `…/{keyspace}`: a document → 200 with its result, errors of the document included. */
export const answerDocument: Endpoint = async (call, parts) => {
  const name = call.params[0] ?? parts.keyspace;
  if (name === undefined) throw new Refusal(404, "No default keyspace defined: name one, /api/graphql/{keyspace}");
  if (call.params[0] === undefined) refuseOtherKeyspace(call.header(headers.keyspace), name);
  const keyspace = await parts.store.keyspace(name);
  if (!keyspace) throw new Refusal(404, `Unknown keyspace '${name}'`);
  const document = { ...(await readDocument(call)), types: keyspaceTypesOf(keyspace) };
  return { status: 200, json: await execute(document, executionOf(call, parts)) };
};

/** Two keyspaces may have the same tables, so only this header shows that a document is for a different one. */
function refuseOtherKeyspace(meant: string | null, served: string): void {
  if (meant === null || meant === encodeURIComponent(served)) return;
  const path = routes.graphql();
  const other = meant.slice(0, 100);
  throw badRequest(
    `${path} serves the keyspace '${served}', not '${other}': send the document to ${path}/${other}, as a session without the keyspace option does`,
  );
}

/** `POST /api/graphql-schema`: a document about definitions → 200 with its result. */
export const answerDefinitions: Endpoint = async (call, parts) => {
  const document = { ...(await readDocument(call)), types: definitionTypes };
  return { status: 200, json: await execute(document, executionOf(call, parts)) };
};

async function readDocument(call: Call): Promise<GraphQLRequestBody> {
  const body = await call.body();
  if (body !== undefined && body !== null && !isJsonObject(body)) throw notProcessed();
  return parseDocumentBody(body ?? {});
}

/** @throws {Refusal} 400 if a member has the wrong type */
export function parseDocumentBody(body: JsonObject): GraphQLRequestBody {
  const { query, variables, operationName } = body as { [Name in keyof GraphQLRequestBody]: unknown };
  if (query === undefined || query === null || query === "") {
    throw new Refusal(400, "You must provide a GraphQL query in the request body");
  }
  if (typeof query !== "string") throw new Refusal(400, "query must be text");
  if (variables !== undefined && variables !== null && !isJsonObject(variables)) {
    throw new Refusal(400, "Could not parse variables: they must be an object");
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") {
    throw new Refusal(400, "operationName must be text");
  }
  return { query, ...(variables && { variables }), ...(operationName && { operationName }) };
}
