import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace, ToldKeyspace } from "../../model/index.ts";
import type { Step } from "./step.ts";

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

/** A keyspace as the database reports it. */
export interface LiveKeyspace extends ToldKeyspace {
  /** Dropped columns. @default the database does not report them */
  readonly dropped?: readonly DroppedColumn[];
  /** Names of its materialized views. @default the database does not report them */
  readonly views?: readonly string[];
  /** Requests beyond the definitions that are skipped because the keyspace exists. @default none */
  readonly left?: readonly string[];
}
