/** Reads the document of a request: from the body of a POST, or from the parameters of a GET. */
import { parseJson } from "../body.ts";
import type { Call } from "../endpoint.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { Refusal, notProcessed } from "../refusal.ts";

/** What a request says of a document. */
export interface DocumentRequest {
  readonly query: string;
  readonly variables: JsonObject | undefined;
  readonly operationName: string | undefined;
}

/** @throws {Refusal} 400 if the body is not an object, or a member has the wrong type */
export async function readDocument(call: Call): Promise<DocumentRequest> {
  const body = await call.body();
  if (body !== undefined && body !== null && !isJsonObject(body)) throw notProcessed();
  return parseDocumentBody(body ?? {});
}

/** `?query=…&variables=…&operationName=…`, where `variables` is JSON. @throws {Refusal} 400 */
export function readDocumentOfUrl(call: Call): DocumentRequest {
  const parameters = call.query();
  const json = (name: string): unknown => {
    const text = parameters.get(name);
    if (!text) return undefined;
    try {
      return parseJson(text);
    } catch {
      throw new Refusal(400, `Could not parse ${name}: they must be JSON`);
    }
  };
  return parseDocumentBody(
    {
      query: parameters.get("query"),
      operationName: parameters.get("operationName"),
      variables: json("variables"),
      extensions: json("extensions"),
    },
    "as a URL parameter",
  );
}

/** @throws {Refusal} 400 if a member has the wrong type */
export function parseDocumentBody(body: JsonObject, place = "in the request body"): DocumentRequest {
  const { query, variables, operationName, extensions } = body as {
    [Name in keyof DocumentRequest | "extensions"]: unknown;
  };
  if (query === undefined || query === null || query === "") {
    throw new Refusal(400, `You must provide a GraphQL query ${place}`);
  }
  if (typeof query !== "string") throw new Refusal(400, "query must be text");
  if (variables !== undefined && variables !== null && !isJsonObject(variables)) {
    throw new Refusal(400, "Could not parse variables: they must be an object");
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") {
    throw new Refusal(400, "operationName must be text");
  }
  // Nothing here reads extensions, but a client that sends anything but an object has a bug.
  if (extensions !== undefined && extensions !== null && !isJsonObject(extensions)) {
    throw new Refusal(400, "extensions must be an object");
  }
  return { query, variables: variables ?? undefined, operationName: operationName || undefined };
}
