/** What a keyspace and its tables have beside their definitions: what the query language says behind WITH, and ids. */

import type { DroppedColumn } from "../model/index.ts";

/** By the names that CQL has, with the text of each value: `gc_grace_seconds` → `"864000"`. */
export type TableOptions = ReadonlyMap<string, string | ReadonlyMap<string, string>>;

export interface KeyspaceSettings {
  /** With its `class`, as it was given. The store keeps one copy of the data, whatever it says. */
  readonly replication: ReadonlyMap<string, string>;
  readonly durableWrites: boolean;
}

export interface TableDetails {
  /** A UUID that no other table has, kept for as long as the table is there. */
  readonly id: string;
  readonly options: TableOptions;
}

/** With every option that the database has. */
export interface KnownTableDetails extends TableDetails {
  /** Columns that the table had, in the order in which they were dropped: their names come back with the same type alone. */
  readonly dropped: readonly Omit<DroppedColumn, "table">[];
}

export interface KeyspaceDetails extends KeyspaceSettings {
  /** By their names. */
  readonly tables: ReadonlyMap<string, KnownTableDetails>;
}
