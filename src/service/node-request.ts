/**
 * Requests that node:http reads, as the service has them, and those that a port refuses before the service sees them: for other
 * hosts, for paths that a URL would change, and what is not HTTP.
 */
import { STATUS_CODES } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { HttpRefusal } from "./http-refusal.ts";
import { PortRequest, completeResponse, errorResponse, hasDotSegments, noRoute } from "./http.ts";
import type { Exchange, HttpResponse, Observer } from "./http.ts";
import { printHead } from "./plain-connection.ts";
import type { HostCheck } from "./plain-connection.ts";

/** The start of a whole address, as a proxy may be sent. */
const addressStart = /^[^:/?#]+:\/\/([^/?#]*)/;

/** A request that node:http has read. */
export class NodeRequest extends PortRequest {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  /** Runs once the response is sent, or the client is gone. */
  afterwards: (() => void) | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    const { socket, method = "", url = "" } = message;
    super(socket, method, url.startsWith("/") ? url : url.replace(addressStart, ""));
    this.#message = message;
    this.#response = response;
    pendingOf(socket).add(this);
    response.once("close", () => this.end());
  }

  header(name: string): string | null {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#message.headers);
  }

  /** Whether its whole body has arrived. */
  get isComplete(): boolean {
    return this.#message.complete;
  }

  /** Whether some of its response was sent. */
  get isAnswered(): boolean {
    return this.#response.headersSent;
  }

  /** Bytes beyond the limit are received, so that the client gets to read the response, but not kept. */
  readBytes(most: number): Promise<Uint8Array | undefined> {
    const message = this.#message;
    return new Promise((resolve, reject) => {
      // Rejects unless the end came first. A closed message has no more events, and Node reports no error without a listener.
      const breakOff = (): void => reject(new Error("the client is gone"));
      if (message.closed) breakOff();
      const chunks: Buffer[] = [];
      let size = 0;
      message.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= most) chunks.push(chunk);
        else resolve(undefined);
      });
      message.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
      message.on("close", breakOff);
    });
  }

  send({ status, headers, body, isCut = false }: HttpResponse, isLast: boolean): void {
    const response = this.#response;
    // Node reads the rest of any other body and drops it, within `requestTimeout`. This one may be too long even for that.
    if (status === 413) endUnread(this.#message);
    // The responses to the requests after it are sent too.
    const closes = isLast && [...pendingOf(this.socket)].at(-1) === this;
    try {
      response.writeHead(status, closes ? { ...headers, connection: "close" } : headers);
    } catch {
      // A header that HTTP cannot carry.
      return void response.destroy();
    }
    if (isCut && body !== undefined) response.write(body);
    else response.end(body);
  }

  override end(): void {
    pendingOf(this.socket).delete(this);
    super.end();
    this.afterwards?.();
  }
}

const pending = new WeakMap<Duplex, Set<NodeRequest>>();

/** The requests of a connection without a response, in their order: a client may send several at once. */
function pendingOf(socket: Socket): Set<NodeRequest> {
  const found = pending.get(socket);
  if (found) return found;
  const requests = new Set<NodeRequest>();
  pending.set(socket, requests);
  // Node then closes only the response whose turn it is.
  socket.once("close", () => requests.forEach((request) => request.end()));
  return requests;
}

/** How long the rest of a refused body may still arrive, so that the client gets to read the response. */
const drainMs = 500;

/** Ends the connection unless the rest of the body arrives soon: it is of no use, and it might never end. */
function endUnread(message: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!message.complete) message.socket.destroy();
  }, drainMs).unref();
  message.once("close", () => clearTimeout(timer));
}

/** Refuses a request for another host, or for a path that a `URL` would change. */
export function refuseUntrusted(
  { headers, rawHeaders, url = "" }: IncomingMessage,
  isOurs: HostCheck,
): HttpRefusal | undefined {
  // Node takes the first one. A proxy may have checked another.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1) {
    return new HttpRefusal(400, "HTTP 400 Bad Request: the request has several Host headers");
  }
  const named = url.startsWith("/") ? undefined : addressStart.exec(url)?.[1];
  if (!isOurs(headers.host) || (named !== undefined && !isOurs(named))) {
    return new HttpRefusal(421, "HTTP 421 Misdirected Request: this service is not known by that host name");
  }
  return hasDotSegments(url) ? new HttpRefusal(400, "HTTP 400 Bad Request: the path has dot segments") : undefined;
}

/** The response to a request that never reaches the service, which would report it to logs and metrics. */
export function refuseEarly(
  refusal: HttpRefusal,
  { method, route = noRoute, client }: Pick<Exchange, "method" | "client"> & Partial<Pick<Exchange, "route">>,
  onRefused: Observer | undefined,
): HttpResponse {
  const requestId = crypto.randomUUID();
  const { response, bytes } = completeResponse(errorResponse(refusal, "rest"), requestId);
  const { status } = refusal;
  onRefused?.({ method, route, status, durationMs: 0, bytes, requestId, client });
  return response;
}

/*
 * Requests that Node's parser refuses, or that do not arrive in time, reach no endpoint. What the client sent is never looked
 * at, and so in no log.
 */

/** By the code of Node's error; the others of the parser are 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Ends a connection with an error of Node; with a response if the error is about a request. */
export function refuseUnparsed(
  { code = "" }: NodeJS.ErrnoException,
  socket: Duplex & Partial<Pick<Socket, "bytesRead" | "remoteAddress">>,
  onRefused: Observer | undefined,
): void {
  // A connection that broke, or that was opened ahead of need and never used, is not a request.
  if ((!code.startsWith("HPE_") && !(code in statuses)) || socket.bytesRead === 0) return void socket.destroy();
  const refuse = (): void => {
    const unfinished = [...(pending.get(socket) ?? [])];
    // In the middle of another response it would be taken for a part of that.
    if (socket.writable && !unfinished.some(({ isAnswered }) => isAnswered)) {
      const status = statuses[code] ?? 400;
      const refusal = new HttpRefusal(status, `HTTP ${status} ${STATUS_CODES[status]}`);
      const request = { method: "unknown", route: "unparsed", client: socket.remoteAddress };
      // If the body is at fault, the endpoint that reads it reports the request to logs and metrics.
      const response = refuseEarly(refusal, request, unfinished.length > 0 ? undefined : onRefused);
      socket.write(`${printHead(response, true)}${response.body}`);
    }
    socket.destroy();
  };
  // The responses to the requests before it come first: the client would take this one for theirs.
  const before = [...(pending.get(socket) ?? [])].findLast(({ isComplete }) => isComplete);
  if (before) before.afterwards = refuse;
  else refuse();
}
