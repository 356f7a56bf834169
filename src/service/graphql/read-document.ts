/** Reads a document from a request: its text and variables, from the body or the URL, and the format of the response. */
import { parseJson } from "../body.ts";
import type { Call } from "../endpoint.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { Refusal, notProcessed } from "../refusal.ts";

/** The document of a request. */
export interface DocumentRequest {
  readonly query: string;
  readonly variables: JsonObject | undefined;
  readonly operationName: string | undefined;
}

/** @throws {Refusal} 400 if the body is not an object, or a member has the wrong type */
export function readDocument(body: unknown): DocumentRequest {
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

export const graphqlResponse = "application/graphql-response+json";
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
