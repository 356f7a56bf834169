import { request as createPlain } from "node:http";
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { request as createSecure } from "node:https";
import { failureOf, TransportFailure, watchCall } from "../transport.ts";
import type { Call, Phase, Reply } from "../transport.ts";
import { decodeBody, tooLarge } from "./decode-body.ts";
import type { Target } from "./target.ts";

interface ExchangeOptions {
  readonly call: Call;
  /** The call's own, or that in another form. */
  readonly body: string | Buffer | undefined;
  readonly target: Target;
  readonly agent: Agent;
  readonly maxResponseBytes: number;
}

/** A call on its way. */
export interface Exchange {
  readonly reply: Promise<Reply>;
  /** Ends it now, if it has not ended. */
  readonly interrupt: (message: string) => void;
}

/**
 * Sends one call over `node:http`, and reads the whole answer.
 *
 * Time-outs and aborts destroy the request themselves: an `AbortController` for each call would cost a tenth of it.
 */
export function startExchange(options: ExchangeOptions): Exchange {
  let interrupt: Exchange["interrupt"] = () => undefined;
  const reply = new Promise<Reply>((resolve, reject) => {
    interrupt = send(options, resolve, reject);
  });
  return { reply, interrupt };
}

function send(
  { call, body, target, agent, maxResponseBytes }: ExchangeOptions,
  resolve: (reply: Reply) => void,
  reject: (reason: unknown) => void,
): Exchange["interrupt"] {
  let phase: Phase = "queue";
  let request: ClientRequest | undefined;
  let settled = false;

  const settle = (): boolean => {
    if (settled) return false;
    stop();
    return (settled = true);
  };
  /** Destroys nothing once it is settled: another call may have the connection by then. */
  const fail = (reason: unknown): void => {
    if (!settle()) return;
    reject(reason);
    request?.destroy();
  };
  const lost = (error: unknown): void => {
    const { kind, message, cause } = failureOf(error);
    fail(new TransportFailure(isSent(phase) ? kind : "not-sent", message, cause));
  };
  const stop = watchCall(call, () => phase, fail);

  const read = (response: IncomingMessage): void => {
    phase = "body";
    const { statusCode = 0, headers } = response;
    if (Number(headers["content-length"]) > maxResponseBytes) return fail(tooLarge(maxResponseBytes));
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxResponseBytes) fail(tooLarge(maxResponseBytes));
    });
    response.on("error", lost);
    response.on("end", () => {
      if (settled) return;
      if (!response.complete) return lost(new Error("the answer is cut off"));
      decodeBody(chunks, headers["content-encoding"] ?? "", maxResponseBytes).then((text) => {
        if (settle())
          resolve({ status: statusCode, header: (name) => headerOf(headers, name), text: async () => text });
      }, fail);
    });
  };

  try {
    const { secure, hostname, port } = target.origin;
    const create = secure ? createSecure : createPlain;
    const { method, headers } = call;
    request = create({ agent, method, headers, hostname, port, path: target.path });
    request.on("socket", (socket) => {
      // It may have been connected for long; only a new one is certain not to carry the call yet.
      phase = socket.connecting ? "connect" : "response";
      if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", () => (phase = "response"));
    });
    request.on("response", read);
    request.on("error", lost);
    // An answer that switches to another protocol says neither.
    request.on("close", () => phase !== "body" && lost(new Error("the connection ended without an answer")));
    request.end(body);
  } catch (error) {
    lost(error);
  }
  return (message) => lost(new Error(message));
}

function isSent(phase: Phase): boolean {
  return phase === "response" || phase === "body";
}

function headerOf(headers: IncomingMessage["headers"], name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
