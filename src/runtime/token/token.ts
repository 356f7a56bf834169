import type { Secret } from "../errors/secret.ts";

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
