/**
 * Why one attempt of a call has no answer: what is known of it, and how to make an error of that.
 *
 * The error is made when somebody gets it, with what is known by then, so that each write of a document gets one of its
 * own, and attempts that are repeated cost no stack.
 */
import type { Outcome, ServiceError, ServiceErrorOptions } from "./errors.ts";

export interface Failure {
  readonly outcome: Outcome;
  /** A later attempt may fare better: it was the moment, not the request. */
  readonly transient: boolean;
  /** The service says that it has too much to do. */
  readonly throttled?: boolean;
  /** The time ran out. */
  readonly late?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status, when that is what failed. */
  readonly status?: number;
  /** Of a refused document: what the service has against a line of it, if anything. */
  readonly ofLine?: (line: number) => Failure | undefined;
  readonly raise: (known: ServiceErrorOptions) => ServiceError;
}

/** An answer may have a member `raise`, but JSON holds no functions. */
export function isFailure(value: object): value is Failure {
  return "raise" in value && typeof value.raise === "function";
}
