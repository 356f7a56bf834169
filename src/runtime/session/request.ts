import type { About } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import type { Show } from "../errors/redact.ts";
import type { Safety } from "./retry.ts";
import type { Call } from "../transport/transport.ts";

export interface SessionRequest extends About {
  /** For messages: `insert shop.products`. */
  readonly operation: string;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** Sent as JSON; a function is asked for it at each attempt. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** What it would do to send it once more. @default "read" for GET, "unsafe" for the others */
  readonly safety?: Safety;
  /** What it has been through before, in another document. */
  readonly tried?: Tried | undefined;
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
  /** What people may see of a text in it. @default all of it, since who sends for a session of its own knows its secrets */
  readonly show?: Show;
  /** What it took; a session of the app's own need not say. */
  readonly tried?: Tried;
}

/** What a call has been through. */
export interface Tried {
  /** How often it was sent; again with another token does not count. */
  readonly attempts: number;
  readonly requestIds: readonly string[];
  /** Milliseconds between the attempts. */
  readonly totalDelayMs: number;
  /** The answer to one of them was lost, so the write may have been done, whatever came of the others. */
  readonly doubtful: boolean;
}

/**
 * Sends a request, as often as it takes, and gives what came of it. Never throws for what the service or the network does, but
 * for what ends a call before it is sent: no token to be had, a closed session, a signal, whose reason is thrown as it is.
 *
 * @param until when the call gives up, by the monotonic clock
 */
export type Exchange = (request: SessionRequest, until?: number) => Promise<Answer | Failure>;
