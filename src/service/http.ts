/**
 * Requests and responses as the service sees them, whether a port or a program in the process sent them, and the exchange that
 * logs and metrics see of both.
 */
import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import { headers as names, isLoopback } from "@colonnade/runtime/protocol";
import type { ErrorAnswer, GraphQLAnswer } from "@colonnade/runtime/protocol";
import { HttpRefusal, notProcessed } from "./http-refusal.ts";
import { maximumValues, parseJson, printJson } from "./json.ts";

/** A request, with the members that both a port and a web platform `Request` can provide at no cost. */
export interface HttpRequest {
  readonly method: string;
  /** The path and query, as sent. */
  readonly target: string;
  /** The address of the sender; undefined only if the request came through no port. */
  readonly client: string | undefined;
  /** A header by its name in lower case, or null. */
  header(name: string): string | null;
  /** The names of all headers, in lower case. */
  headerNames(): readonly string[];
  /** Aborted when the client disconnects. */
  signal(): AbortSignal;
  /** Resolves with undefined when the body has more bytes than allowed. @throws when it breaks off */
  readBytes(most: number): Promise<Uint8Array | undefined>;
}

/** A request that came through a port, with the way back to its client. */
export abstract class PortRequest implements HttpRequest {
  readonly socket: Socket;
  readonly method: string;
  readonly target: string;
  readonly client: string;
  #gone: AbortController | undefined;
  #onClose: (() => void) | undefined;

  constructor(socket: Socket, method: string, target: string) {
    this.socket = socket;
    this.method = method;
    this.target = target;
    // A socket whose client has gone away no longer knows the address.
    this.client = socket.remoteAddress ?? "unknown";
  }

  abstract header(name: string): string | null;
  abstract headerNames(): readonly string[];
  abstract readBytes(most: number): Promise<Uint8Array | undefined>;
  /** @param isLast whether the connection ends once all its requests have their responses */
  abstract send(response: HttpResponse, isLast: boolean): void;

  signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.socket.destroyed) this.#gone.abort();
    return this.#gone.signal;
  }

  /** Closes the connection without a response. */
  drop(): void {
    this.socket.destroy();
  }

  /** Calls the listener, the only one, when the response is sent or the client is gone. */
  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  /** Ends the exchange: the response is sent, or the client is gone. */
  end(): void {
    const onClose = this.#onClose;
    // Once, though both the response and the socket may report the end.
    this.#onClose = undefined;
    onClose?.();
    this.#gone?.abort();
  }
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** The code of the first error of a GraphQL result, for logs and metrics. @see DocumentResult */
  readonly errorCode?: string | undefined;
  /** Whether the connection breaks off in the middle of the body: a fault requested by a test. @default false */
  readonly isCut?: boolean;
}

/** Responds to every request. Rejects only with a `DroppedConnection`, a fault that a test asked for. */
export type Respond = (request: HttpRequest) => Promise<HttpResponse>;

/** Thrown in place of a response: the caller closes the connection. */
export class DroppedConnection extends Error {
  override readonly name = "DroppedConnection";

  constructor() {
    super("the connection is closed without a response, as a fault demands");
  }
}

/** How long a connection whose response is cut lasts: the client should get the half first. */
export const flushMs = 20;

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
  /** The address of the sender, or of the proxy before it; undefined for a call in the process. */
  readonly client?: string | undefined;
  /** The code of the first error of a GraphQL result, whose status is 200 nevertheless. */
  readonly errorCode?: string | undefined;
}

/** Gets every exchange once its response is ready. */
export type Observer = (exchange: Exchange) => void;

/** The route of requests that match none. */
export const noRoute = "none";

/** The path, as sent. */
export function pathOf({ target }: Pick<HttpRequest, "target">): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** The parameters after the `?`. */
export function queryOf({ target }: Pick<HttpRequest, "target">): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
}

const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** Whether `URL` would normalize the target to another path. */
export function hasDotSegments(target: string): boolean {
  return dotSegment.test(pathOf({ target }));
}

/** Whether a program of this machine sent the request: not a page in a browser, and not a proxy for others. */
export function isLocalProgram(request: HttpRequest): boolean {
  return request.header("origin") === null && isFromThisMachine(request);
}

/** Names of headers that proxies add to the requests of others, which they send from this machine. */
const proxied = /^(?:(?:forwarded|via)$|x-(?:forwarded|original|envoy)(?:-|$)|.*(?:real|client|connecting)-ip$)/;

/** Whether a program or a browser of this machine sent the request. A request that came through no port was. */
export function isFromThisMachine(request: HttpRequest): boolean {
  const { client } = request;
  const isHere = client === undefined || isLoopback(client.replace(/^::ffff:/i, ""));
  return isHere && !request.headerNames().some((name) => proxied.test(name));
}

/** 1 MiB. */
const maximumBodyBytes: number = 1024 * 1024;

/** No other charset: decoding exotic ones is a known way to keep a server busy. */
const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/**
 * Reads the body as JSON; undefined if it is empty.
 *
 * Counts the size while reading, and rejects a larger `content-length` before reading. A request without a body needs no
 * content type.
 * @throws {HttpRefusal} 415, 413 or 400, at once or later
 */
export function readJson(request: HttpRequest): Promise<unknown> {
  const type = request.header("content-type");
  const encoding = request.header("content-encoding") ?? "identity";
  // A compressed body could grow a thousandfold.
  if ((type !== null && !jsonType.test(type)) || encoding !== "identity") throw unsupported();
  if (Number(request.header("content-length") ?? 0) > maximumBodyBytes) throw tooLarge(`${maximumBodyBytes} bytes`);
  const parse = (bytes: Uint8Array | undefined): unknown => {
    if (!bytes) throw tooLarge(`${maximumBodyBytes} bytes`);
    if (bytes.byteLength === 0) return undefined;
    if (type === null) throw unsupported();
    return parseBody(bytes);
  };
  return request.readBytes(maximumBodyBytes).then(parse, () => {
    throw new HttpRefusal(400, "The body broke off");
  });
}

const byteOrderMark = "\ufeff";

function parseBody(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw notProcessed();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  try {
    return parseJson(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(`${maximumValues} values`) : notProcessed();
  }
}

function unsupported(): HttpRefusal {
  return new HttpRefusal(415, "HTTP 415 Unsupported Media Type: send application/json in UTF-8");
}

function tooLarge(most: string): HttpRefusal {
  return new HttpRefusal(413, `HTTP 413 Content Too Large: a body has at most ${most}`);
}

export function jsonResponse(status: number, json: unknown, headers?: HttpResponse["headers"]): HttpResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: printJson(json) };
}

/** The format of an endpoint's errors: `{description, code}` or `{errors: [{message}]}`. */
export type ErrorFormat = "rest" | "graphql";

/** The codes of errors in the format of GraphQL, by status; `internal` for any other. */
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

export function errorResponse(
  { status, headers, message: reason }: HttpRefusal,
  errorFormat: ErrorFormat,
): HttpResponse {
  const message = shorten(reason);
  if (errorFormat === "rest") {
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
 * @returns `bytes`: the size of the body, also if it is cut
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
