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

/** What an error says of a write; by its member, since two installed copies of the package share no class. */
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

/** What a call is about, as its errors and the hooks tell it. */
export interface About {
  /** What is being done: `insert shop.products`. */
  readonly operation?: string | undefined;
  readonly keyspace?: string | undefined;
  readonly table?: string | undefined;
}

export interface ServiceErrorOptions extends About {
  /** The id that was sent with the last attempt, or the one that the service gave back. */
  readonly requestId?: string | undefined;
  /** One for each attempt, in order. */
  readonly requestIds?: readonly string[] | undefined;
  /** How often it was sent; a call that was refused for its token and sent again with another counts once. */
  readonly attempts?: number | undefined;
  /** How long it waited between attempts, in milliseconds. */
  readonly totalDelayMs?: number | undefined;
  /** Why it was not sent once more although that would have been safe. */
  readonly retriesExhaustedBy?: "attempts" | "budget" | "deadline" | undefined;
  readonly status?: number | undefined;
  readonly outcome?: Outcome | undefined;
  /** For how long another attempt is of no use, when that is known. */
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
  /** The HTTP status, when the service answered. */
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
    // These two are always there: by them an error of ours is known among others.
    Object.assign(this, { outcome: undefined, requestId }, known);
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

/** There is no answer: `ConnectError`, `ConnectionLostError` or `TimeoutError`. */
export class TransportError extends ServiceError {
  override readonly name: string = "TransportError";
}

/** No connection to the service; it never saw the call. */
export class ConnectError extends TransportError {
  override readonly name: string = "ConnectError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connect", reason, { outcome: "not-sent", ...options });
  }
}

/** The connection broke before the answer was there; a write may have been done. */
export class ConnectionLostError extends TransportError {
  override readonly name: string = "ConnectionLostError";
  constructor(reason: string, options?: ServiceErrorOptions) {
    super("connection-lost", reason, { outcome: "unknown", ...options });
  }
}

/** Where the time ran out: waiting for other calls, for a token, for a connection, for the answer, for the rest of it. */
export type TimeoutPhase = "queue" | "token" | "connect" | "response" | "body";

const missedIn: Readonly<Record<TimeoutPhase, string>> = {
  queue: "it could not be sent",
  token: "no token",
  connect: "no connection",
  response: "no answer",
  body: "no whole answer",
};

/** No answer in time; a write may have been done if the call was sent, which `outcome` tells. */
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

/** The service answered with a status that is no success; each status that means something has a class below. */
export class HttpError extends ServiceError {
  override readonly name: string = "HttpError";

  /** @param description what the service said, if it did */
  constructor(status: number, description: string | undefined, options?: ServiceErrorOptions) {
    // Some servers say `HTTP 404 Not Found` themselves.
    const said = description?.replace(/^HTTP \d{3} ?/, "") ?? "";
    super(codeOfStatus[status] ?? (status >= 500 ? "server" : "bad-request"), `HTTP ${status}${said && `, ${said}`}`, {
      status,
      ...options,
    });
  }
}

/** HTTP 400 and all others below 500 that have no class of their own. */
export class BadRequestError extends HttpError {
  override readonly name: string = "BadRequestError";
}
/** HTTP 401, with a token that was new. */
export class UnauthorizedError extends HttpError {
  override readonly name: string = "UnauthorizedError";
}
/** HTTP 403: the user may not do this. */
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
/** HTTP 429; `retryAfterMs` tells for how long the service wants to be left alone, if it said so. */
export class RateLimitError extends HttpError {
  override readonly name: string = "RateLimitError";
}
/** HTTP 500 to 599. */
export class ServerError extends HttpError {
  override readonly name: string = "ServerError";
}

/** The service understood the request but not the document, or could not do one of its fields. */
export class GraphQLError extends ServiceError {
  override readonly name: string = "GraphQLError";
  /** The service's own words, one per problem. */
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

/** A name of the service's GraphQL that a document has and the service does not know. */
export interface UnknownName {
  /** `insertThings`, or the API's name of a column. */
  readonly name: string;
  /** The type that lacks it, where the service says so. */
  readonly type: string | undefined;
}

/** The service refused the document as a whole: nothing was done. */
export class DocumentRejectedError extends GraphQLError {
  override readonly name: string = "DocumentRejectedError";
  /** What the service does not know of it: the database may be older than the bindings. */
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

/** The service could not do this operation; others of the same document may have been done. */
export class FieldError extends GraphQLError {
  override readonly name: string = "FieldError";
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

/** What a row says of a write whose outcome is not known. */
export interface Verified {
  /**
   * `"maybe-self"` when the row holds what was written, by this write or by another of the same values; `false` when it does
   * not; undefined when a row cannot tell, as with counters.
   */
  readonly applied: "maybe-self" | false | undefined;
  /** The row as it is now, by member names; undefined when there is none. */
  readonly current: object | undefined;
}

/**
 * A write may have been done, and it would not be safe to send it once more: it counts, it has a condition, it was said to be
 * contended, or its values vanish soon. `cause` is what happened.
 */
export class OutcomeUnknownError extends ServiceError {
  override readonly name: string = "OutcomeUnknownError";
  /** Reads the row and compares it with what was written. @throws {ServiceError} when it cannot be read */
  readonly verify: () => Promise<Verified>;

  constructor(cause: ServiceError, verify: () => Promise<Verified>) {
    const { operation, keyspace, table, requestId, requestIds, attempts, totalDelayMs, status } = cause;
    const known = { operation, keyspace, table, requestId, requestIds, attempts, totalDelayMs, status };
    super("outcome-unknown", "it may have been done; verify() reads what is there", {
      ...{ ...known, outcome: "unknown", cause },
    });
    this.verify = verify;
  }
}

/** A conditional write was not applied, where `requireApplied` said that it has to be. */
export class ConditionNotMetError extends ServiceError {
  override readonly name: string = "ConditionNotMetError";
  /** What stood in its way, as the write's result has it. */
  declare readonly current: unknown;

  constructor(current: unknown) {
    super("condition-not-met", "the condition of the write was not met", { outcome: "refused" });
    // It holds values of a row, which nobody wants in a log.
    Object.defineProperty(this, "current", { value: current, enumerable: false });
  }
}
