import type { Problem } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { LiveKeyspace } from "../database/live-keyspace.ts";
import type { Step } from "../database/step.ts";

/** The database that definitions are pushed to. */
export interface Database {
  /** As used in a sentence: `the cluster`. */
  readonly name: string;
  /** Whether it may show new objects late. @default false */
  readonly showsLate?: boolean;
  /**
   * The live keyspace; undefined if it does not exist. What the database does not report is taken from the definitions.
   */
  readonly see: (defined: Keyspace) => Promise<LiveKeyspace | undefined>;
  /** Determines which steps it supports. Changes nothing. */
  readonly judge: (steps: readonly Step[]) => Promise<Judgement>;
  /** For `--dry-run`: one or more lines to copy. */
  readonly print: (step: Step) => string;
  /** For `--json`. */
  readonly document: (step: Step) => object;
  /** Connects while `use` runs. */
  readonly open: (use: (create: Create) => Promise<void>) => Promise<void>;
}

/**
 * Creates one object.
 * @returns warnings of the database
 * @throws {Error} whose message is the reason, without a final stop
 */
export type Create = (step: Step) => Promise<readonly string[]>;

export interface Judgement {
  /** The supported steps, in the same order. */
  readonly steps: readonly Step[];
  /** Unsupported steps that others depend on. */
  readonly refused: readonly Problem[];
  /** Steps that have to be run by other means, as CQL. */
  readonly byHand: readonly ByHand[];
}

export interface ByHand {
  /** The reason, as a sentence without a final stop. */
  readonly message: string;
  readonly cql: string;
}
