import { headers as names } from "@colonnade/runtime/protocol";
import type { Answer } from "./answer.ts";
import { printJson } from "./json.ts";
import { Refusal } from "./refusal.ts";

/** A request and its response as logs and metrics see them: without path, query, headers and bodies, which hold secrets. */
export interface Exchange {
  readonly method: string;
  /** The path as the route table has it, `/api/graphql/{keyspace}`; `none` or `unparsed` if there is none. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The size of the response's body. */
  readonly bytes: number;
  readonly requestId: string;
  /** The address of the sender, or of the proxy before it; none for a call in the process. */
  readonly client?: string | undefined;
  /** The code of the first error of a GraphQL result, whose status is 200 nevertheless. */
  readonly errorCode?: string | undefined;
}

/** Gets every exchange once its response is ready. */
export type Observer = (exchange: Exchange) => void;

/** The route of requests that match none. */
export const noRoute = "none";

/** The route of requests that are not HTTP, or broke off. */
export const unparsed = "unparsed";

/** A request as the service sees it: what both a port and a web platform `Request` can provide at no cost. */
export interface IncomingRequest {
  readonly method: string;
  /** The path and query, as sent. */
  readonly target: string;
  /** The address of the sender; undefined if the request came through no port. */
  readonly ip: string | undefined;
  /** A header by its name in lower case, or null. */
  header(name: string): string | null;
  /** The names of all headers, in lower case. */
  headerNames(): readonly string[];
  /** Aborted when the client disconnects. */
  signal(): AbortSignal;
  /** Resolves with undefined when the body has more bytes than allowed. @throws when it breaks off */
  readBytes(most: number): Promise<Uint8Array | undefined>;
}

export function fromRequest(request: Request): IncomingRequest {
  const { method, url, headers } = request;
  return {
    method,
    // Parsing it as a `URL` would normalize the path, and can fail.
    target: url.replace(/^[^:]+:\/\/[^/?#]*/, ""),
    ip: undefined,
    header: (name) => headers.get(name),
    headerNames: () => [...headers.keys()],
    signal: () => request.signal,
    readBytes: (most) => readStream(request.body, most),
  };
}

async function readStream(stream: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await` and no `cancel`: leaving early would close the connection before the response is sent.
  const reader = stream?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) break;
    size += chunk.value.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** The path of a request's target, as sent. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** The parameters of a request's target. */
export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
}

/** Splits a path without decoding it: `"/api/graphql/"` gives `["api", "graphql"]`. */
export function splitPath(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  return segments.at(-1) === "" ? segments.slice(0, -1) : segments;
}

/** Decodes the escapes of a segment, or of a value in it. @throws {Refusal} 400 when they are malformed */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, "HTTP 400 Bad Request: the path has a broken escape");
  }
}

/** Decodes the name of a keyspace or table. @throws {Refusal} 400 also when it could be mistaken for a path */
export function decodeName(segment: string): string {
  const name = decodeSegment(segment);
  if (/[\0-\x1f\x7f/\\]/.test(name)) throw new Refusal(400, "HTTP 400 Bad Request: the path holds no name");
  return name;
}

/** A response that a port or a `Response` of the web platform can carry. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the connection ends after half of the body. @default false */
  readonly isCut?: boolean;
}

/** Responds to every request. Rejects only with a `DroppedConnection`, a fault that a test asked for. */
export type Respond = (request: IncomingRequest) => Promise<OutgoingResponse>;

/** Enough to send a part of a body. */
export const flushMs = 20;

/** @param bodyless whether it is the response without its body, for HEAD. @returns `bytes`: the size of the body that is sent */
export function createResponse(
  { status, json, text, headers, isCut = false }: Answer,
  requestId: string,
  bodyless: boolean,
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
  if (headers) Object.assign(sent, headers);
  const response = { status, headers: sent, body: bodyless ? undefined : body, isCut };
  return { response, bytes: bodyless ? 0 : length };
}

export function toResponse({ status, headers, body, isCut = false }: OutgoingResponse): Response {
  return new Response(isCut && body !== undefined ? cut(body) : (body ?? null), { status, headers });
}

/** Sends half of a body, then closes the connection. */
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

/** Thrown in place of a response: the caller closes the connection. */
export class DroppedConnection extends Error {
  override readonly name = "DroppedConnection";

  constructor() {
    super("the connection is closed without a response, as a fault demands");
  }
}
