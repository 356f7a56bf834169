/** A token, and what is reported of it. */
import type { Secret } from "../errors/failure.ts";

/** A token and the number of its adoption, which distinguishes a late 401 from one for the present token. */
export interface Token {
  readonly secret: Secret;
  readonly generation: number;
}

/** A token with the instant at which a call was sent that the service accepted. */
export interface UsedToken {
  readonly secret: Secret;
  /** By the wall clock. */
  readonly created: number;
  wall: number;
  monotonic: number;
}

/** Whether a header can hold this text. Any other token would fail every call, and could smuggle in headers of its own. */
export function isHeaderText(value: unknown): value is string {
  return typeof value === "string" && /^[\x20-\x7e]+$/.test(value);
}

/** Why a token is created. */
export type TokenReason =
  /** There is none yet. */
  | "first"
  /** The previous one has not been used for long. */
  | "idle"
  /** The service refused the previous one, with 401. */
  | "rejected"
  /** The previous attempt failed, of this creation or of an earlier one. */
  | "retry"
  /** The app called `reconnect`. */
  | "reconnect";

/**
 * What has happened to a session's token, for `onToken`; never the token itself.
 *
 * `{ kind: "created", generation: 1, reason: "first", attempt: 1, tookMs: 48 }`
 */
export interface TokenNews {
  readonly kind: TokenNewsKind;
  /** Which token it is about, by its number: 1 is the session's first, 0 means that there was none yet. */
  readonly generation: number;
  /**
   * Why a token was requested. Undefined if none was being requested: for a token that another tab sent, and usually for `refused`
   * and `forgotten`.
   */
  readonly reason?: TokenReason;
  /** At which attempt, from 1; 0 if only the store was read. Undefined as `reason` is. */
  readonly attempt?: number;
  /** Milliseconds since it was requested, earlier attempts and the pauses between them included. Undefined as `reason` is. */
  readonly tookMs?: number;
  /** The error of `renewal-failed`; it contains no secret. */
  readonly error?: unknown;
}

export type TokenNewsKind =
  /** The service has created it, or the app's own function has given it. */
  | "created"
  /** Another session or process has created it: it was in the token store. */
  | "adopted"
  /** An attempt to create one has failed; another may follow. The present token stays in use until it expires. */
  | "renewal-failed"
  /** The service has refused it, with 401. Another follows, unless there were too many recently. */
  | "refused"
  /** The user has signed out. */
  | "forgotten";
