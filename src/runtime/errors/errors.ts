/**
 * The errors of a call: one class per cause, each with a code that never changes.
 *
 * Recognize an error by `code` rather than by `instanceof` if two copies of the package may be installed. Messages name
 * the operation, the cause and the request ID, and never contain tokens, passwords or written text of eight characters and
 * more.
 */
import { ServiceError } from "./service-error.ts";
import type { ServiceErrorOptions } from "./service-error.ts";

export * from "./graphql-errors.ts";
export * from "./service-error.ts";
export * from "./status-errors.ts";
export * from "./transport-errors.ts";
export * from "./write-errors.ts";

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
