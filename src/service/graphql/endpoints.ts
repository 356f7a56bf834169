/** The GraphQL endpoints, with what the OpenAPI document says of them. */
import { failure, json } from "../endpoint.ts";
import type { Endpoint, Handler, Shape } from "../endpoint.ts";
import { graphqlResponse } from "../response.ts";
import { ref } from "../schemas.ts";

export const documentResponses = {
  200: inBoth(json("The result, or errors of the document.", ref("GraphQLResult"))),
  400: inBoth(failure("The request is not valid, or the document could not be run.", "graphql")),
};
const noKeyspace = failure("The keyspace does not exist.", "graphql");

export const documentEndpoints = endpointsOf("Documents", "the default keyspace", "runDocument");
export const keyspaceEndpoints = endpointsOf("KeyspaceDocuments", "a keyspace", "runDocument");
export const definitionEndpoints = endpointsOf("DefinitionDocuments", "definitions", "runDefinitionDocument");

function endpointsOf(
  id: string,
  what: string,
  handler: "runDocument" | "runDefinitionDocument",
): Readonly<Record<"GET" | "POST", Endpoint>> {
  const run: Handler = (request, parts) =>
    loaded ? loaded[handler](request, parts) : loadRespondModule().then((module) => module[handler](request, parts));
  const responses = { ...documentResponses, 404: noKeyspace };
  return {
    GET: {
      id: `query${id}`,
      summary: `Runs a GraphQL query of ${what}.`,
      query: {
        query: { type: "string", description: "A GraphQL document." },
        variables: { type: "string", description: "An object as JSON." },
        operationName: { type: "string", description: "Which operation of the document runs." },
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

/** In the media type that the client accepts. */
function inBoth({ description, content = {} }: Shape): Shape {
  const schema = content["application/json"] ?? {};
  return { description, content: { "application/json": schema, [graphqlResponse]: schema } };
}

type RespondModule = typeof import("./respond.ts");

let loading: Promise<RespondModule> | undefined;
let loaded: RespondModule | undefined;

/**
 * Loads what runs documents: graphql-js and the types of the API. With the first document, since a service whose clients use
 * REST or drivers alone starts sooner and stays smaller without.
 */
export function loadRespondModule(): Promise<RespondModule> {
  return (loading ??= import("./respond.ts").then((module) => (loaded = module)));
}
