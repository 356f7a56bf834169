/** What a session sends through. A running server, a function in the same process and a test double all fit. */
export type Transport = (call: Call) => Promise<Reply>;

export interface Call {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Reply {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
}

/** Why a transport has no reply; the session turns it into an error that names the operation. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  readonly kind: "not-sent" | "unknown" | "timeout";

  constructor(kind: "not-sent" | "unknown" | "timeout", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
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
]);

/**
 * Sends through `fetch`, the default.
 *
 * The time-out covers the body too. The caller's signal is linked by hand and unlinked again: `AbortSignal.any` with a
 * signal that lives long keeps memory for every call.
 */
export function fetchTransport(send?: typeof fetch): Transport {
  return async (call) => {
    const controller = new AbortController();
    const timeout = new TransportFailure("timeout", `no answer within ${call.timeoutMs} ms`);
    const timer = setTimeout(() => controller.abort(timeout), call.timeoutMs);
    const abort = (): void => controller.abort(call.signal?.reason);
    if (call.signal?.aborted) abort();
    call.signal?.addEventListener("abort", abort);
    try {
      const response = await (send ?? globalThis.fetch)(call.url, {
        method: call.method,
        headers: call.headers,
        signal: controller.signal,
        ...(call.body !== undefined && { body: call.body }),
      });
      // Read at once, whatever the status: an unread body keeps its connection from being used again.
      const text = await response.text();
      return { status: response.status, header: (name) => response.headers.get(name), text: async () => text };
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      const { kind, reason } = failureOf(error);
      throw new TransportFailure(kind, reason, error);
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener("abort", abort);
    }
  };
}

/** Sends to a service in the same process: a test needs no port. */
export function serviceTransport(service: (request: Request) => Promise<Response>): Transport {
  return fetchTransport((input, init) => service(new Request(input, init)));
}

/** What went wrong, by the system's code, which `fetch` hides some levels down. */
function failureOf(error: unknown): { kind: "not-sent" | "unknown"; reason: string } {
  let reason = "the connection broke";
  for (let at: unknown = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause) {
    if ("code" in at && typeof at.code === "string") {
      return { kind: notSent.has(at.code) ? "not-sent" : "unknown", reason: at.code };
    }
    // A port that browsers block: fetch has no code for it.
    if (at.message === "bad port") return { kind: "not-sent", reason: "fetch does not connect to this port" };
    reason = at.message;
  }
  return { kind: "unknown", reason };
}
