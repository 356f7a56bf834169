/**
 * A statement that is ready to be executed, again and again: what `prepare` makes of a text.
 */
import type { EmbeddedStore } from "../../store/index.ts";
import type { Write } from "../../store/index.ts";
import type { Answer, BoundValues, ColumnSpec } from "../protocol/message.ts";
import type { CompiledWrite } from "./compiled-write.ts";

/** What statements are executed on. */
export interface Database {
  /** Has the tables of a keyspace: those of the system have a store of their own, which is brought up to date first. */
  readonly storeOf: (keyspace: string) => EmbeddedStore | Promise<EmbeddedStore>;
  /** The store of all other keyspaces. */
  readonly store: EmbeddedStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Whose statement it is. */
export interface Caller {
  /** Of names without one. */
  readonly keyspace: string | undefined;
  /** Whether the user may read alone. */
  readonly readOnly: boolean;
  /** For messages. */
  readonly user?: string | undefined;
}

/** What a client sends along, each time. */
export interface Execution {
  readonly values: BoundValues;
  /** Rows in the page. @default all of them */
  readonly pageSize?: number | undefined;
  readonly pageState?: Buffer | undefined;
  /** Of writes, in microseconds since 1970. @default the database's clock */
  readonly timestamp?: bigint | undefined;
  readonly nowMs: number;
  /** Ends with the connection. */
  readonly signal?: AbortSignal | undefined;
}

export interface Prepared {
  /** Of the markers, in their order. */
  readonly variables: readonly ColumnSpec[];
  /** The places of the markers that are the partition key, in its order; empty if they are not all there. */
  readonly keyIndexes: readonly number[];
  /** Of the result; undefined for a statement without rows. Of a write with conditions too: a write answers them by itself. */
  readonly columns: readonly ColumnSpec[] | undefined;
  /**
   * Refuses what would be refused with any values: for a client that prepares it and executes it later, if ever. An
   * execution refuses the same.
   */
  check?(): Promise<void>;
  /** Whether its tables and types are still the ones that it was prepared for. */
  isCurrent(): boolean | Promise<boolean>;
  execute(execution: Execution): Promise<Answer>;
  /** Of an INSERT, UPDATE or DELETE: what a batch is made of. */
  readonly write?: PreparedWrite | undefined;
}

export interface PreparedWrite {
  readonly compiled: CompiledWrite;
  readonly isCounter: boolean;
  /** IF has been said: conditional. */
  readonly isConditional: boolean;
  /** Several for `IN`. */
  writes(execution: Execution): readonly Write[];
}
