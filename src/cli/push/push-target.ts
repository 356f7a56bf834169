import type { Problem } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { LiveKeyspace } from "./plan-push.ts";
import type { Step } from "./step.ts";

/** Where definitions are pushed to. */
export interface PushTarget {
  /** As a sentence names it: `the cluster`. */
  readonly name: string;
  /** What is there; undefined where there is no such keyspace. Whatever cannot be told is taken from the definitions. */
  readonly see: (defined: Keyspace) => Promise<LiveKeyspace | undefined>;
  /** Finds out what it can do of the steps. Changes nothing. */
  readonly judge: (steps: readonly Step[]) => Promise<Judgement>;
  /** For `--dry-run`: a line or more that a person can copy. */
  readonly print: (step: Step) => string;
  /** For `--json`. */
  readonly document: (step: Step) => object;
  /** Creates one after the other. @throws {ColonnadeError} `push-stopped` at the first that is refused */
  readonly run: (steps: readonly Step[], onDone: (step: Step) => void) => Promise<void>;
}

export interface Judgement {
  /** What it can do, in the same order. */
  readonly steps: readonly Step[];
  /** What it cannot do and nothing else works without. */
  readonly refused: readonly Problem[];
  /** What somebody has to do in another way, as CQL. */
  readonly byHand: readonly ByHand[];
}

export interface ByHand {
  /** Why, as a sentence without a final stop. */
  readonly message: string;
  readonly cql: string;
}
