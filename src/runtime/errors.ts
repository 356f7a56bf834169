/**
 * Everything that can go wrong with a call: one class per cause, each with a code that never changes.
 *
 * Recognise an error by `code` rather than by `instanceof` where two copies of the package may be installed. Messages name
 * the operation, the cause and the request id; tokens, passwords and written values are never in them.
 */

/** What is known of a write that failed. */
export type Outcome =
  /** The service never saw it. */
  | "not-sent"
  /** The service saw it and did nothing. */
  | "refused"
  /** It may have been done: the answer was lost. */
  | "unknown";

export type ErrorCode =
  | "config"
  | "closed"
  | "validation"
  | "connect"
  | "connection-lost"
  | "timeout"
  | "bad-request"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "rate-limit"
  | "server"
  | "document-rejected"
  | "field"
  | "protocol"
  | "credentials"
  | "token-request";

export interface ServiceErrorOptions {
  /** What was being done: `insert shop.products`. */
  readonly operation?: string | undefined;
  /** The id that was sent as `x-service-request-id`. */
  readonly requestId?: string | undefined;
  readonly status?: number | undefined;
  readonly outcome?: Outcome | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class ServiceError extends Error {
  override readonly name: string = "ServiceError";
  readonly code: ErrorCode;
  readonly operation: string | undefined;
  readonly requestId: string | undefined;
  /** The HTTP status, when the service answered. */
  readonly status: number | undefined;
  readonly outcome: Outcome | undefined;
  /** For how long another attempt is of no use, when that is known. */
  readonly retryAfterMs: number | undefined;

  /** @param reason one clause without a final stop: `HTTP 404, table 'x' not found` */
  constructor(code: ErrorCode, reason: string, options: ServiceErrorOptions = {}) {
    const head = options.operation === undefined ? reason : `${options.operation} failed: ${reason}`;
    const message = options.requestId === undefined ? head : `${head} (request ${options.requestId})`;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.operation = options.operation;
    this.requestId = options.requestId;
    this.status = options.status;
    this.outcome = options.outcome;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The session or a call was set up wrongly; nothing was sent. */
export class ConfigError extends ServiceError {
  override readonly name: string = "ConfigError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("config", reason, { outcome: "not-sent", ...options });
  }
}

/** The session was closed. */
export class ClosedError extends ServiceError {
  override readonly name: string = "ClosedError";
  constructor(options?: ServiceErrorOptions) {
    super("closed", "the session is closed", { outcome: "not-sent", ...options });
  }
}

/** A value is not what its column holds: on the way in nothing was sent, on the way out the answer cannot be used. */
export class ValidationError extends ServiceError {
  override readonly name: string = "ValidationError";
  readonly direction: "in" | "out";
  /** Where in the value: `["price"]`. */
  readonly path: readonly (string | number)[];

  constructor(
    direction: "in" | "out",
    path: readonly (string | number)[],
    reason: string,
    options?: ServiceErrorOptions,
  ) {
    super("validation", reason, { ...(direction === "in" && { outcome: "not-sent" as const }), ...options });
    this.direction = direction;
    this.path = path;
  }
}

/** No connection to the service; it never saw the call. */
export class ConnectError extends ServiceError {
  override readonly name: string = "ConnectError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connect", reason, { outcome: "not-sent", ...options });
  }
}

/** The connection broke before the answer was there; a write may have been done. */
export class ConnectionLostError extends ServiceError {
  override readonly name: string = "ConnectionLostError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connection-lost", reason, { outcome: "unknown", ...options });
  }
}

/** No answer in time; a write may have been done, unless the time ran out while waiting for a token. */
export class TimeoutError extends ServiceError {
  override readonly name: string = "TimeoutError";
  readonly phase: "token" | "response";

  constructor(phase: "token" | "response", timeoutMs: number, options?: ServiceErrorOptions) {
    const what = phase === "token" ? "no token" : "no answer";
    super("timeout", `${what} within ${timeoutMs} ms`, {
      outcome: phase === "token" ? "not-sent" : "unknown",
      ...options,
    });
    this.phase = phase;
  }
}

const codeOfStatus = new Map<number, ErrorCode>([
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [409, "conflict"],
  [429, "rate-limit"],
]);

/** The service answered with a status that is no success. `code` tells which: `not-found`, `unauthorized`, `server`, … */
export class HttpError extends ServiceError {
  override readonly name: string = "HttpError";

  /** @param description what the service said, if it did */
  constructor(status: number, description: string | undefined, options?: ServiceErrorOptions) {
    const code = codeOfStatus.get(status) ?? (status >= 500 ? "server" : "bad-request");
    // Some servers say `HTTP 404 Not Found` themselves.
    const said = description?.replace(/^HTTP \d{3} ?/, "") ?? "";
    const reason = said === "" ? `HTTP ${status}` : `HTTP ${status}, ${said}`;
    super(code, reason, {
      outcome: status >= 500 || status === 408 || status === 429 ? "unknown" : "refused",
      status,
      ...options,
    });
  }
}

/** The service understood the request but not the document, or could not do one of its fields. */
export class GraphQLError extends ServiceError {
  override readonly name: string = "GraphQLError";
  /** The service's own words, one per problem. */
  readonly problems: readonly string[];

  constructor(code: "document-rejected" | "field", problems: readonly string[], options?: ServiceErrorOptions) {
    super(code, problems[0] ?? "the service gave no reason", { outcome: "refused", ...options });
    this.problems = problems;
  }
}

/** The answer is not what the service's description promises, say a proxy's HTML page. */
export class ProtocolError extends ServiceError {
  override readonly name: string = "ProtocolError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("protocol", reason, { outcome: "unknown", ...options });
  }
}

/** The service refused the username or the password. */
export class CredentialsError extends ServiceError {
  override readonly name: string = "CredentialsError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("credentials", reason, { outcome: "not-sent", ...options });
  }
}

/** A token could not be created, for another reason than the credentials. */
export class TokenRequestError extends ServiceError {
  override readonly name: string = "TokenRequestError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("token-request", reason, { outcome: "not-sent", ...options });
  }
}
