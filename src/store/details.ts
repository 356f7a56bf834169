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
  /** A UUID that no other table has, kept as long as the table exists. */
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

/** A new table's options, where nothing else was said: those of Cassandra 5.0. */
export const defaultTableOptions: TableOptions = new Map<string, string | ReadonlyMap<string, string>>([
  ["additional_write_policy", "99p"],
  ["allow_auto_snapshot", "true"],
  ["bloom_filter_fp_chance", "0.01"],
  ["caching", new Map(Object.entries({ keys: "ALL", rows_per_partition: "NONE" }))],
  ["cdc", "false"],
  ["comment", ""],
  [
    "compaction",
    new Map(
      Object.entries({
        class: "org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy",
        max_threshold: "32",
        min_threshold: "4",
      }),
    ),
  ],
  [
    "compression",
    new Map(Object.entries({ chunk_length_in_kb: "16", class: "org.apache.cassandra.io.compress.LZ4Compressor" })),
  ],
  ["memtable", "default"],
  ["crc_check_chance", "1.0"],
  ["default_time_to_live", "0"],
  ["extensions", new Map()],
  ["gc_grace_seconds", "864000"],
  ["incremental_backups", "true"],
  ["max_index_interval", "2048"],
  ["memtable_flush_period_in_ms", "0"],
  ["min_index_interval", "128"],
  ["read_repair", "BLOCKING"],
  ["speculative_retry", "99p"],
]);
