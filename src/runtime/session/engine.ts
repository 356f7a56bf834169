import type { Clock } from "../clock/clock.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Written } from "../operation/operation.ts";
import type { Profile } from "../profile/profile.ts";
import type { Transport } from "../transport/transport.ts";
import type { MakeCall } from "./call-request.ts";
import type { Hedge } from "./hedge.ts";
import type { HookTeller } from "./hooks.ts";
import type { Origin } from "./origin.ts";

/** What the parts of one session share. */
export interface Engine {
  readonly call: MakeCall;
  /** The service's base address. */
  readonly url: string;
  /** The session's own keyspace, which documents without a keyspace in their path mean. */
  readonly keyspace: string | undefined;
  readonly profile: Profile;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly origin: Origin;
  readonly hooks: HookTeller;
  readonly hedge: Hedge | undefined;
  readonly showBodies: boolean;
  /** How long one request may take, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** How long a call may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** At least 0, less than 1. */
  readonly random: () => number;
  /** Fires when the session is closed. */
  readonly closing: AbortSignal;
}

/** Sends the writes of a session together: what the option `batch` takes, and `batchWrites` makes. */
export type Batch = (engine: Engine) => (write: CheckedWrite, field: string) => Promise<Written>;
