/** Responses of the service: endpoints make them, the service completes them, and a port sends them. */
import { headers as names } from "@colonnade/runtime/protocol";
import type { ErrorAnswer, GraphQLAnswer } from "@colonnade/runtime/protocol";
import type { HttpRefusal } from "./http-refusal.ts";
import { printJson } from "./json.ts";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** The code of a GraphQL result's first error, for metrics; `document` if it has none, because the document was not run. */
  readonly errorCode?: string | undefined;
  /** Whether the connection breaks off in the middle of the body: a fault requested by a test. @default false */
  readonly isCut?: boolean;
}

export function jsonResponse(status: number, json: unknown, headers?: HttpResponse["headers"]): HttpResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: printJson(json) };
}

/** The format of an endpoint's errors: `{description, code}` or `{errors: [{message}]}`. */
export type Dialect = "rest" | "graphql";

/** The media type of GraphQL over HTTP, in which a document that was not run is a 400. */
export const graphqlResponse = "application/graphql-response+json";

const codes = new Map([
  [400, "bad-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "method-not-allowed"],
  [413, "too-large"],
  [415, "unsupported-media-type"],
  [422, "bad-request"],
  [429, "rate-limit"],
  [503, "unavailable"],
  [507, "full"],
]);

export function errorResponse({ status, headers, message: reason }: HttpRefusal, dialect: Dialect): HttpResponse {
  const message = shorten(reason);
  if (dialect === "rest") {
    return jsonResponse(status, { description: message, code: status } satisfies ErrorAnswer, headers);
  }
  const errorCode = codes.get(status) ?? "internal";
  const json: GraphQLAnswer = { errors: [{ message, extensions: { code: errorCode } }] };
  return { ...jsonResponse(status, json, headers), errorCode };
}

/** A message may quote what the client sent, and that can be as long as a body. */
const longest = 1000;
const lengthOfEnd = 200;

/** The beginning and the end of a message that is too long to be sent back. */
export function shorten(message: string): string {
  if (message.length <= longest) return message;
  return `${message.slice(0, longest - lengthOfEnd)} … ${message.slice(-lengthOfEnd)}`;
}

/**
 * Adds the headers that every response has, and leaves half of a body that is cut.
 *
 * @param bodyless whether it is the response without its body, for HEAD
 * @returns `bytes`: the size of the body that is sent
 */
export function completeResponse(
  { status, headers, body, isCut = false }: HttpResponse,
  requestId: string,
  bodyless = false,
): { readonly response: HttpResponse; readonly bytes: number } {
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const complete: Record<string, string> = body === undefined ? {} : { "content-length": String(length) };
  complete["cache-control"] = "no-store";
  complete["x-content-type-options"] = "nosniff";
  complete[names.requestId] = requestId;
  Object.assign(complete, headers);
  const sent = isCut && body !== undefined ? Buffer.from(body).subarray(0, length / 2) : body;
  const response = { status, headers: complete, body: bodyless ? undefined : sent, isCut };
  return { response, bytes: bodyless ? 0 : length };
}

export function toResponse({ status, headers, body, isCut = false }: HttpResponse): Response {
  return new Response(isCut && body !== undefined ? cut(body) : (body ?? null), { status, headers });
}

/** How long a connection whose response is cut lasts: the client should get the half first. */
export const flushMs = 20;

/** Sends a part of a body, then closes the connection. */
function cut(body: string | Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from(body)),
    pull: (stream) => void setTimeout(() => stream.error(new DroppedConnection()), flushMs),
  });
}

/** Thrown in place of a response: the caller closes the connection. */
export class DroppedConnection extends Error {
  override readonly name = "DroppedConnection";

  constructor() {
    super("the connection is closed without a response, as a fault demands");
  }
}
