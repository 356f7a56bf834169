import { headers as names } from "@colonnade/runtime/protocol";
import type { Answer } from "./answer.ts";
import { DroppedConnection } from "./control/dropped-connection.ts";
import { printJson } from "./json.ts";

/** A response that a port or a `Response` of the web platform can carry. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the connection ends after half of the body. @default false */
  readonly isCut?: boolean;
}

/** Enough to send a part of a body. */
export const flushMs = 20;

export interface ResponseOptions {
  readonly requestId: string;
  /** The headers of the response without its body, for HEAD. */
  readonly bodyless: boolean;
}

/** @returns `bytes`: the size of the body that is sent */
export function createResponse(
  { status, json, text, headers, isCut = false }: Answer,
  { requestId, bodyless }: ResponseOptions,
): { readonly response: OutgoingResponse; readonly bytes: number } {
  const body = json === undefined ? text?.content : printJson(json);
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const sent: Record<string, string> = {};
  if (body !== undefined) {
    sent["content-type"] = text?.type ?? "application/json";
    sent["content-length"] = String(length);
  }
  sent["cache-control"] = "no-store";
  sent["x-content-type-options"] = "nosniff";
  sent[names.requestId] = requestId;
  const response = { status, headers: Object.assign(sent, headers), body: bodyless ? undefined : body, isCut };
  return { response, bytes: bodyless ? 0 : length };
}

export function toResponse({ status, headers, body, isCut = false }: OutgoingResponse): Response {
  return new Response(isCut && body !== undefined ? cut(body) : (body ?? null), { status, headers });
}

/** Half of a body, and then the end of the connection. */
function cut(body: string | Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(halfOf(body)),
    // The client should get the half first.
    pull: (stream) => void setTimeout(() => stream.error(new DroppedConnection()), flushMs),
  });
}

export function halfOf(body: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(body);
  return bytes.subarray(0, bytes.length / 2);
}
