/**
 * The errors of a call: one class per cause, each with a code that never changes.
 *
 * Recognize an error by `code` rather than by `instanceof` if two copies of the package may be installed. Messages name
 * the operation, the cause and the request ID, and never contain tokens, passwords or written values.
 */

/** The outcome of a failed write. */
export type Outcome =
  /** The service never saw it. */
  | "not-sent"
  /** The service rejected it and did nothing. */
  | "refused"
  /** It may have been applied: the response was lost. */
  | "unknown";

/** The outcome in an error; read by its member, since two installed copies of the package do not share classes. */
export function outcomeOf(error: unknown): Outcome | undefined {
  return error instanceof Error && "outcome" in error ? (error.outcome as Outcome | undefined) : undefined;
}

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
  | "payload-too-large"
  | "rate-limit"
  | "server"
  | "document-rejected"
  | "field"
  | "protocol"
  | "credentials"
  | "token-request"
  | "outcome-unknown"
  | "condition-not-met"
  | "bulk"
  | "definitions";

/** The subject of a call, for errors and hooks. */
export interface About {
  /** The operation: `insert shop.products`. */
  readonly operation?: string | undefined;
  readonly keyspace?: string | undefined;
  readonly table?: string | undefined;
}

export interface ServiceErrorOptions extends About {
  /** The ID that was sent with the last attempt, or the one that the service returned. */
  readonly requestId?: string | undefined;
  /** One for each attempt, in order. */
  readonly requestIds?: readonly string[] | undefined;
  /** How often it was sent; a retry with a new token does not count. */
  readonly attempts?: number | undefined;
  /** How long it waited between attempts, in milliseconds. */
  readonly totalDelayMs?: number | undefined;
  /** Why it was not retried although that would have been safe. */
  readonly retriesExhaustedBy?: "attempts" | "budget" | "deadline" | undefined;
  readonly status?: number | undefined;
  readonly outcome?: Outcome | undefined;
  /** How long another attempt is useless, if known. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class ServiceError extends Error implements ServiceErrorOptions {
  override readonly name: string = "ServiceError";
  readonly code: ErrorCode;
  declare readonly operation: string | undefined;
  declare readonly keyspace: string | undefined;
  declare readonly table: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly requestIds: readonly string[] | undefined;
  declare readonly attempts: number | undefined;
  declare readonly totalDelayMs: number | undefined;
  declare readonly retriesExhaustedBy: ServiceErrorOptions["retriesExhaustedBy"];
  /** The HTTP status, if there was a response. */
  declare readonly status: number | undefined;
  declare readonly outcome: Outcome | undefined;
  declare readonly retryAfterMs: number | undefined;

  /** @param reason one clause without a final stop: `HTTP 404, table 'x' not found` */
  constructor(code: ErrorCode, reason: string, { cause, ...known }: ServiceErrorOptions = {}) {
    const { operation, attempts = 1, requestId } = known;
    const tried = [attempts > 1 && `attempt ${attempts}`, requestId && `request ${requestId}`]
      .filter(Boolean)
      .join(", ");
    super(
      `${operation ? `${operation} failed: ` : ""}${reason}${tried && ` (${tried})`}`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    // Always present: they identify our errors.
    Object.assign(this, { outcome: undefined, requestId }, known);
  }
}

/** Invalid options of the session or a call; nothing was sent. */
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

/** A value does not fit its column: for a write nothing was sent, for a read the response is invalid. */
export class ValidationError extends ServiceError {
  override readonly name: string = "ValidationError";
  readonly direction: "in" | "out";
  /** The place in the value: `["price"]`. */
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

/** There is no response: `ConnectError`, `ConnectionLostError` or `TimeoutError`. */
export class TransportError extends ServiceError {
  override readonly name: string = "TransportError";
}

/** No connection to the service, which never saw the call. */
export class ConnectError extends TransportError {
  override readonly name: string = "ConnectError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connect", reason, { outcome: "not-sent", ...options });
  }
}

/** The connection broke before the response arrived; a write may have been applied. */
export class ConnectionLostError extends TransportError {
  override readonly name: string = "ConnectionLostError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connection-lost", reason, { outcome: "unknown", ...options });
  }
}

/** The phase of a timeout: waiting for other calls, a token, a connection, the response, or its body. */
export type TimeoutPhase = "queue" | "token" | "connect" | "response" | "body";

const missedIn: Readonly<Record<TimeoutPhase, string>> = {
  queue: "it could not be sent",
  token: "no token",
  connect: "no connection",
  response: "no response",
  body: "incomplete response",
};

/** The call timed out; `outcome` says whether a write may have been applied. */
export class TimeoutError extends TransportError {
  override readonly name: string = "TimeoutError";
  readonly phase: TimeoutPhase;

