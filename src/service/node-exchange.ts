/** Requests and responses of node:http as the service has them, and what it refuses of a request before it looks at it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "@colonnade/runtime/protocol";
import { flushMs, halfOf, pathOf } from "./exchange.ts";
import type { IncomingRequest, OutgoingResponse } from "./exchange.ts";
import { Refusal } from "./refusal.ts";

/** The start of a whole address, as a proxy may be sent. */
const absolute = /^[^:/?#]+:\/\/([^/?#]*)/;

/** A request that came through a port. */
export class NodeRequest implements IncomingRequest {
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
}

/** @param isLast whether the connection ends with this response */
export function send(
  response: ServerResponse,
  { status, headers, body, isCut = false }: OutgoingResponse,
  isLast: boolean,
): void {
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
  return dotSegment.test(pathOf(url)) ? new Refusal(400, "HTTP 400 Bad Request: the path has dot segments") : undefined;
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
