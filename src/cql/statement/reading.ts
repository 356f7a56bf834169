/** One execution of a SELECT: what it reads with, and the page that it gives. */
import type { Selection } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { CqlError } from "../cql-error.ts";
import type { Bound } from "../values/index.ts";
import type { Database, Execution } from "./prepared.ts";
import type { AnswerRow } from "./projection.ts";

/** What an execution reads with, once its values are bound. */
export interface Reading {
  readonly database: Database;
  readonly execution: Execution;
  readonly bound: Bound;
  /** What the statement says, whatever its values are. */
  readonly fixed: FixedSelection;
  readonly located: Pick<Selection, "filters" | "tuples" | "tokens">;
  readonly nearest: Selection["nearest"];
  /** Rows of the answer, and of those the ones of one partition; Infinity for no limit. */
  readonly limit: number;
  readonly perPartition: number;
}

export type FixedSelection = Pick<Selection, "keyspace" | "table" | "columns" | "orderBy" | "filtering" | "distinct">;

/** A page of an answer. */
export interface ReadRows {
  readonly rows: readonly AnswerRow[];
  readonly pageState?: Buffer | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** Of partitions that are sorted together. */
export function noPages(): CqlError {
  return invalid(
    "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the " +
      "ORDER BY or the IN and sort client side, or disable paging for this query",
  );
}
