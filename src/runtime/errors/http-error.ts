/** Errors of HTTP statuses: a class for each common one, which of them a status has, and what it says of the outcome. */
import type { Reply } from "../transport/transport.ts";
import { ServiceError } from "./service-error.ts";
import type { ErrorCode, Outcome, ServiceErrorOptions } from "./service-error.ts";

/** The service responded with an error status; the common ones have classes below. */
export class HttpError extends ServiceError {
  override readonly name: string = "HttpError";

  /** @param description the service's own message, if any */
  constructor(status: number, description: string | undefined, options?: ServiceErrorOptions) {
    // Some servers include `HTTP 404 Not Found` themselves.
    const said = description?.replace(/^HTTP \d{3} ?/, "") ?? "";
    super(common[status]?.[0] ?? (status >= 500 ? "server" : "bad-request"), `HTTP ${status}${said && `, ${said}`}`, {
      status,
      ...options,
    });
  }
}

/** HTTP 400 and all others below 500 without a class of their own. */
export class BadRequestError extends HttpError {
  override readonly name: string = "BadRequestError";
}
/** HTTP 401, also with a new token. */
export class UnauthorizedError extends HttpError {
  override readonly name: string = "UnauthorizedError";
}
/** HTTP 403: the user lacks the right to do this. */
export class ForbiddenError extends HttpError {
  override readonly name: string = "ForbiddenError";
}
/** HTTP 404. */
export class NotFoundError extends HttpError {
  override readonly name: string = "NotFoundError";
}
/** HTTP 409. */
export class ConflictError extends HttpError {
  override readonly name: string = "ConflictError";
}
/** HTTP 413. */
export class PayloadTooLargeError extends HttpError {
  override readonly name: string = "PayloadTooLargeError";
}
/** HTTP 429, the rate limit; `retryAfterMs` is the delay that the service asked for, if any. */
export class RateLimitError extends HttpError {
  override readonly name: string = "RateLimitError";
}
/** HTTP 500 to 599. */
export class ServerError extends HttpError {
  override readonly name: string = "ServerError";
}

/** Statuses with a class of their own. */
const common: Readonly<Record<number, readonly [ErrorCode, typeof HttpError]>> = {
  401: ["unauthorized", UnauthorizedError],
  403: ["forbidden", ForbiddenError],
  404: ["not-found", NotFoundError],
  409: ["conflict", ConflictError],
  413: ["payload-too-large", PayloadTooLargeError],
  429: ["rate-limit", RateLimitError],
};

/** Creates the error of an HTTP status. @param description the service's own message, if any */
export function httpError(status: number, description: string | undefined, options?: ServiceErrorOptions): HttpError {
  const Class = common[status]?.[1] ?? (status >= 500 ? ServerError : BadRequestError);
  return new Class(status, description, { outcome: outcomeOfStatus(status), ...options });
}

/** Statuses that a service returns before it executes anything; all others may come later. */
export function outcomeOfStatus(status: number): Outcome {
  return status < 500 && status !== 408 && status !== 429 ? "refused" : "unknown";
}

/**
 * How long to wait before a retry, in milliseconds: the first that is valid of `retry-after-ms`, `retry-after` in seconds, and
 * `retry-after` as a date, compared with the date of the response since both are by the service's own clock.
 */
export function retryAfterOf(reply: Reply): number | undefined {
  const [inMs, after] = ["retry-after-ms", "retry-after"].map((name) => reply.header(name)?.trim() || NaN);
  const untilDate = Date.parse(String(after)) - Date.parse(reply.header("date") ?? "");
  return [Number(inMs), Number(after) * 1000, untilDate].find((waitMs) => Number.isFinite(waitMs) && waitMs >= 0);
}
