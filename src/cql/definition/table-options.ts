/**
 * The options of a table that `WITH` has, in the order in which they are described: what each is, and what it is when
 * nobody has said it. The comment and the time to live are of the definition itself.
 */
import type { Table } from "../../model/index.ts";

/** As `WITH` has them: a text, number or boolean as written, or a map of such. */
export type TableOptions = ReadonlyMap<string, string | ReadonlyMap<string, string>>;

export type OptionKind = "text" | "boolean" | "double" | "int" | "map";

export interface OptionRule {
  readonly kind: OptionKind;
  readonly default: string | ReadonlyMap<string, string>;
}

export const compactionPackage = "org.apache.cassandra.db.compaction.";
export const compressionPackage = "org.apache.cassandra.io.compress.";

const mapOf = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries));

export const optionRules: ReadonlyMap<string, OptionRule> = new Map<string, OptionRule>([
  ["additional_write_policy", { kind: "text", default: "99p" }],
  ["allow_auto_snapshot", { kind: "boolean", default: "true" }],
  ["bloom_filter_fp_chance", { kind: "double", default: "0.01" }],
  ["caching", { kind: "map", default: mapOf({ keys: "ALL", rows_per_partition: "NONE" }) }],
  ["cdc", { kind: "boolean", default: "false" }],
  ["comment", { kind: "text", default: "" }],
  [
    "compaction",
    {
      kind: "map",
      default: mapOf({
        class: `${compactionPackage}SizeTieredCompactionStrategy`,
        max_threshold: "32",
        min_threshold: "4",
      }),
    },
  ],
  [
    "compression",
    { kind: "map", default: mapOf({ chunk_length_in_kb: "16", class: `${compressionPackage}LZ4Compressor` }) },
  ],
  ["memtable", { kind: "text", default: "default" }],
  ["crc_check_chance", { kind: "double", default: "1.0" }],
  ["default_time_to_live", { kind: "int", default: "0" }],
  ["extensions", { kind: "map", default: new Map() }],
  ["gc_grace_seconds", { kind: "int", default: "864000" }],
  ["incremental_backups", { kind: "boolean", default: "true" }],
  ["max_index_interval", { kind: "int", default: "2048" }],
  ["memtable_flush_period_in_ms", { kind: "int", default: "0" }],
  ["min_index_interval", { kind: "int", default: "128" }],
  ["read_repair", { kind: "text", default: "BLOCKING" }],
  ["speculative_retry", { kind: "text", default: "99p" }],
]);

/** All options of a table: those that it was given, and for the rest what the database takes. */
export function allOptions(table: Table, given: TableOptions = new Map()): TableOptions {
  const ofTable: TableOptions = new Map([
    ["comment", table.description ?? ""],
    ["default_time_to_live", String(table.defaultTimeToLive)],
  ]);
  return new Map(
    Array.from(optionRules, ([name, rule]) => [name, ofTable.get(name) ?? given.get(name) ?? rule.default] as const),
  );
}
