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
import type { Reply } from "../transport/transport.ts";

const classOfStatus: Readonly<Record<number, typeof HttpError>> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  429: RateLimitError,
};

/** The error of an HTTP status. @param description what the service said, if it did */
export function httpError(status: number, description: string | undefined, options?: ServiceErrorOptions): HttpError {
  const Class = classOfStatus[status] ?? (status >= 500 ? ServerError : BadRequestError);
  return new Class(status, description, { outcome: outcomeOfStatus(status), ...options });
}

/** Statuses that a service answers before it does anything; all others may come after. @see runtime 2.6 */
export function outcomeOfStatus(status: number): Outcome {
  return status < 500 && status !== 408 && status !== 429 ? "refused" : "unknown";
}

/**
 * How long the service wants to be left alone, in milliseconds: by `retry-after-ms`, or by `retry-after` in seconds or as a
 * date, which is taken by the service's own clock. Undefined when it does not say, or says what nobody can read.
 */
export function retryAfterOf({ header }: Reply): number | undefined {
  const text = header("retry-after")?.trim();
  const seconds = text ? Number(text) : NaN;
  const sinceAnswer = (): number => Date.parse(text ?? "") - Date.parse(header("date") ?? "");
  const inMs = header("retry-after-ms")?.trim();
  const waitMs = inMs ? Number(inMs) : Number.isFinite(seconds) ? seconds * 1000 : sinceAnswer();
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined;
}
