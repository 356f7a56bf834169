/**
 * The failure of one attempt of a call, and how to make an error of it.
 *
 * The error is created when it is needed, with what is known by then, so that each write of a document gets its own
 * error, and retried attempts cost no stack trace.
 */
import type { Outcome, ServiceError, ServiceErrorOptions } from "./service-error.ts";

export interface Failure {
  readonly outcome: Outcome;
  /** Temporary: a later attempt may succeed. */
  readonly transient: boolean;
  /** The service reports that it is overloaded. */
  readonly throttled?: boolean;
  /** The attempt timed out. */
  readonly late?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status, if the status is the failure. */
  readonly status?: number;
  /** For a rejected document: the rejected lines, if the service names them. */
  readonly ofLine?: (line: number) => Failure | undefined;
  readonly raise: (known: ServiceErrorOptions) => ServiceError;
}

/** A response may have a member `raise`, but JSON holds no functions. */
export function isFailure(value: object): value is Failure {
  return "raise" in value && typeof value.raise === "function";
}

/** Whether an HTTP status is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
