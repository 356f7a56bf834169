/** Why a token is created. */
export type TokenReason =
  /** There is none yet. */
  | "first"
  /** The previous one has not been used for long. */
  | "idle"
  /** The service answered 401. */
  | "rejected"
  /** The last creation failed. */
  | "retry";

/**
 * What has happened to a session's token, for `onToken`; never the token itself.
 *
 * `{ kind: "created", generation: 1, reason: "first", attempt: 1, tookMs: 48 }`
 */
export interface TokenNews {
  readonly kind: TokenNewsKind;
  /** Which token it is about, by its number: 1 is the session's first, 0 means that there was none yet. */
  readonly generation: number;
  /** Why a token was requested. Undefined without a request: `refused`, `forgotten`, a token that another tab sent. */
  readonly reason?: TokenReason;
  /** At which attempt, from 1; 0 when only the store was asked. Undefined as `reason` is. */
  readonly attempt?: number;
  /** Milliseconds since it was asked for, earlier attempts and the pauses between them included. Undefined as `reason` is. */
  readonly tookMs?: number;
  /** Of `renewal-failed`: why. Nothing secret is in it. */
  readonly error?: unknown;
}

export type TokenNewsKind =
  /** The service has created it, or the app's own function has given it. */
  | "created"
  /** Someone else has created it, and the token store knew. */
  | "adopted"
  /** An attempt to create one has failed; another may follow. The present token goes on to be used as long as it lives. */
  | "renewal-failed"
  /** The service has answered 401 to it. Another follows, unless there were too many of late. */
  | "refused"
  /** The user has signed out. */
  | "forgotten";
