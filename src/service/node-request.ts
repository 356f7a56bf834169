/** Requests and responses of node:http as the service has them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressStart } from "./refuse-early.ts";
import type { PortRequest } from "./request.ts";
import type { HttpResponse } from "./response.ts";

/** A request that node:http has read. */
export class NodeRequest implements PortRequest {
  readonly method: string;
  readonly target: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #gone = new AbortController();
  #onClose: (() => void) | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    const { method = "", url = "" } = message;
    this.method = method;
    this.target = url.startsWith("/") ? url : url.replace(addressStart, "");
    this.#message = message;
    this.#response = response;
    pendingOf(this.socket).add(this);
    response.once("close", () => this.end());
  }

  get client(): string | undefined {
    return this.socket.remoteAddress;
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
    if (this.socket.destroyed) this.#gone.abort();
    return this.#gone.signal;
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

  send({ status, headers, body, isCut = false }: HttpResponse, isLast: boolean): void {
    const response = this.#response;
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

  drop(): void {
    this.socket.destroy();
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  /** The response is sent, or the client is gone. */
  end(): void {
    pendingOf(this.socket).delete(this);
    this.#onClose?.();
    this.#gone.abort();
  }
}

const pending = new WeakMap<Socket, Set<NodeRequest>>();

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
