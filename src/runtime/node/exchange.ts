/** Sends one call over `node:http`, and reads the whole response. */
import { request as createPlain } from "node:http";
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { request as createSecure } from "node:https";
import { startTimer, systemClock } from "../clock/clock.ts";
import { failureOf, lateFailure, tooLarge, TransportFailure, unsendable } from "../transport/transport.ts";
import type { Call, Phase, Reply } from "../transport/transport.ts";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

interface ExchangeOptions {
  readonly call: Call;
  /** The call's own body, or its compressed form. */
  readonly body: string | Buffer | undefined;
  readonly destination: Destination;
  readonly agent: Agent;
  readonly maxResponseBytes: number;
  /** The exchanges in flight, which can be ended; each adds and removes itself. */
  readonly underWay: Set<() => void>;
}

/**
 * Timeouts and aborts destroy the request directly: an `AbortController` for each call would cost a tenth of it. For
 * the same reason nothing here awaits a promise: the next call reaches the service sooner.
 */
export function exchange(options: ExchangeOptions): Promise<Reply> {
  const { call, body, destination, agent, maxResponseBytes, underWay } = options;
  const { method, timeoutMs, signal } = call;
  const { secure, hostname, port, path } = destination;
  return new Promise((resolve, reject) => {
    let phase: Phase = "queue";
    let request: ClientRequest | undefined;

    /** Whether it is the first end. Later events are ignored: another call may use the connection by then. */
    const settle = (): boolean => {
      stop();
      return underWay.delete(interrupt);
    };
    const fail = (reason: unknown): void => {
      if (!settle()) return;
      reject(reason);
      request?.destroy();
    };
    const lost = (error: unknown): void => fail(failureOf(error, phase));
    const interrupt = (): void => lost(new Error("the transport was closed"));
    const due = (): void => fail(signal?.aborted ? signal.reason : lateFailure(timeoutMs, phase));
    const stop = startTimer(systemClock, timeoutMs, due, signal);
    underWay.add(interrupt);

    const read = (response: IncomingMessage): void => {
      phase = "body";
      const { statusCode: status = 0, headers } = response;
      if (Number(headers["content-length"]) > maxResponseBytes) return fail(tooLarge(maxResponseBytes));
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = (text: string): void => {
        if (settle()) resolve({ status, header: (name) => headerOf(headers, name), text: async () => text });
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxResponseBytes) fail(tooLarge(maxResponseBytes));
      });
      response.on("error", lost);
      response.on("end", () => {
        if (!response.complete) return lost(new Error("the response is cut off"));
        const text = decodeBody(chunks, headers["content-encoding"], maxResponseBytes);
        if (typeof text === "string") finish(text);
        else text.then(finish, fail);
      });
    };

    try {
      const create = secure ? createSecure : createPlain;
      const headers = call.paged ? { "accept-encoding": "gzip", ...call.headers } : call.headers;
      request = create({ agent, method, headers, hostname, port, path });
      request.on("socket", (socket) => {
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

const decoders = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

/**
 * Decodes the text of a response from UTF-8 and any compression. Removes a byte order mark, like `fetch`. An
 * uncompressed text is returned synchronously: waiting a tick would cost more than everything else here.
 *
 * @throws {TransportFailure} if it is truncated, larger than `maxBytes`, or compressed in an unsupported way
 */
function decodeBody(
  chunks: readonly Buffer[],
  encoding: string | undefined,
  maxBytes: number,
): string | Promise<string> {
  const body = Buffer.concat(chunks);
  return encoding && body.length > 0 ? decompress(body, encoding, maxBytes).then(textOf) : textOf(body);
}

function textOf(body: Buffer): string {
  const text = body.toString();
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

async function decompress(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  // The last encoding was applied last.
  for (const name of encoding.toLowerCase().split(",").reverse()) {
    if (!/^ *(identity)? *$/.test(name)) body = await decode(name.trim(), body, maxBytes);
  }
  return body;
}

function decode(name: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(name);
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => reject(new TransportFailure("unknown", message));
    if (!decoder) return fail(`the response is compressed as ${JSON.stringify(name.slice(0, 20))}`);
    decoder(body, { maxOutputLength: maxBytes }, (error: NodeJS.ErrnoException | null, decoded) => {
      if (!error) resolve(decoded);
      else if (error.code === "ERR_BUFFER_TOO_LARGE") reject(tooLarge(maxBytes));
      else fail(`the response cannot be decompressed (${error.code ?? error.message})`);
    });
  });
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
export function parseDestination(url: string): Destination {
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
