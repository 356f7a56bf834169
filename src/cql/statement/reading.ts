/** One execution of a SELECT: its input, and the page that it returns. */
import type { Selection } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { CqlError } from "../cql-error.ts";
import type { Bound } from "../values/index.ts";
import type { Database, Execution } from "./prepared.ts";
import type { AnswerRow } from "./projection.ts";

/** The input of an execution, once its values are bound. */
export interface Reading {
  readonly database: Database;
  readonly execution: Execution;
  readonly bound: Bound;
  /** The part of the selection that does not depend on values. */
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

/** The error for a page of partitions that are sorted together. */
export function noPages(): CqlError {
  return invalid(
    "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the " +
      "ORDER BY or the IN and sort client side, or disable paging for this query",
  );
}
