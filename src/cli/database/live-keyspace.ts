import type { DroppedColumn, ToldKeyspace } from "../../model/index.ts";

/** A keyspace as the database reports it. */
export interface LiveKeyspace extends ToldKeyspace {
  /** Dropped columns. @default the database does not report them */
  readonly dropped?: readonly DroppedColumn[];
  /** Names of its materialized views. @default the database does not report them */
  readonly views?: readonly string[];
  /** Requests beyond the definitions that are skipped because the keyspace exists. @default none */
  readonly left?: readonly string[];
}
