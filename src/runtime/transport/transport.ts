/**
 * The interface of transports: takes a call and returns the service's reply, or a failure that says whether the service
 * may have seen the call. A transport does not retry or follow redirects, and settles by the call's timeout.
 */
import { startTimer, systemClock } from "../clock/clock.ts";

/** Sends the calls of a session: to a server, to a function in the same process, or to a test double. */
export type Transport = (call: Call) => Promise<Reply>;

export interface Call {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For everything, from waiting for a connection to the end of the response. */
  readonly timeoutMs: number;
  /** Its reason is thrown as it is. */
  readonly signal?: AbortSignal | undefined;
  /** The response may be large: it is requested in gzip, which `fetch` does by itself. @default false */
  readonly paged?: boolean;
}

export interface Reply {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
}

declare global {
  // For projects without the types of browsers or Node, which declare these in full.
  interface Request {
    readonly url: string;
  }
  interface Response {
    readonly status: number;
  }
}

/** `fetch`, as far as a transport needs it. */
type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly type: string;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
  /** Decompressed. Without it, a response is read whole however large it is. */
  readonly body?: Body | null;
}>;

interface Body {
  readonly getReader: () => {
    readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    readonly cancel: () => Promise<void>;
  };
}

interface FetchTransportOptions {
  /** The largest response in bytes, decompressed. @default 268435456, which is 256 MiB */
  readonly maxResponseBytes?: number;
}

/** The largest response by default: what is in memory as text may be twice as large. */
export const largestResponseBytes = 2 ** 28;

export function tooLarge(maxBytes: number): TransportFailure {
  return new TransportFailure("unknown", `the response is larger than ${maxBytes} bytes`, { tooLarge: true });
}

/** How far a call has come: waits for a free connection, connects, waits for the response, reads it. */
export type Phase = "queue" | "connect" | "response" | "body";

/** How a call without a reply ended: a time-out before it could be sent is `not-sent`, a later one `timeout`. */
export type TransportFailureKind = "not-sent" | "unknown" | "timeout";

export interface TransportFailureOptions {
  readonly cause?: unknown;
  /** Where the time ran out. */
  readonly phase?: Phase;
  /** The call itself is at fault, such as a header with a line break: another attempt is of no use. @default false */
  readonly unsendable?: boolean;
  /** The response exceeds the transport's limit, and would at another attempt. @default false */
  readonly tooLarge?: boolean;
}

/** Why a transport has no reply; the session turns it into an error that names the operation. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  readonly kind: TransportFailureKind;
  /** Where the time ran out; undefined when something else failed. */
  readonly phase: Phase | undefined;
  /** Whether the call itself is at fault, rather than the connection. Then it was not sent, and never can be. */
  readonly unsendable: boolean;
  /** Whether the response exceeded the transport's limit. */
  readonly tooLarge: boolean;

  constructor(kind: TransportFailureKind, message: string, options: TransportFailureOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.phase = options.phase;
    this.unsendable = options.unsendable ?? false;
    this.tooLarge = options.tooLarge ?? false;
  }
}

/** @param message names what of the call is at fault, and not its value */
export function unsendable(message: string): TransportFailure {
  return new TransportFailure("not-sent", message, { unsendable: true });
}

/** Codes that mean the service never saw the call. A reused connection that dies is not among them. */
const notConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
/**
 * Codes of OpenSSL such as `UNABLE_TO_VERIFY_LEAF_SIGNATURE`. The service's certificate is checked before anything is sent; the
 * service may refuse ours (`ERR_SSL_…_ALERT_…`) later.
 */
const certificate = /^(?!ERR_SSL).*(CERT|SIGNATURE)/;

/**
 * Sends through `fetch`, the default. Redirects are not followed: a token would travel with them to whatever host they name.
 */
