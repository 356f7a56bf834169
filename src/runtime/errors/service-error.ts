/** The base of every error of a call. */

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
  | "page-state"
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
  /** One for each attempt, in order, and one more for a retry with a new token. */
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
