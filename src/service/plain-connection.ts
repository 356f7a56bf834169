/**
 * Answers the plain requests of a connection itself: node:http would take as long for each as the service does.
 *
 * The first request that is not plain hands the connection over to node:http, for the rest of its life: a body in pieces, two
 * requests in one piece, `HEAD`, and everything that is malformed. A request that comes alone, before the response to the one
 * before it, waits for that response.
 */
import type { Server, Socket } from "node:net";
import { idleMs, printHead, readPlainMessage } from "./plain-message.ts";
import type { PlainMessage } from "./plain-message.ts";
import { hasDotSegments } from "./request.ts";
import type { HostCheck, PortRequest } from "./request.ts";
import type { HttpResponse } from "./response.ts";

/** How long a client may take for the head of a request. */
export const headMs = 10_000;

interface PlainPort {
  readonly isOurs: HostCheck;
  readonly serve: (request: PortRequest) => void;
}

/**
 * Reads the connections of a server of node:http before Node does.
 *
 * @param event with which the server gives a connection to its reader
 * @returns the server
 */
export function servePlainRequests<Kind extends Server>(
  server: Kind,
  event: "connection" | "secureConnection",
  port: PlainPort,
): Kind {
  const readers = server.listeners(event);
  const handOver = (socket: Socket): void => {
    for (const reader of readers) reader.call(server, socket);
  };
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) => servePlain(socket, { ...port, handOver }));
  return server;
}

/** @param handOver lets Node read the connection from here on */
export function servePlain(
  socket: Socket,
  { isOurs, serve, handOver }: PlainPort & { readonly handOver: (socket: Socket) => void },
): void {
  let current: PlainRequest | undefined;
  const onEnd = (): void => {
    current = undefined;
    if (socket.isPaused()) socket.resume();
  };
  const onData = (bytes: Buffer): void => {
    if (current || !socket.writable) {
      // They are read again once the client has the response.
      socket.pause();
      socket.unshift(bytes);
      return;
    }
    const message = readPlainMessage(bytes);
    if (message && isOurs(message.headers.get("host")) && !hasDotSegments(message.target)) {
      // Once: activity restarts the timer, and setting it takes time.
      if (socket.timeout === headMs) socket.setTimeout(idleMs + 1000);
      serve((current = new PlainRequest(socket, message, onEnd)));
      return;
    }
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(bytes);
    handOver(socket);
    socket.resume();
  };
  const listeners = {
    data: onData,
    end: () => socket.end(),
    timeout: () => current ?? socket.destroy(),
    // Node closes the connection then.
    error: () => undefined,
    close: () => current?.end(),
  };
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  socket.setTimeout(headMs);
}

class PlainRequest implements PortRequest {
  readonly method: string;
  readonly target: string;
  readonly socket: Socket;
  readonly isComplete = true;
  // Only errors of node:http ask for it, and node:http gets a connection only while no plain request is under way.
  readonly isAnswered = false;
  readonly #message: PlainMessage;
  readonly #onEnd: () => void;
  #onClose: (() => void) | undefined;
  #gone: AbortController | undefined;

  constructor(socket: Socket, message: PlainMessage, onEnd: () => void) {
    this.method = message.method;
    this.target = message.target;
    this.socket = socket;
    this.#message = message;
    this.#onEnd = onEnd;
  }

  get client(): string | undefined {
    return this.socket.remoteAddress;
  }

  header(name: string): string | null {
    return this.#message.headers.get(name) ?? null;
  }

  headerNames(): readonly string[] {
    return [...this.#message.headers.keys()];
  }

  signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.socket.destroyed) this.#gone.abort();
    return this.#gone.signal;
  }

  readBytes(most: number): Promise<Uint8Array | undefined> {
    const { body } = this.#message;
    return Promise.resolve(body.length > most ? undefined : body);
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  /** The response is sent, or the client is gone. */
  end(): void {
    this.#onEnd();
    this.#onClose?.();
    this.#gone?.abort();
  }

  drop(): void {
    this.socket.destroy();
  }

  send(response: HttpResponse, isLast: boolean): void {
    const { socket } = this;
    const head = printHead(response, isLast);
    if (head === undefined || !socket.writable) return this.drop();
    const { headers, body = "", isCut = false } = response;
    // No other request is read where the connection is about to break off.
    const onSent = isCut ? undefined : (): void => this.end();
    if (typeof body === "string") {
      const isAscii = headers["content-length"] === String(body.length);
      socket.write(head + body, isAscii ? "latin1" : "utf8", onSent);
    } else {
      socket.cork();
      socket.write(head, "latin1");
      socket.write(body, onSent);
      socket.uncork();
    }
    if (isLast) socket.destroySoon();
  }
}
