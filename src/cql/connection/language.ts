/** What statements mean. Connections know nothing of it, and tests have languages of their own. */
import type { Reference } from "../grammar/tree.ts";
import type { Answer, BatchType, BoundValues } from "../protocol/message.ts";
import type { Caller, Database, Execution, Prepared } from "../statement/prepared.ts";

export interface BatchEntry {
  readonly prepared: Prepared;
  readonly values: BoundValues;
}

/** What faults look at. */
export interface StatementSummary {
  /** The kind of statement: `insert`, `create-table`. */
  readonly operation: string;
  readonly tables: readonly Reference[];
}

export interface Language {
  prepare(text: string, database: Database, caller: Caller): Promise<Prepared>;
  executeBatch(
    database: Database,
    type: BatchType,
    entries: readonly BatchEntry[],
    execution: Omit<Execution, "values">,
  ): Promise<Answer>;
  /** Undefined for what is not a statement. */
  summarize(text: string): StatementSummary | undefined;
}
