/**
 * Finds the options of a table that a definition cannot express, if they are not at their defaults.
 *
 * `system_schema.tables` has the value of every option, set or not, so each is compared with the defaults of Cassandra
 * 3.0 to 5.0. An unknown option may be another server's own default, and is ignored.
 */
import { byCodeUnits } from "../../model/index.ts";
import { entriesIn } from "./system-rows.ts";
import type { SystemRow } from "./system-rows.ts";

/** The defaults of the options as text; several if versions differ. Absent and null mean the default. */
const plainDefaults: Readonly<Record<string, readonly string[]>> = {
  additional_write_policy: ["99p"],
  allow_auto_snapshot: ["true"],
  cdc: ["false"],
  crc_check_chance: ["1"],
  dclocal_read_repair_chance: ["0", "0.1"],
  gc_grace_seconds: ["864000"],
  incremental_backups: ["true"],
  max_index_interval: ["2048"],
  memtable: ["default"],
  memtable_flush_period_in_ms: ["0"],
  min_index_interval: ["128"],
  read_repair: ["BLOCKING"],
  read_repair_chance: ["0"],
  speculative_retry: ["99p", "99PERCENTILE", "99.0PERCENTILE"],
};

/** The defaults of options that are maps; an absent entry has its default. */
const mapDefaults: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  caching: { keys: ["ALL"], rows_per_partition: ["NONE"] },
  compaction: { class: ["SizeTieredCompactionStrategy"], max_threshold: ["32"], min_threshold: ["4"] },
  compression: { chunk_length_in_kb: ["16", "64"], class: ["LZ4Compressor"] },
};

/** The options of Cassandra 3.0 to 5.0. */
export const tableOptionNames: readonly string[] = [
  ...Object.keys(plainDefaults),
  ...Object.keys(mapDefaults),
  ...["bloom_filter_fp_chance", "comment", "default_time_to_live", "extensions", "id"],
];

/** `gc_grace_seconds = 3600 AND cdc = true`, as in `ALTER TABLE … WITH`; undefined if all have defaults. */
export function findTableOptions(row: SystemRow): string | undefined {
  const plain = { ...plainDefaults, bloom_filter_fp_chance: [defaultBloomFilter(row)] };
  const found = [
    ...Object.entries(plain).flatMap(([option, usual]) => {
      const value = row[option];
      const isSet = value !== undefined && value !== null && !usual.includes(String(value));
      return isSet ? [[option, typeof value === "string" ? quoted(value) : String(value)] as const] : [];
    }),
    ...Object.entries(mapDefaults).flatMap(([option, usual]) => {
      const entries = shortEntries(row, option);
      const isSet = entries.some(([key, value]) => !usual[key]?.includes(value));
      const text = entries.map(([key, value]) => `${quoted(key)}: ${quoted(value)}`).join(", ");
      return isSet ? [[option, `{${text}}`] as const] : [];
    }),
  ];
  if (found.length === 0) return undefined;
  return found
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([option, value]) => `${option} = ${value}`)
    .join(" AND ");
}

/** The database derives it from the compaction strategy if only that is set. */
function defaultBloomFilter(row: SystemRow): string {
  const isLeveled = shortEntries(row, "compaction").some(([, value]) => value === "LeveledCompactionStrategy");
  return isLeveled ? "0.1" : "0.01";
}

/** With the short names of classes, as in statements. */
function shortEntries(row: SystemRow, option: string): readonly (readonly [key: string, value: string])[] {
  return [...entriesIn(row, option)]
    .map(([key, value]) => [key, value.replace(/^org\.apache\.cassandra\.[\w.]*\./, "")] as const)
    .sort(([one], [other]) => byCodeUnits(one, other));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
