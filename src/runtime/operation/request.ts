import type { About } from "../errors/errors.ts";
import type { Show } from "../errors/redact.ts";
import type { Call } from "../transport/transport.ts";

/**
 * What a retry does if the first attempt was executed: a `read` and a `safe` write are idempotent, an `unsafe` write is
 * not.
 * @see runtime 2.7
 */
export type Safety = "read" | "safe" | "unsafe";

export interface SessionRequest extends About {
  /** For messages: `insert shop.products`. */
  readonly operation: string;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** @default "read" for GET, "unsafe" for the others */
  readonly safety?: Safety;
  /** The response may be large: it is requested compressed. @default false */
  readonly paged?: boolean;
}

export interface Answer {
  readonly status: number;
  /** Undefined if the response has no body. */
  readonly json: unknown;
  readonly requestId: string;
  /** Removes secrets from a text of the body. @default the text itself */
  readonly show?: Show;
}
