/** Requests and responses of node:http as the service has them, and what it refuses of a request before it looks at it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { flushMs, halfOf } from "./exchange.ts";
import type { OutgoingResponse } from "./exchange.ts";
import { hasDotSegments } from "./host-check.ts";
import type { HostCheck } from "./host-check.ts";
import type { PortRequest } from "./port-request.ts";
import { Refusal } from "./refusal.ts";

/** The start of a whole address, as a proxy may be sent. */
const absolute = /^[^:/?#]+:\/\/([^/?#]*)/;

/** A request that node:http has read. */
export class NodeRequest implements PortRequest {
  readonly method: string;
  readonly target: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(message: IncomingMessage, response: ServerResponse) {
    const { method = "", url = "" } = message;
    this.method = method;
    this.target = url.startsWith("/") ? url : url.replace(absolute, "");
    this.#message = message;
    this.#response = response;
  }

  get ip(): string | undefined {
    return this.#message.socket.remoteAddress;
  }

  header(name: string): string | null {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#message.headers);
  }

  get socket(): Socket {
    return this.#message.socket;
  }

  get isComplete(): boolean {
    return this.#message.complete;
  }

  get isAnswered(): boolean {
    return this.#response.headersSent;
  }

  signal(): AbortSignal {
    const gone = new AbortController();
    if (this.#message.socket.destroyed) gone.abort();
    this.#response.once("close", () => gone.abort());
    return gone.signal;
  }

  /** What goes beyond the limit is still received, so that the client gets to read the response, but not kept. */
  readBytes(most: number): Promise<Uint8Array | undefined> {
    const message = this.#message;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      message.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= most) chunks.push(chunk);
        else resolve(undefined);
      });
      message.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
      // Node reports no error that has no listener.
      message.on("close", () => {
        if (!message.complete) reject(new Error("the client is gone"));
      });
    });
  }

  send({ status, headers, body, isCut = false }: OutgoingResponse, isLast: boolean): void {
    const response = this.#response;
    if (status === 413) endUnread(this.#message);
    try {
      response.writeHead(status, isLast ? { ...headers, connection: "close" } : headers);
    } catch {
      // A header that HTTP cannot carry.
      return void response.destroy();
    }
    if (!isCut || body === undefined) return void response.end(body);
    response.write(halfOf(body));
    setTimeout(() => response.destroy(), flushMs);
  }

  drop(): void {
    this.#message.socket.destroy();
  }

  onClose(listener: () => void): void {
    this.#response.once("close", listener);
  }
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

/** What only a port can see: a request for another host, or for a path that a `URL` would make another one. */
export function refuseUntrusted(
  { headers, rawHeaders, url = "" }: IncomingMessage,
  isOurs: HostCheck,
): Refusal | undefined {
  // Node takes the first one. A proxy may have checked another.
  if (countHosts(rawHeaders) > 1) {
    return new Refusal(400, "HTTP 400 Bad Request: the request has several Host headers");
  }
  const named = url.startsWith("/") ? undefined : absolute.exec(url)?.[1];
  if (!isOurs(headers.host) || (named !== undefined && !isOurs(named))) {
    return new Refusal(421, "HTTP 421 Misdirected Request: this service is not known by that host name");
  }
  return hasDotSegments(url) ? new Refusal(400, "HTTP 400 Bad Request: the path has dot segments") : undefined;
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
