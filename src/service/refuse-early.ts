import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { isLoopback } from "@colonnade/runtime/protocol";
import { answerRefusal } from "./answer.ts";
import { createResponse, noRoute, unparsed } from "./exchange.ts";
import type { Observer, OutgoingResponse } from "./exchange.ts";
import { Refusal } from "./refusal.ts";

interface EarlyRequest {
  readonly method: string;
  /** @default that of requests that match none */
  readonly route?: string;
  readonly ip: string | undefined;
}

/** The response to a request that never reaches the service, which would tell logs and metrics of it. */
export function refuseEarly(
  refusal: Refusal,
  { method, route = noRoute, ip: client }: EarlyRequest,
  onRefused: Observer | undefined,
): OutgoingResponse {
  const requestId = crypto.randomUUID();
  const { response, bytes } = createResponse(answerRefusal(refusal, "rest"), { requestId, bodyless: false });
  const { status } = refusal;
  onRefused?.({ method, route, status, durationMs: 0, bytes, requestId, client });
  return response;
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

interface UnparsedRequest {
  readonly error: NodeJS.ErrnoException;
  readonly socket: Duplex & { readonly bytesRead?: number; readonly remoteAddress?: string };
  /** What is under way on all sockets. */
  readonly underWay: Iterable<ServerResponse>;
}

export function refuseUnparsed({ error, socket, underWay }: UnparsedRequest, onRefused: Observer | undefined): void {
  const { code = "" } = error;
  const own = [...underWay].filter((response) => response.socket === socket);
  // A connection that broke, or that was opened ahead of need and never used, is not a request.
  const isRequest = (code.startsWith("HPE_") || code in statuses) && socket.bytesRead !== 0;
  // In the middle of another response it would be taken for a part of that.
  if (isRequest && socket.writable && !own.some(({ headersSent }) => headersSent)) {
    const status = statuses[code] ?? 400;
    const refusal = new Refusal(status, `HTTP ${status} ${STATUS_CODES[status]}`);
    // If the body is at fault, the endpoint that reads it tells logs and metrics.
    const isKnown = own.some(({ req }) => !req.complete);
    const request = { method: "unknown", route: unparsed, ip: socket.remoteAddress };
    socket.write(print(refuseEarly(refusal, request, isKnown ? undefined : onRefused)));
  }
  socket.destroy();
}

function print({ status, headers, body }: OutgoingResponse): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body ?? ""].join("\r\n");
}
