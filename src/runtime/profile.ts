import { headers, routes, tokenIdleMs } from "./protocol/routes.ts";

/** What one family of services has of its own: where it creates tokens, and how it wants to see them. */
export interface Profile {
  readonly tokenHeader: string;
  readonly requestIdHeader: string;
  readonly authPath: string;
  /** A token dies after this many milliseconds without a call. */
  readonly tokenIdleMs: number;
  /**
   * A token is renewed this many milliseconds before it would die: a service may note its use up to a minute late.
   * @see runtime 0.1
   */
  readonly renewMarginMs: number;
}

/** The service of the service document, and ours. */
export const serviceProfile: Profile = {
  tokenHeader: headers.token,
  requestIdHeader: headers.requestId,
  authPath: routes.auth,
  tokenIdleMs,
  renewMarginMs: 90_000,
};
