/** Requests as the service sees them, whether a port or a program in the process sent them. */
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { isLoopback } from "@colonnade/runtime/protocol";
import { HttpRefusal } from "./http-refusal.ts";
import { decodeText, parseJson } from "./json.ts";
import type { HttpResponse } from "./response.ts";

/** What both a port and a web platform `Request` can provide at no cost. */
export interface HttpRequest {
  readonly method: string;
  /** The path and query, as sent. */
  readonly target: string;
  /** The address of the sender; undefined if the request came through no port. */
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
export interface PortRequest extends HttpRequest {
  readonly socket: Duplex;
  /** Whether its whole body has arrived. */
  readonly isComplete: boolean;
  /** Whether some of its response was sent. */
  readonly isAnswered: boolean;
  /** @param isLast whether the connection ends with this response */
  send(response: HttpResponse, isLast: boolean): void;
  /** Closes the connection without a response. */
  drop(): void;
  /** Calls the listener once the response is sent, or the client is gone. */
  onClose(listener: () => void): void;
}

/** Responds to every request. Rejects only with a `DroppedConnection`, a fault that a test asked for. */
export type Respond = (request: HttpRequest) => Promise<HttpResponse>;

export function fromRequest(request: Request): HttpRequest {
  const { method, url, headers } = request;
  return {
    method,
    // Parsing it as a `URL` would normalize the path, and can fail.
    target: url.replace(/^[^:]+:\/\/[^/?#]*/, ""),
    client: undefined,
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

/** The path, as sent. */
export function pathOf({ target }: Pick<HttpRequest, "target">): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** The parameters after the `?`. */
export function queryOf({ target }: Pick<HttpRequest, "target">): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
}

/** Splits a path without decoding it: `"/api/graphql/"` gives `["api", "graphql"]`. */
export function splitPath(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  return segments.at(-1) === "" ? segments.slice(0, -1) : segments;
}

/** Decodes the escapes of a segment, or of a value in it. @throws {HttpRefusal} 400 when they are malformed */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpRefusal(400, "HTTP 400 Bad Request: the path has a broken escape");
  }
}

/** Decodes the name of a keyspace or table. @throws {HttpRefusal} 400 also when it could be mistaken for a path */
export function decodeName(segment: string): string {
  const name = decodeSegment(segment);
  if (/[\0-\x1f\x7f/\\]/.test(name)) throw new HttpRefusal(400, "HTTP 400 Bad Request: the path holds no name");
  return name;
}

/** Whether a request with this `Host` is for us. @param host as sent; undefined if missing */
export type HostCheck = (host: string | undefined) => boolean;

/**
 * Accepts hosts that a browser cannot be tricked into sending to this machine: names of this machine, IP addresses, and
 * names that the operator allows.
 *
 * A web page whose name an attacker rebinds to 127.0.0.1 sends its own name, which is not allowed. Beyond loopback
 * addresses, where others know the service by other names, every name is accepted unless some are listed.
 */
export function createHostCheck(listening: string, allowed: readonly string[] = []): HostCheck {
  const names = new Set([listening, ...allowed].map((name) => name.toLowerCase()));
  const isOpen = !isLoopback(listening) && allowed.length === 0;
  const isOurs: HostCheck = (host) => {
    const name = nameIn(host ?? "");
    return isOpen || isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0 || names.has(name);
  };
  // A client names the same host with every request.
  let last = { host: listening as string | undefined, isOurs: isOurs(listening) };
  return (host) => {
    if (host !== last.host) last = { host, isOurs: isOurs(host) };
    return last.isOurs;
  };
}

/** The name without its port, and without the dot that may end it. */
function nameIn(host: string): string {
  return host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
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
 * @throws {HttpRefusal} 415, 413 or 400
 */
export function readJson(request: HttpRequest): Promise<unknown> {
  const type = request.header("content-type");
  const encoding = request.header("content-encoding") ?? "identity";
  // A compressed body could grow a thousandfold.
  if ((type !== null && !jsonType.test(type)) || encoding !== "identity") throw unsupported();
  if (Number(request.header("content-length") ?? 0) > maximumBodyBytes) throw tooLarge();
  const parse = (bytes: Uint8Array | undefined): unknown => {
    if (!bytes) throw tooLarge();
    if (bytes.byteLength === 0) return undefined;
    if (type === null) throw unsupported();
    return parseJson(decodeText(bytes));
  };
  return request.readBytes(maximumBodyBytes).then(parse, refuseBroken);
}

function refuseBroken(): never {
  throw new HttpRefusal(400, "The body broke off");
}

function unsupported(): HttpRefusal {
  return new HttpRefusal(415, "HTTP 415 Unsupported Media Type: send application/json in UTF-8");
}

function tooLarge(): HttpRefusal {
  return new HttpRefusal(413, `HTTP 413 Content Too Large: a body has at most ${maximumBodyBytes} bytes`);
}
