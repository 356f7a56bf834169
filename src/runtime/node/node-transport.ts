/**
 * A transport over `node:http` and `node:https`, which uses less than half the CPU of `fetch`. Does not retry, follows
 * no redirects, and does not keep the process alive.
 */
import { request as createPlain } from "node:http";
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { request as createSecure } from "node:https";
import { startTimer, systemClock } from "../clock/clock.ts";
import {
  checkCall,
  failureOf,
  largestResponseBytes,
  lateFailure,
  tooLarge,
  unsendable,
} from "../transport/transport.ts";
import type { Call, Phase, Reply } from "../transport/transport.ts";
import { compressRequests, decompress } from "./compression.ts";
import { createPool, takeConnection } from "./connection-pool.ts";
import type { TlsOptions } from "./connection-pool.ts";

export interface NodeTransportOptions {
  /** The most connections to one service; further calls wait for a free one. @default 64 */
  readonly maxSockets?: number;
  /** How long an idle connection stays open; less if the service requires it. @default 15000 */
  readonly idleMs?: number;
  /** The largest response in bytes, decompressed. @default 268435456, which is 256 MiB */
  readonly maxResponseBytes?: number;
  /** Compresses bodies of 16 kB and more with gzip, unless the service responds with 415. @default false */
  readonly compressRequests?: boolean;
  /** For a service with a private certificate. */
  readonly tls?: TlsOptions;
  /**
   * An `http.Agent` that connects differently, such as through a proxy. It manages its own connections: `maxSockets`,
   * `idleMs` and `tls` then have no effect, and `close` only ends later calls.
   */
  readonly agent?: ConnectionAgent;
}

/** An `http.Agent`, declared by two of its members so that Node's types need not be installed. */
export interface ConnectionAgent {
  readonly maxSockets: number;
  destroy(): void;
}

export interface NodeTransport {
  (call: Call): Promise<Reply>;
  /** Closes all connections: calls in flight fail, later ones are not sent. A process can end without it. */
  close(): void;
}

/**
 * Creates a transport with persistent connections: `createSession({ transport: nodeTransport() })`.
 *
 * Use one transport for all sessions of a process, so that they share connections. Compressed responses are
 * decompressed (gzip, deflate, brotli), and requested only for calls that are `paged` or have a header
 * `accept-encoding`.
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const { maxSockets = 64, idleMs = 15_000, maxResponseBytes = largestResponseBytes, tls = {} } = options;
  const pool = createPool(maxSockets, idleMs, tls);
  let closed = false;

  async function send(call: Call, body: Buffer | string | undefined = call.body): Promise<Reply> {
    const rested = pool.rested();
    if (rested) await rested;
    checkCall(call);
    if (closed) throw unsendable("the transport is closed");
    const destination = parseDestination(call.url);
    const agent = (options.agent as Agent | undefined) ?? pool.agent(destination.secure);
    const reply = await transmit(call, body, destination, agent, maxResponseBytes, () => closed);
    pool.touch();
    return reply;
  }

  function close(): void {
    closed = true;
    pool.close();
  }

  const transport = options.compressRequests ? compressRequests(send) : (call: Call) => send(call);
  return Object.assign(transport, { close });
}

/**
 * Sends one call, and reads the whole response.
 *
 * Timeouts and aborts destroy the request directly: an `AbortController` for each call would cost a tenth of it. For
 * the same reason nothing here awaits a promise: the next call reaches the service sooner.
 *
 * @param body the call's own, or its compressed form
 */
function transmit(
  call: Call,
  body: string | Buffer | undefined,
  { secure, hostname, port, path }: Destination,
  agent: Agent,
  maxBytes: number,
  isClosed: () => boolean,
): Promise<Reply> {
  const { method, timeoutMs, signal } = call;
  return new Promise((resolve, reject) => {
    let phase: Phase = "queue";
    let request: ClientRequest | undefined;
    let hasEnded = false;

    /** Whether it is the first end. Later events are ignored: another call may use the connection by then. */
    const end = (): boolean => {
      if (hasEnded) return false;
      stop();
      return (hasEnded = true);
    };
    const fail = (reason: unknown): void => {
      if (!end()) return;
      reject(reason);
      request?.destroy();
    };
    const lost = (error: unknown): void =>
      fail(failureOf(isClosed() ? new Error("the transport was closed") : error, phase));
    const due = (): void => fail(signal?.aborted ? signal.reason : lateFailure(timeoutMs, phase));
    const stop = startTimer(systemClock, timeoutMs, due, signal);

    const read = (response: IncomingMessage): void => {
      phase = "body";
      const { statusCode: status = 0, headers } = response;
      if (Number(headers["content-length"]) > maxBytes) return fail(tooLarge(maxBytes));
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = (body: Buffer): void => {
        if (!end()) return;
        const text = textOf(body);
        resolve({ status, header: (name) => headerOf(headers, name), text: async () => text });
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) fail(tooLarge(maxBytes));
      });
      response.on("error", lost);
      response.on("end", () => {
        if (!response.complete) return lost(new Error("the response is cut off"));
        const [body, encoding] = [Buffer.concat(chunks), headers["content-encoding"]];
        if (encoding && bytes > 0) decompress(body, encoding, maxBytes).then(finish, fail);
        else finish(body);
      });
    };

    try {
      const create = secure ? createSecure : createPlain;
      const headers = call.paged ? { "accept-encoding": "gzip", ...call.headers } : call.headers;
      request = create({ agent, method, headers, hostname, port, path });
      // For a DELETE, Node omits it: the service would read the body as the next request on this connection.
      if (body !== undefined) request.setHeader("content-length", Buffer.byteLength(body));
      request.on("socket", (socket) => {
        takeConnection(socket);
        // It waited for a connection until the transport was closed.
        if (isClosed()) return lost(undefined);
        // A reused connection may already carry the call; only a new one certainly does not.
        phase = socket.connecting ? "connect" : "response";
        if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", () => (phase = "response"));
      });
      request.on("response", read);
      request.on("error", lost);
      // A response that switches protocols emits neither event.
      request.on("close", () => phase !== "body" && lost(new Error("the connection ended without a response")));
      request.end(body);
    } catch (error) {
      lost(error);
    }
  });
}

function headerOf(headers: IncomingMessage["headers"], name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/** The text without a byte order mark, like that of `fetch`. */
function textOf(body: Buffer): string {
  const text = body.toString();
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** The destination of a call in the form of `node:http`. */
interface Destination {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** With the query: `/api/graphql?x=1`. */
  readonly path: string;
}

/** Cache: most calls of a session have the same address as the last one. */
let last: { readonly url: string; readonly destination: Destination } | undefined;

/**
 * Parses an address.
 *
 * @throws {TransportFailure} if it is not an HTTP address, or contains credentials
 */
function parseDestination(url: string): Destination {
  if (last?.url === url) return last.destination;
  if (!URL.canParse(url)) throw unsendable("not a valid address");
  const { protocol, hostname, port, username, password, pathname, search } = new URL(url);
  const secure = protocol === "https:";
  if (!secure && protocol !== "http:") throw unsendable(`${protocol}// is not an HTTP address`);
  if (username || password) throw unsendable("the address must not contain credentials");
  const destination = {
    secure,
    // An IPv6 address has brackets only within a URL.
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || (secure ? 443 : 80),
    path: pathname + search,
  };
  last = { url, destination };
  return destination;
}
