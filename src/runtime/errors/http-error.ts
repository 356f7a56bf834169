import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from "./errors.ts";
import type { Outcome, ServiceErrorOptions } from "./errors.ts";

const classOfStatus = new Map<number, typeof HttpError>([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [413, PayloadTooLargeError],
  [429, RateLimitError],
]);

/** The error of an HTTP status. @param description what the service said, if it did */
export function httpError(status: number, description: string | undefined, options?: ServiceErrorOptions): HttpError {
  const Class = classOfStatus.get(status) ?? (status >= 500 ? ServerError : BadRequestError);
  return new Class(status, description, { outcome: outcomeOfStatus(status), ...options });
}

/** Statuses that a service answers before it does anything; all others may come after. @see runtime 2.6 */
export function outcomeOfStatus(status: number): Outcome {
  return status < 500 && status !== 408 && status !== 429 ? "refused" : "unknown";
}
