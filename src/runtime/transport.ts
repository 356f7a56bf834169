/**
 * What a session sends through: in comes a call, out goes the service's reply, or a failure that says whether the service
 * may have seen the call. A transport never retries, never follows a redirect, and settles by the call's time-out.
 */
import { onAbort } from "./on-abort.ts";

/** What a session sends through. A running server, a function in the same process and a test double all fit. */
export type Transport = (call: Call) => Promise<Reply>;

export interface Call {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything, from waiting for a connection to the end of the answer. */
  readonly timeoutMs: number;
  /** Its reason is thrown as it is. */
  readonly signal?: AbortSignal | undefined;
}

export interface Reply {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
}

/** How far a call has come: waits for a free connection, connects, waits for the answer, reads it. */
export type Phase = "queue" | "connect" | "response" | "body";

/** Why a transport has no reply; the session turns it into an error that names the operation. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  /** What is known of the call: a time-out before it could be sent is `not-sent`, a later one `timeout`. */
  readonly kind: "not-sent" | "unknown" | "timeout";
  /** Where the time ran out; undefined when something else failed. */
  readonly phase: Phase | undefined;

  constructor(kind: "not-sent" | "unknown" | "timeout", message: string, cause?: unknown, phase?: Phase) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.phase = phase;
  }
}

/** Codes that mean the service never saw the call. A reused connection that dies is not among them. */
const notSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  // A certificate is looked at before anything is sent.
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * Sends through `fetch`, the default. Redirects are not followed: a token would travel with them to whatever host they name.
 */
export function fetchTransport(send?: typeof fetch): Transport {
  return async (call) => {
    call.signal?.throwIfAborted();
    checkHeaders(call.headers);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      let phase: Phase = "response";
      // Rejected first: whatever `send` is, it need not listen to the signal.
      const interrupt = (reason: unknown): void => {
        reject(reason);
        controller.abort(reason);
      };
      const stop = watchCall(call, () => phase, interrupt);
      const exchange = async (): Promise<Reply> => {
        const response = await (send ?? globalThis.fetch)(call.url, {
          method: call.method,
          headers: call.headers,
          signal: controller.signal,
          redirect: "manual",
          ...(call.body !== undefined && { body: call.body }),
        });
        phase = "body";
        if (response.type === "opaqueredirect") throw new Error("the answer is a redirect");
        // Read at once, whatever the status: an unread body keeps its connection from being used again.
        const text = await response.text();
        return { status: response.status, header: (name) => response.headers.get(name), text: async () => text };
      };
      exchange()
        .then(resolve, (error: unknown) => reject(failureOf(error)))
        .finally(stop);
    });
  };
}

/** Sends to a service in the same process: a test needs no port. */
export function serviceTransport(service: (request: Request) => Promise<Response>): Transport {
  return fetchTransport((input, init) => service(new Request(input, init)));
}

/** Some 24 days: timers take more for 1 ms. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Interrupts a call when its time is over or its caller aborts, whichever comes first, and once.
 *
 * Linked by hand: `AbortSignal.any` with a signal that lives long keeps memory for every call.
 *
 * @returns how to end that; it has to be called
 */
export function watchCall(call: Call, phase: () => Phase, interrupt: (reason: unknown) => void): () => void {
  const { signal, timeoutMs } = call;
  const late = (): void => end(timeoutFailure(timeoutMs, phase()));
  const timer = setTimeout(late, Math.min(timeoutMs, longestTimerMs));
  const unlink = signal && onAbort(signal, () => end(signal.reason));
  const stop = (): void => {
    clearTimeout(timer);
    unlink?.();
  };
  const end = (reason: unknown): void => {
    stop();
    interrupt(reason);
  };
  return stop;
}

function timeoutFailure(timeoutMs: number, phase: Phase): TransportFailure {
  const within = `within ${Math.round(timeoutMs)} ms`;
  if (phase === "queue") return new TransportFailure("not-sent", `no connection was free ${within}`, undefined, phase);
  if (phase === "connect") return new TransportFailure("not-sent", `not connected ${within}`, undefined, phase);
  const what = phase === "body" ? "no whole answer" : "no answer";
  return new TransportFailure("timeout", `${what} ${within}`, undefined, phase);
}

/**
 * Refuses what no header may hold, such as a line break, and what is not ASCII: Node sends the rest in more than one way.
 *
 * @throws {TransportFailure} that names the header, where `fetch` and Node would show the value
 */
export function checkHeaders(headers: Call["headers"]): void {
  for (const name in headers) {
    if (/[^\t\x20-\x7e]/.test(headers[name] ?? "")) {
      throw new TransportFailure("not-sent", `the header ${name} holds a character that is no printable ASCII`);
    }
  }
}

/** What went wrong, by the system's code, which `fetch` hides some levels down. */
export function failureOf(error: unknown): TransportFailure {
  let reason = "the connection broke";
  let cause: unknown = error;
  let kind: TransportFailure["kind"] | undefined;
  for (let at: unknown = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause) {
    // An error of a parser has a piece of the answer with it.
    if ("data" in at || "rawPacket" in at) cause = undefined;
    if (kind) continue;
    reason = at.message;
    if ("code" in at && typeof at.code === "string") {
      kind = notSent.has(at.code) ? "not-sent" : "unknown";
      reason = at.code;
    } else if (at.message === "bad port") {
      // A port that browsers block: fetch has no code for it.
      kind = "not-sent";
      reason = "fetch does not connect to this port";
    }
  }
  return new TransportFailure(kind ?? "unknown", reason, cause);
}
