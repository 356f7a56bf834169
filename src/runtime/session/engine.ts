import type { ServiceLink } from "../operation/request.ts";
import type { Transport } from "../transport/transport.ts";
import type { TryCall } from "./attempt-types.ts";
import type { Hedge } from "./hedge.ts";
import type { HookCaller } from "./hooks.ts";
import type { Origin } from "./origin.ts";

/** The state that the parts of one session share. */
export interface Engine extends ServiceLink {
  readonly tryCall: TryCall;
  /** Set once, when the engine is complete: a batch needs it. */
  addToBatch?: ServiceLink["addToBatch"];
  /** The service's base address. */
  readonly url: string;
  readonly transport: Transport;
  readonly origin: Origin;
  readonly hooks: HookCaller | undefined;
  readonly hedge: Hedge | undefined;
  /** How long one request may take, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** The state of a session before it can make calls. */
export type EngineParts = Omit<Engine, "call" | "tryCall" | "addToBatch">;

/** Sends the writes of a session together: what the option `batch` takes, and `batchWrites` makes. */
export type Batch = (engine: Engine) => NonNullable<ServiceLink["addToBatch"]>;
