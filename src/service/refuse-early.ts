/** What a port refuses before the service sees it: requests for other hosts and paths, and what is not HTTP. */
import { STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { noRoute, unparsed } from "./exchange.ts";
import type { Observer } from "./exchange.ts";
import { HttpRefusal } from "./http-refusal.ts";
import { printHead } from "./plain-message.ts";
import { hasDotSegments } from "./request.ts";
import type { HostCheck, PortRequest } from "./request.ts";
import { completeResponse, errorResponse } from "./response.ts";
import type { HttpResponse } from "./response.ts";

/** The start of a whole address, as a proxy may be sent. */
export const addressStart = /^[^:/?#]+:\/\/([^/?#]*)/;

/** What only a port can see: a request for another host, or for a path that a `URL` would make another one. */
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

interface EarlyRequest {
  readonly method: string;
  /** @default that of requests that match none */
  readonly route?: string;
  readonly client: string | undefined;
}

/** The response to a request that never reaches the service, which would report it to logs and metrics. */
export function refuseEarly(
  refusal: HttpRefusal,
  { method, route = noRoute, client }: EarlyRequest,
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

interface UnparsedRequest {
  readonly error: NodeJS.ErrnoException;
  readonly socket: Duplex & { readonly bytesRead?: number; readonly remoteAddress?: string };
  /** What is under way on all sockets. */
  readonly underWay: readonly PortRequest[];
}

export function refuseUnparsed({ error, socket, underWay }: UnparsedRequest, onRefused: Observer | undefined): void {
  const { code = "" } = error;
  const own = underWay.filter((request) => request.socket === socket);
  // A connection that broke, or that was opened ahead of need and never used, is not a request.
  const isRequest = (code.startsWith("HPE_") || code in statuses) && socket.bytesRead !== 0;
  // In the middle of another response it would be taken for a part of that.
  if (isRequest && socket.writable && !own.some(({ isAnswered }) => isAnswered)) {
    const status = statuses[code] ?? 400;
    const refusal = new HttpRefusal(status, `HTTP ${status} ${STATUS_CODES[status]}`);
    // If the body is at fault, the endpoint that reads it reports the request to logs and metrics.
    const isKnown = own.some(({ isComplete }) => !isComplete);
    const request = { method: "unknown", route: unparsed, client: socket.remoteAddress };
    const response = refuseEarly(refusal, request, isKnown ? undefined : onRefused);
    socket.write(`${printHead(response, true)}${response.body}`);
  }
  socket.destroy();
}
