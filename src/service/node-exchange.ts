import type { IncomingMessage, ServerResponse } from "node:http";
import { flushMs, halfOf } from "./exchange.ts";
import type { IncomingRequest, OutgoingResponse } from "./exchange.ts";

/** The start of a whole address, as a proxy may be sent. */
const absolute = /^[^:/?#]+:\/\/([^/?#]*)/;

/** The host and port of a target that is a whole address. */
export function hostOf(url: string): string | undefined {
  return url.startsWith("/") ? undefined : absolute.exec(url)?.[1];
}

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
      // Node tells of no error where nobody listens to one.
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
  response.writeHead(status, isLast ? { ...headers, connection: "close" } : headers);
  if (!isCut || body === undefined) return void response.end(body);
  response.write(halfOf(body));
  setTimeout(() => response.destroy(), flushMs);
}
