/** The operations of the GraphQL endpoints, with what the OpenAPI document says of them. */
import { failure, json } from "../operation.ts";
import type { Operation, Shape } from "../operation.ts";
import { ref } from "../schemas.ts";
import type { Methods } from "./respond.ts";
import { graphqlResponse } from "./read-document.ts";

export const documentAnswers = {
  200: inBoth(json("The result, or errors of the document.", ref("GraphQLResult"))),
  400: inBoth(failure("The request is not valid, or the document could not be run.", "graphql")),
};
const noKeyspace = failure("The keyspace does not exist.", "graphql");

export const documentOperations = operationsOf("Documents", "the default keyspace", "documentMethods");
export const keyspaceOperations = operationsOf("KeyspaceDocuments", "a keyspace", "documentMethods");
export const definitionOperations = operationsOf("DefinitionDocuments", "definitions", "definitionMethods");

function operationsOf(
  id: string,
  what: string,
  methods: "documentMethods" | "definitionMethods",
): Readonly<Record<keyof Methods, Operation>> {
  const run =
    (method: keyof Methods): Operation["run"] =>
    (call, parts) =>
      loaded?.[methods][method](call, parts) ??
      loadDocuments().then((documents) => documents[methods][method](call, parts));
  const answers = { ...documentAnswers, 404: noKeyspace };
  return {
    GET: {
      id: `query${id}`,
      summary: `Runs a GraphQL query of ${what}.`,
      query: {
        query: { type: "string", description: "A GraphQL document." },
        variables: { type: "string", description: "An object as JSON." },
        operationName: { type: "string", description: "Which operation of the document runs." },
      },
      answers: { ...answers, 405: failure("The document is not a query: send it by POST.", "graphql") },
      run: run("GET"),
    },
    POST: {
      id: `run${id}`,
      summary: `Runs a GraphQL document of ${what}.`,
      body: ref("GraphQLRequest"),
      answers,
      run: run("POST"),
    },
  };
}

/** In the media type that the client accepts. */
function inBoth({ description, content = {} }: Shape): Shape {
  const schema = content["application/json"] ?? {};
  return { description, content: { "application/json": schema, [graphqlResponse]: schema } };
}

type Documents = typeof import("./documents.ts");

let loading: Promise<Documents> | undefined;
let loaded: Documents | undefined;

/**
 * Loads what runs documents: graphql-js and the types of the API. With the first document, since a service whose clients use
 * REST or drivers alone starts sooner and stays smaller without.
 */
export function loadDocuments(): Promise<Documents> {
  return (loading ??= import("./documents.ts").then((documents) => (loaded = documents)));
}
