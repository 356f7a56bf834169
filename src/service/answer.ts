import { FastResponse } from "srvx";
import { headers as names } from "@colonnade/runtime/protocol";
import type { ErrorAnswer, GraphQLAnswer } from "@colonnade/runtime/protocol";
import { DroppedConnection } from "./control/dropped-connection.ts";
import { printJson } from "./json.ts";
import type { Refusal } from "./refusal.ts";
import { shorten } from "./shorten.ts";

/** The result of an endpoint; without `json` and `text` the body is empty. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  /** A body that is not JSON, or was printed before. */
  readonly text?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> };
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body breaks off in the middle: a fault that a test asked for. @default false */
  readonly isCut?: boolean;
}

/** The format of an endpoint's errors: `{description, code}` or `{errors: [{message}]}`. @see service-facts 1.8, 2.1 */
export type Dialect = "rest" | "graphql";

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

export function answerRefusal(refusal: Refusal, dialect: Dialect): Answer {
  const { status, headers } = refusal;
  const message = shorten(refusal.message);
  const rest: ErrorAnswer = { description: message, code: status };
  const graphql: GraphQLAnswer = { errors: [{ message, extensions: { code: codes.get(status) ?? "internal" } }] };
  return { status, headers, json: dialect === "rest" ? rest : graphql };
}

/** Enough to send a part of a body. */
const flushMs = 20;

export interface ResponseOptions {
  readonly requestId: string;
  /** The headers of the response without its body, for HEAD. */
  readonly bodyless: boolean;
}

/**
 * The only place that creates a `Response`. On Node it is srvx's own class, which costs half as much as the global one.
 *
 * @returns `bytes`: the size of the body that is sent
 */
export function createResponse(
  { status, json, text, headers, isCut = false }: Answer,
  { requestId, bodyless }: ResponseOptions,
): { readonly response: Response; readonly bytes: number } {
  const body = json === undefined ? text?.content : printJson(json);
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const sent = isCut && body !== undefined ? cut(body) : (body ?? null);
  const response = new FastResponse(bodyless ? null : sent, {
    status,
    headers: {
      ...(body !== undefined && {
        "content-type": text?.type ?? "application/json",
        "content-length": String(length),
      }),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      [names.requestId]: requestId,
      ...headers,
    },
  });
  return { response, bytes: bodyless ? 0 : length };
}

/** Half of a body, and then the end of the connection. */
function cut(body: string | Uint8Array): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(body);
  return new ReadableStream({
    start: (stream) => stream.enqueue(bytes.subarray(0, bytes.length / 2)),
    // The client should get the half first.
    pull: (stream) => void setTimeout(() => stream.error(new DroppedConnection()), flushMs),
  });
}
