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
} from "./status-errors.ts";
import type { Outcome, ServiceErrorOptions } from "./service-error.ts";
import type { Reply } from "../transport/transport.ts";

const classOfStatus: Readonly<Record<number, typeof HttpError>> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  429: RateLimitError,
};

/** Creates the error of an HTTP status. @param description the service's own message, if any */
export function httpError(status: number, description: string | undefined, options?: ServiceErrorOptions): HttpError {
  const Class = classOfStatus[status] ?? (status >= 500 ? ServerError : BadRequestError);
  return new Class(status, description, { outcome: outcomeOfStatus(status), ...options });
}

/** Statuses that a service returns before it executes anything; all others may come later. */
export function outcomeOfStatus(status: number): Outcome {
  return status < 500 && status !== 408 && status !== 429 ? "refused" : "unknown";
}

/**
 * How long to wait before a retry, in milliseconds: from `retry-after-ms`, or from `retry-after` in seconds or as a
 * date by the service's own clock. Undefined if absent or invalid.
 */
export function retryAfterOf({ header }: Reply): number | undefined {
  const text = header("retry-after")?.trim();
  const seconds = text ? Number(text) : NaN;
  const sinceAnswer = (): number => Date.parse(text ?? "") - Date.parse(header("date") ?? "");
  const inMs = header("retry-after-ms")?.trim();
  const waitMs = inMs ? Number(inMs) : Number.isFinite(seconds) ? seconds * 1000 : sinceAnswer();
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined;
}
