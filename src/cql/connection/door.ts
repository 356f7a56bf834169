/** What all connections of a port have in common: the data, the language, and who may use them. */
import type { Reference } from "../grammar/tree.ts";
import type { Answer, BatchType, BoundValues } from "../protocol/message.ts";
import type { Caller, Database, Execution, Prepared } from "../statement/prepared.ts";
import type { CqlFaults } from "./faults.ts";
import type { CqlLogin } from "./login.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

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

/** What statements mean. Connections know nothing of it, and tests have languages of their own. */
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

export interface Door {
  readonly database: Database;
  readonly language: Language;
  /** Undefined if everybody may do everything. */
  readonly login: CqlLogin | undefined;
  readonly faults: CqlFaults | undefined;
  readonly statements: PreparedStatements;
}
