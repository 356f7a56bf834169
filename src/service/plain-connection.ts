/**
 * Reads the plain requests of a connection and sends their responses: node:http would take as long for each as the service does.
 *
 * A plain request is for one of our hosts, arrives whole and in a piece of its own, and has nothing unusual in its head: no method
 * such as `HEAD`, no dot segments, no `connection: close`. The first other one hands the connection over to node:http, for the rest
 * of its life. A plain request that comes before the response to the one before it waits for that response.
 */
import { STATUS_CODES } from "node:http";
import type { Server, Socket } from "node:net";
import { PortRequest, hasDotSegments } from "./http.ts";
import type { HttpResponse } from "./http.ts";

/** Whether a request with this `Host` is for us. @param host as sent; undefined if missing */
export type HostCheck = (host: string | undefined) => boolean;

/** How long a client may take for the head of a request. */
export const headMs = 10_000;

/** How long a connection waits for its next request. Responses announce it, and the port waits a second more, as node:http does. */
export const idleMs = 65_000;

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
function servePlain(
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
      // They are read again once the client has the response; never, if that ended the connection.
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
    // Not plain, or not for us: the reader of node:http responds, and says what is wrong. It gets the bytes as the socket's next
    // `data`, once that flows again. From here on, the time limits of its server hold.
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(bytes);
    handOver(socket);
    socket.resume();
  };
  const listeners = {
    data: onData,
    // A server of node:http leaves this half open when the client closes its own.
    end: () => socket.end(),
    timeout: () => {
      if (!current) socket.destroy();
    },
    // An error without a listener would end the process. Node closes the connection itself.
    error: () => undefined,
    close: () => current?.end(),
  };
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  socket.setTimeout(headMs);
}

class PlainRequest extends PortRequest {
  readonly #message: PlainMessage;
  readonly #onEnd: () => void;

  constructor(socket: Socket, message: PlainMessage, onEnd: () => void) {
    super(socket, message.method, message.target);
    this.#message = message;
    this.#onEnd = onEnd;
  }

  header(name: string): string | null {
    return this.#message.headers.get(name) ?? null;
  }

  headerNames(): readonly string[] {
    return [...this.#message.headers.keys()];
  }

  readBytes(most: number): Promise<Uint8Array | undefined> {
    const { body } = this.#message;
    return Promise.resolve(body.length > most ? undefined : body);
  }

  override end(): void {
    this.#onEnd();
    super.end();
  }

  send(response: HttpResponse, isLast: boolean): void {
    const { socket } = this;
    const head = printHead(response, isLast);
    if (head === undefined || !socket.writable) return this.drop();
    const { headers, body = "", isCut = false } = response;
    // No other request is read where the connection is about to break off.
    const onSent = isCut ? undefined : (): void => this.end();
    if (typeof body === "string") {
      // As many bytes as characters. Node writes such text faster as latin1.
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

/** A request that arrived whole. */
interface PlainMessage {
  readonly method: string;
  readonly target: string;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** Clients send a few hundred bytes. */
const longestHead = 4096;

/** A space before a colon, a folded line, a line feed without its carriage return and anything beyond ASCII do not fit. */
const headForm =
  /^(?:GET|POST|PUT|DELETE) \/[\w\-.~!$&'()*+,;=:@%/?]* HTTP\/1\.1\r\n(?:[\dA-Za-z-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

const versionLength = " HTTP/1.1\r\n".length;

/** Headers that change where a message ends, or whether its connection stays open: Node reads `proxy-connection` as `connection`. */
const unusual = ["transfer-encoding", "expect", "proxy-connection"];

/** Without a sign or leading zeros, and with no more digits than the largest accepted body needs. */
const lengthForm = /^(?:0|[1-9]\d{0,6})$/;

/**
 * Reads a request if every parser of HTTP/1.1 must read it alike: a plain target, plain headers, each of them once, and a body
 * of a declared length or none.
 *
 * @param bytes what came at once
 * @returns undefined in any doubt
 */
export function readPlainMessage(bytes: Buffer): PlainMessage | undefined {
  const headLength = bytes.indexOf("\r\n\r\n") + 4;
  if (headLength < 4 || headLength > longestHead) return undefined;
  const head = bytes.toString("latin1", 0, headLength);
  if (!headForm.test(head)) return undefined;
  const firstHeader = head.indexOf("\r\n") + 2;
  const headers = readHeaders(head, firstHeader);
  if (!headers?.has("host") || unusual.some((name) => headers.has(name))) return undefined;
  if ((headers.get("connection") ?? "keep-alive").toLowerCase() !== "keep-alive") return undefined;
  const length = headers.get("content-length") ?? "0";
  if (!lengthForm.test(length) || bytes.length !== headLength + Number(length)) return undefined;
  const space = head.indexOf(" ");
  return {
    method: head.slice(0, space),
    target: head.slice(space + 1, firstHeader - versionLength),
    headers,
    body: bytes.subarray(headLength),
  };
}

/** @returns undefined if a name comes twice: what that means depends on the name */
function readHeaders(head: string, first: number): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  for (let start = first; !head.startsWith("\r\n", start);) {
    const colon = head.indexOf(":", start);
    const end = head.indexOf("\r\n", colon);
    const name = head.slice(start, colon).toLowerCase();
    if (headers.has(name)) return undefined;
    headers.set(name, head.slice(colon + 1, end).trim());
    start = end + 2;
  }
  return headers;
}

const outsideValue = /[^\t\x20-\x7e]/;

/**
 * Prints the head of a response as node:http does, but only with values in ASCII.
 *
 * @param isLast whether the connection ends with this response
 * @returns undefined if a value has another character
 */
export function printHead({ status, headers, body = "" }: HttpResponse, isLast: boolean): string | undefined {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (outsideValue.test(value)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  if (isLast) head += `connection: close\r\n${dateLine()}`;
  else head += `${dateLine()}${keepAlive}`;
  const needsLength = headers["content-length"] === undefined && status !== 204 && status !== 304;
  return needsLength ? `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n` : `${head}\r\n`;
}

const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${idleMs / 1000}\r\n`;

let printed = { second: 0, line: "" };

function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== printed.second) printed = { second, line: `Date: ${new Date(second * 1000).toUTCString()}\r\n` };
  return printed.line;
}
