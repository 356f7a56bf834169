import { request as createPlain } from "node:http";
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { request as createSecure } from "node:https";
import { startTimer, systemClock } from "../clock/clock.ts";
import { failureOf, lateFailure, tooLarge } from "../transport/transport.ts";
import type { Call, Phase, Reply } from "../transport/transport.ts";
import { decodeBody } from "./decode-body.ts";
import type { Destination } from "./destination.ts";

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
 * Sends one call over `node:http`, and reads the whole response.
 *
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
