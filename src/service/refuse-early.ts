import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { answerRefusal } from "./answer.ts";
import { createResponse, noRoute, unparsed } from "./exchange.ts";
import type { Observer, OutgoingResponse } from "./exchange.ts";
import type { PortRequest } from "./port-request.ts";
import { printHead } from "./print-head.ts";
import { Refusal } from "./refusal.ts";

interface EarlyRequest {
  readonly method: string;
  /** @default that of requests that match none */
  readonly route?: string;
  readonly ip: string | undefined;
}

/** The response to a request that never reaches the service, which would report it to logs and metrics. */
export function refuseEarly(
  refusal: Refusal,
  { method, route = noRoute, ip: client }: EarlyRequest,
  onRefused: Observer | undefined,
): OutgoingResponse {
  const requestId = crypto.randomUUID();
  const { response, bytes } = createResponse(answerRefusal(refusal, "rest"), requestId, false);
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
    const refusal = new Refusal(status, `HTTP ${status} ${STATUS_CODES[status]}`);
    // If the body is at fault, the endpoint that reads it reports the request to logs and metrics.
    const isKnown = own.some(({ isComplete }) => !isComplete);
    const request = { method: "unknown", route: unparsed, ip: socket.remoteAddress };
    const response = refuseEarly(refusal, request, isKnown ? undefined : onRefused);
    socket.write(`${printHead(response, true)}${response.body}`);
  }
  socket.destroy();
}
