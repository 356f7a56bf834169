import type { DroppedColumn, ToldKeyspace } from "../../model/index.ts";

/** A keyspace as the database tells it. */
export interface LiveKeyspace extends ToldKeyspace {
  /** Columns that there once were. @default the database does not tell */
  readonly dropped?: readonly DroppedColumn[];
  /** Names of its materialized views. @default the database does not tell */
  readonly views?: readonly string[];
  /** What was asked for besides the definitions and is not done, since the keyspace exists. @default nothing */
  readonly left?: readonly string[];
}
