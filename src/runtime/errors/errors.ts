/**
 * The errors of a call: one class per cause, each with a code that never changes.
 *
 * Recognize an error by `code` rather than by `instanceof` if two copies of the package may be installed. Messages name
 * the operation, the cause and the request ID, and never contain tokens, passwords or written text of eight characters and
 * more.
 */
import { ServiceError } from "./service-error.ts";
import type { ServiceErrorOptions } from "./service-error.ts";

export * from "./service-error.ts";
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from "./http-error.ts";

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

/** No response arrived: `ConnectError`, `ConnectionLostError` or `TimeoutError`. */
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

/** The phase of a timeout: waiting for other calls, a token, a connection, the response, its body, or a page with a row. */
export type TimeoutPhase = "queue" | "token" | "connect" | "response" | "body" | "pages";

const missedIn: Readonly<Record<TimeoutPhase, string>> = {
  queue: "it could not be sent",
  token: "no token",
  connect: "no connection",
  response: "no response",
  body: "incomplete response",
  pages: "only empty pages and no row",
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

/** The evidence of a row about a write with an unknown outcome. */
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
 * as contended, or its values expire soon. `cause` is the original failure. `verify(error)` reads the row.
 */
export class OutcomeUnknownError extends ServiceError {
  override readonly name: string = "OutcomeUnknownError";
  /** For `verify`: a `LostWrite`. A function, because it contains values of a row, which must not get into logs. */
  readonly lost: () => object;

  constructor(cause: ServiceError, lost: () => object) {
    // All that is known of the call.
    const { name: _, code: __, ...known } = cause;
    super("outcome-unknown", "it may have been applied; verify(error) reads the row", {
      ...known,
      outcome: "unknown",
      cause,
    });
    this.lost = lost;
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

/** The service rejected the document, or failed to execute one of its fields. */
export class GraphQLError extends ServiceError {
  override readonly name: string = "GraphQLError";
  /** The service's own messages, one per problem. */
  readonly problems: readonly string[];

  /** @param reason @default the first problem */
  constructor(
    code: "document-rejected" | "field" | "page-state",
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
  /** Whether the database lacks the table: all operations on it fail alike. */
  readonly lacksTable: boolean;

  constructor(
    code: "document-rejected",
    problems: readonly string[],
    options: ServiceErrorOptions & {
      readonly unknownNames?: readonly UnknownName[];
      readonly lacksTable?: boolean;
    } = {},
    reason?: string,
  ) {
    super(code, problems, options, reason);
    this.unknownNames = options.unknownNames ?? [];
    this.lacksTable = options.lacksTable ?? false;
  }
}

/**
 * The service failed to execute this operation; others of the same document may have been executed. Its code is
 * `page-state` if the page state is not valid, which an app may have from a URL.
 */
export class FieldError extends GraphQLError {
  override readonly name: string = "FieldError";
}
