/** What running a statement led to. */
import type { Sent, StatementResult } from "./send-statement.ts";

export type Outcome = Answered | { readonly kind: "failure"; readonly message: string };

export interface Answered {
  readonly kind: "answer";
  readonly query: string;
  /** The keyspace in which the statement ran. */
  readonly keyspace: string | undefined;
  readonly result: StatementResult;
  readonly tookMs: number;
  /** The place of an error in the editor's text. */
  readonly place?: { readonly at: number; readonly line: number };
}

/** Adds the rows of a page to the earlier ones. An error replaces them. */
export function addPage(before: Answered, { result, tookMs }: Sent): Answered {
  if (before.result.kind !== "rows" || result.kind !== "rows") return { ...before, result, tookMs };
  const warnings = [...new Set([...(before.result.warnings ?? []), ...(result.warnings ?? [])])];
  return { ...before, tookMs, result: { ...result, rows: [...before.result.rows, ...result.rows], warnings } };
}
