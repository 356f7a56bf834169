import type { About } from "./errors.ts";
import type { Failure } from "./failure.ts";
import type { Safety } from "./retry.ts";
import type { Call } from "./transport.ts";

export interface SessionRequest extends About {
  /** For messages: `insert shop.products`. */
  readonly operation: string;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** What it would do to send it once more. @default "read" for GET, "unsafe" for the others */
  readonly safety?: Safety;
  /** How often it was sent before, in another document. @default 0 */
  readonly attempts?: number;
  /** How many operations the document has. @default 1 */
  readonly operations?: number;
  /** The answer may be large: it is asked for compressed. */
  readonly paged?: boolean;
  /** Looks into an answer for a failure that the status does not show. */
  readonly accept?: (answer: Answer) => Failure | undefined;
}

export interface Answer {
  readonly status: number;
  /** Undefined when the answer has no body. */
  readonly json: unknown;
  readonly requestId: string;
  /** How often the call has been sent, as errors count it; a session of the app's own need not say. */
  readonly attempts?: number;
}

/**
 * Sends a request, as often as it takes, and gives what came of it. Never throws for what the service or the network does, but
 * for what ends a call before it is sent: no token to be had, a closed session, a signal, whose reason is thrown as it is.
 *
 * @param until when the call gives up, by the monotonic clock
 */
export type Exchange = (request: SessionRequest, until?: number) => Promise<Answer | Failure>;
