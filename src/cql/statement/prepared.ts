/**
 * A statement that can be executed any number of times: what `prepare` returns for a text.
 */
import type { EmbeddedStore, Write } from "../../store/index.ts";
import type { Reference } from "../grammar/tree.ts";
import type { Answer, BatchType, BoundValues, ColumnSpec } from "../protocol/message.ts";
import type { CompiledWrite } from "./compiled-write.ts";

/** The database that statements are executed on. */
export interface Database {
  /** The store of a keyspace's tables. System tables have their own store, which is brought up to date first. */
  readonly storeOf: (keyspace: string) => EmbeddedStore | Promise<EmbeddedStore>;
  /** The store of all other keyspaces. */
  readonly store: EmbeddedStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The caller of a statement. */
export interface Caller {
  /** The keyspace of names without one. */
  readonly keyspace: string | undefined;
  /** Whether the user may only read. */
  readonly readOnly: boolean;
  /** For messages. */
  readonly user?: string | undefined;
}

/** The values and parameters that a client sends with each execution. */
export interface Execution {
  readonly values: BoundValues;
  /** Rows in the page. @default all of them */
  readonly pageSize?: number | undefined;
  readonly pageState?: Buffer | undefined;
  /** The timestamp of writes, in microseconds since 1970. @default the database's clock */
  readonly timestamp?: bigint | undefined;
  readonly nowMs: number;
  /** Ends with the connection. */
  readonly signal?: AbortSignal | undefined;
}

export interface Prepared {
  /** The columns that the markers stand for, in their order. */
  readonly variables: readonly ColumnSpec[];
  /** The places of the partition key's markers, in key order; empty if one is missing. */
  readonly keyIndexes: readonly number[];
  /**
   * The columns of the result; undefined for a statement without rows, and for a write with conditions, whose answer has
   * its own columns.
   */
  readonly columns: readonly ColumnSpec[] | undefined;
  /**
   * Refuses what would be refused with any values, for a client that prepares a statement and executes it later. An
   * execution refuses the same.
   */
  check?(): Promise<void>;
  /** Whether its tables and types have not changed since it was prepared. */
  isCurrent(): boolean | Promise<boolean>;
  execute(execution: Execution): Promise<Answer>;
  /** The write of an INSERT, UPDATE or DELETE, as batches need it. */
  readonly write?: PreparedWrite | undefined;
}

/** A statement without markers that does not depend on a table. */
export function unboundStatement(execute: Prepared["execute"], columns?: readonly ColumnSpec[]): Prepared {
  return { variables: [], keyIndexes: [], columns, isCurrent: () => true, execute };
}

export interface PreparedWrite {
  readonly compiled: CompiledWrite;
  readonly isCounter: boolean;
  /** It has IF. */
  readonly isConditional: boolean;
  /** Several for `IN`. */
  writes(execution: Execution): readonly Write[];
}

/** A statement of a batch with its values. */
export interface BatchEntry {
  readonly prepared: Prepared;
  readonly values: BoundValues;
}

/** Prepares and executes statements. Connections know only this of the language, and tests have languages of their own. */
export interface Language {
  prepare(text: string, database: Database, caller: Caller): Promise<Prepared>;
  executeBatch(
    database: Database,
    type: BatchType,
    entries: readonly BatchEntry[],
    execution: Omit<Execution, "values">,
  ): Promise<Answer>;
  /** Undefined for a text that is not a statement. */
  summarize(text: string): StatementSummary | undefined;
}

/** A statement as faults see it. */
export interface StatementSummary {
  /** The kind of statement: `insert`, `create-table`. */
  readonly operation: string;
  readonly tables: readonly Reference[];
}
