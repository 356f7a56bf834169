import type { Clock } from "../clock/clock.ts";
import type { Profile } from "../profile/profile.ts";
import type { CheckedWrite } from "./checked-write.ts";
import type { Written } from "./operation-input.ts";
import type { CallRequest } from "./request.ts";

/** What a session with a service offers to the operations that it sends. */
export interface ServiceLink {
  readonly profile: Profile;
  readonly clock: Clock;
  /** The session's own keyspace, which documents without a keyspace in their path mean. */
  readonly keyspace: string | undefined;
  /** How long a call may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** Fires when the session is closed. */
  readonly closing: AbortSignal;
  /** Makes a call that begins now. @throws what ends it, after reporting it to the hooks */
  readonly exchange: <T extends object>(request: CallRequest<T>) => Promise<T>;
  /** Sends a write together with others, as this field of a document; undefined if the session does not batch. */
  readonly addToBatch?: ((write: CheckedWrite, field: string) => Promise<Written>) | undefined;
  /** Whether that document is atomic: even a write of many rows has its place in it. @default false */
  readonly isAtomic?: boolean;
}
