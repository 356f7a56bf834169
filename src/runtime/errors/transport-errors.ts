import { ServiceError } from "./service-error.ts";
import type { ServiceErrorOptions } from "./service-error.ts";

/** No response arrived: `ConnectError`, `ConnectionLostError` or `TimeoutError`. */
export class TransportError extends ServiceError {
  override readonly name: string = "TransportError";
}

/** No connection to the service, which never saw the call. */
export class ConnectError extends TransportError {
  override readonly name: string = "ConnectError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connect", reason, { outcome: "not-sent", ...options });
  }
}

/** The connection broke before the response arrived; a write may have been applied. */
export class ConnectionLostError extends TransportError {
  override readonly name: string = "ConnectionLostError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connection-lost", reason, { outcome: "unknown", ...options });
  }
}

/** The phase of a timeout: waiting for other calls, a token, a connection, the response, its body, or a page with a row. */
export type TimeoutPhase = "queue" | "token" | "connect" | "response" | "body" | "pages";

const missedIn: Readonly<Record<TimeoutPhase, string>> = {
  queue: "it could not be sent",
  token: "no token",
  connect: "no connection",
  response: "no response",
  body: "incomplete response",
  pages: "only empty pages and no row",
};

/** The call timed out; `outcome` says whether a write may have been applied. */
export class TimeoutError extends TransportError {
  override readonly name: string = "TimeoutError";
  readonly phase: TimeoutPhase;

  constructor(phase: TimeoutPhase, timeoutMs: number, options?: ServiceErrorOptions) {
    super("timeout", `${missedIn[phase]} within ${Math.round(timeoutMs)} ms`, {
      outcome: phase === "response" || phase === "body" ? "unknown" : "not-sent",
      ...options,
    });
    this.phase = phase;
  }
}