export function fetchTransport(send?: Fetch, options: FetchTransportOptions = {}): Transport {
  const { maxResponseBytes = largestResponseBytes } = options;
  return (call) =>
    new Promise((resolve, reject) => {
      const { url, method, headers, body, timeoutMs, signal } = call;
      checkCall(call);
      // A browser reports that it has no network, but not why a `fetch` failed.
      if ((globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false) {
        throw new TransportFailure("not-sent", "this device is offline");
      }
      const controller = new AbortController();
      let phase: Phase = "response";
      const end = (reason: unknown): void => {
        stop();
        reject(reason);
        controller.abort(reason);
      };
      // Whatever `send` is, it need not listen to the signal.
      const late = (): void => end(signal?.aborted ? signal.reason : lateFailure(timeoutMs, phase));
      const stop = startTimer(systemClock, timeoutMs, late, signal);
      const transmit = async (): Promise<void> => {
        const init = { method, headers, signal: controller.signal, redirect: "manual", body: body ?? null } as const;
        const response = await (send ?? globalThis.fetch)(url, init);
        phase = "body";
        if (response.type === "opaqueredirect") throw new Error("the response is a redirect");
        // Read at once, whatever the status: an unread body keeps its connection from being used again.
        const text = response.body ? await readBody(response.body, maxResponseBytes) : await response.text();
        stop();
        resolve({ status: response.status, header: (name) => response.headers.get(name), text: async () => text });
      };
      transmit().catch((error: unknown) => end(corsFailure(error, url) ?? failureOf(error)));
    });
}

/** @throws {TransportFailure} after canceling a body that exceeds the limit */
async function readBody(body: Body, maxBytes: number): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done || !value) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Sends to a service in the same process: a test needs no port. */
export function serviceTransport(service: (request: Request) => Promise<Response>): Transport {
  return fetchTransport((input, init) => service(new Request(input, init)));
}

/** Why a call has no reply in time. */
export function lateFailure(timeoutMs: number, phase: Phase): TransportFailure {
  return new TransportFailure(
    isSent(phase) ? "timeout" : "not-sent",
    `no time left after ${Math.round(timeoutMs)} ms (${phase})`,
    { phase },
  );
}

/** Whether the service may have seen a call that has come so far. */
function isSent(phase: Phase): boolean {
  return phase === "response" || phase === "body";
}

/**
 * Refuses what no header may hold, such as a line break, and what is not ASCII: Node sends the rest in more than one way.
 *
 * @throws {TransportFailure} that names the header, where `fetch` and Node would show the value; the caller's own reason
 *   when it has aborted
 */
export function checkCall({ headers, signal }: Call): void {
  signal?.throwIfAborted();
  for (const name in headers) {
    if (/[^\t\x20-\x7e]/.test(headers[name] ?? "")) {
      throw unsendable(`the header ${name} holds a character that is not printable ASCII`);
    }
  }
}

/**
 * A failed call from a page to another origin. A browser does not report the reason to the page, and its errors have no
 * cause; usually the service does not allow the page's origin.
 */
function corsFailure(error: unknown, url: string): TransportFailure | undefined {
  const { origin } = (globalThis as { readonly location?: { readonly origin?: string } }).location ?? {};
  if (!(error instanceof TypeError) || error.cause !== undefined) return undefined;
  if (origin === undefined || origin === new URL(url).origin) return undefined;
  const message = `${error.message} from a page of ${origin}; CORS? Start the service with --cors ${origin}`;
  return new TransportFailure("unknown", message, { cause: error });
}

/**
 * The cause of a failure, by the system's code, which `fetch` hides some levels down. An `AggregateError` has the failure of each
 * address of a host.
 */
export function failureOf(error: unknown, phase: Phase = "response"): TransportFailure {
  if (error instanceof TransportFailure) return error;
  let reason = "the connection broke";
  let cause: unknown = error;
  let code = "";
  for (let at: unknown = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause) {
    // An error of a parser has a piece of the response with it.
    if ("data" in at || "rawPacket" in at) cause = undefined;
    if (code) continue;
    reason = at.message;
    // A port that browsers block: fetch has no code for it.
    if (reason === "bad port") return new TransportFailure("not-sent", "fetch blocks this port");
    if ("code" in at && typeof at.code === "string") reason = code = at.code;
  }
  const seen = isSent(phase) && !notConnected.test(code) && !certificate.test(code);
  return new TransportFailure(seen ? "unknown" : "not-sent", reason, { cause });
}