  constructor(phase: TimeoutPhase, timeoutMs: number, options?: ServiceErrorOptions) {
    super("timeout", `${missedIn[phase]} within ${Math.round(timeoutMs)} ms`, {
      outcome: phase === "response" || phase === "body" ? "unknown" : "not-sent",
      ...options,
    });
    this.phase = phase;
  }
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  413: "payload-too-large",
  429: "rate-limit",
};

/** The service responded with an error status; the common ones have classes below. */
export class HttpError extends ServiceError {
  override readonly name: string = "HttpError";

  /** @param description the service's own message, if any */
  constructor(status: number, description: string | undefined, options?: ServiceErrorOptions) {
    // Some servers include `HTTP 404 Not Found` themselves.
    const said = description?.replace(/^HTTP \d{3} ?/, "") ?? "";
    super(codeOfStatus[status] ?? (status >= 500 ? "server" : "bad-request"), `HTTP ${status}${said && `, ${said}`}`, {
      status,
      ...options,
    });
  }
}

/** HTTP 400 and all others below 500 without a class of their own. */
export class BadRequestError extends HttpError {
  override readonly name: string = "BadRequestError";
}
/** HTTP 401 with a new token. */
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

/** The service rejected the document, or failed to execute one of its fields. */
export class GraphQLError extends ServiceError {
  override readonly name: string = "GraphQLError";
  /** The service's own messages, one per problem. */
  readonly problems: readonly string[];

  /** @param reason @default the first problem */
  constructor(
    code: "document-rejected" | "field",
    problems: readonly string[],
    options?: ServiceErrorOptions,
    reason: string = problems[0] || "the service gave no reason",
  ) {
    super(code, reason, { outcome: "refused", ...options });
    this.problems = problems;
  }
}

/** A GraphQL name in a document that the service does not know. */
export interface UnknownName {
  /** `insertThings`, or the API's name of a column. */
  readonly name: string;
  /** The type that lacks it, if the service names it. */
  readonly type: string | undefined;
}

/** The service rejected the document as a whole: nothing was executed. */
export class DocumentRejectedError extends GraphQLError {
  override readonly name: string = "DocumentRejectedError";
  /** The unknown names: the database may be older than the bindings. */
  readonly unknownNames: readonly UnknownName[];

  constructor(
    code: "document-rejected",
    problems: readonly string[],
    options: ServiceErrorOptions & { readonly unknownNames?: readonly UnknownName[] } = {},
    reason?: string,
  ) {
    super(code, problems, options, reason);
    this.unknownNames = options.unknownNames ?? [];
  }
}

/** The service failed to execute this operation; others of the same document may have been executed. */
export class FieldError extends GraphQLError {
  override readonly name: string = "FieldError";
}

/** The response does not follow the service's protocol, such as a proxy's HTML page. */
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

/** A token could not be created, for a reason other than the credentials. */
export class TokenRequestError extends ServiceError {
  override readonly name: string = "TokenRequestError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("token-request", reason, { outcome: "not-sent", ...options });
  }
}

/** What a row shows about a write with an unknown outcome. */
export interface Verified {
  /**
   * `"maybe-self"` if the row holds what was written, by this write or by another with the same values; `false` if it
   * does not; undefined if a row cannot show it, as with counters.
   */
  readonly applied: "maybe-self" | false | undefined;
  /** The current row, by member names; undefined if there is none. */
  readonly current: object | undefined;
}

/**
 * A write may have been applied, and a retry would not be safe: the write is an increment, has a condition, is marked
 * as contended, or its values expire soon. `cause` is the original failure.
 */
export class OutcomeUnknownError extends ServiceError {
  override readonly name: string = "OutcomeUnknownError";
  /** Reads the row and compares it with what was written. @throws {ServiceError} if it cannot be read */
  readonly verify: () => Promise<Verified>;

  constructor(cause: ServiceError, verify: () => Promise<Verified>) {
    const { operation, keyspace, table, requestId, requestIds, attempts, totalDelayMs, status } = cause;
    const known = { operation, keyspace, table, requestId, requestIds, attempts, totalDelayMs, status };
    super("outcome-unknown", "it may have been applied; verify() reads the row", {
      ...{ ...known, outcome: "unknown", cause },
    });
    this.verify = verify;
  }
}

/** A conditional write was not applied, but `requireApplied` requires it. */
export class ConditionNotMetError extends ServiceError {
  override readonly name: string = "ConditionNotMetError";
  /** The current row or columns, as in the write's result. */
  declare readonly current: unknown;

  constructor(current: unknown) {
    super("condition-not-met", "the condition of the write was not met", { outcome: "refused" });
    // It contains values of a row, which must not get into logs.
    Object.defineProperty(this, "current", { value: current, enumerable: false });
  }
}
