import { routes } from "@colonnade/runtime/protocol";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import { buildClientSchema, getIntrospectionQuery } from "graphql";
import type { GraphQLSchema, IntrospectionQuery } from "graphql";
import type { Connection } from "../connection.ts";

interface DocumentRequest {
  readonly keyspace: string;
  readonly query: string;
  readonly variables?: unknown;
  readonly signal?: AbortSignal;
}

/** What came back, errors included. */
export interface Response {
  readonly json: unknown;
  readonly requestId: string;
  readonly tookMs: number;
}

/** Sends a document through the session, which has the token and renews it. @throws {ServiceError} */
export async function sendDocument(
  { session }: Connection,
  { keyspace, query, variables, signal }: DocumentRequest,
): Promise<Response> {
  const begun = performance.now();
  const { json, requestId } = await session.send({
    operation: "send the document",
    method: "POST",
    path: routes.graphql(keyspace),
    body: { query, ...(variables !== undefined && { variables }) },
    signal,
  });
  return { json, requestId, tookMs: performance.now() - begun };
}

/** Asks the service for its schema of a keyspace. @throws {Error} if introspection is refused */
export async function loadSchema(
  connection: Connection,
  keyspace: string,
  signal: AbortSignal,
): Promise<GraphQLSchema> {
  const query = getIntrospectionQuery();
  const { json } = await sendDocument(connection, { keyspace, query, signal });
  const { data, errors } = json as GraphQLAnswer;
  if (!data) throw new Error(errors?.[0]?.message ?? "the service has no schema");
  return buildClientSchema(data as unknown as IntrospectionQuery);
}
