import type { About } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import type { Show } from "../errors/redact.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { Call } from "../transport/transport.ts";
import type { Clock } from "../clock/clock.ts";
import type { Profile } from "../profile/profile.ts";
import type { CheckedWrite } from "./checked-write.ts";
import type { Written } from "./operation-input.ts";

/**
 * The effect of a retry if the first attempt was executed: a `read` and a `safe` write are idempotent, an `unsafe` write is
 * not.
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

/** One call, with the text of its body; `T` is what its caller gets of the response. */
export interface CallRequest<T = Answer> {
  readonly about: OperationAbout;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** A function is called before each attempt. */
  readonly body: string | (() => string) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly safety: Safety;
  /** How many operations the document has. */
  readonly operations: number;
  /** The response may be large: it is requested compressed. */
  readonly paged: boolean;
  /** How long it may take in all, in milliseconds. @default the session's */
  readonly deadlineMs?: number | undefined;
  /** Replaces an error before the caller gets it. @default the error itself */
  readonly explain?: ((error: unknown) => unknown) | undefined;
  /** The advice after a response with an error status. */
  readonly advice?: ((status: number) => string | undefined) | undefined;
  /** Reads a response, which may hold a failure that its status does not show. @default the response itself */
  readonly accept?: ((answer: Answer) => T | Failure) | undefined;
}

/** The interface of a session with a service for the operations that it sends. */
export interface ServiceLink {
  readonly profile: Profile;
  readonly clock: Clock;
  /** The session's own keyspace, which documents without a keyspace in their path mean. */
  readonly keyspace: string | undefined;
  /** How long a call may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** Fires when the session is closed. */
  readonly closing: AbortSignal;
  /** Makes a call that begins now. @throws what ends it, after reporting it to the hooks */
  readonly call: <T extends object>(request: CallRequest<T>) => Promise<T>;
  /** Sends a write together with others, as this field of a document; undefined if the session does not batch. */
  readonly addToBatch?: ((write: CheckedWrite, field: string) => Promise<Written>) | undefined;
  /** Whether that document is atomic: even a write of many rows has its place in it. @default false */
  readonly isAtomic?: boolean;
}
