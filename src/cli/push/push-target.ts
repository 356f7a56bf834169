import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace, ToldKeyspace } from "../../model/index.ts";
import type { Step } from "./step.ts";

/** Where definitions are pushed to. */
export interface PushTarget {
  /** As a sentence names it: `the cluster`. */
  readonly name: string;
  /** Whether it may be a while until it shows what was created. @default false */
  readonly showsLate?: boolean;
  /** The live keyspace; undefined where there is none. Whatever cannot be told is taken from the definitions. */
  readonly see: (defined: Keyspace) => Promise<LiveKeyspace | undefined>;
  /** Finds out what it can do of the steps. Changes nothing. */
  readonly judge: (steps: readonly Step[]) => Promise<Judgement>;
  /** For `--dry-run`: a line or more that a person can copy. */
  readonly print: (step: Step) => string;
  /** For `--json`. */
  readonly document: (step: Step) => object;
  /** Connects, for as long as `use` takes. */
  readonly open: (use: (create: Create) => Promise<void>) => Promise<void>;
}

/**
 * Creates one thing.
 * @returns warnings of the database
 * @throws {Error} whose message says why it could not be created, without a final stop
 */
export type Create = (step: Step) => Promise<readonly string[]>;

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

/** A keyspace as the database tells it. */
export interface LiveKeyspace extends ToldKeyspace {
  /** Columns that there once were. @default the database does not tell */
  readonly dropped?: readonly DroppedColumn[];
  /** Names of its materialized views. @default the database does not tell */
  readonly views?: readonly string[];
  /** What was asked for besides the definitions and is not done, since the keyspace exists. @default nothing */
  readonly left?: readonly string[];
}
