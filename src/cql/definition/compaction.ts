/** The compaction strategies of a table. This store compacts in its own way; it only keeps and shows the options. */
import { configError } from "./context.ts";
import { parseInteger } from "./properties.ts";

type SubOptions = ReadonlyMap<string, string>;

const compactionPackage = "org.apache.cassandra.db.compaction.";

/** The options of every strategy. */
const common = [
  "class",
  "enabled",
  "log_all",
  "only_purge_repaired_tombstones",
  "tombstone_compaction_interval",
  "tombstone_threshold",
  "unchecked_tombstone_compaction",
  "provide_overlapping_tombstones",
];
const tiers = ["bucket_high", "bucket_low", "min_sstable_size"];
const thresholds = ["max_threshold", "min_threshold"];

const strategies: Readonly<Record<string, readonly string[]>> = {
  SizeTieredCompactionStrategy: [...tiers, ...thresholds],
  LeveledCompactionStrategy: ["sstable_size_in_mb", "fanout_size", "single_sstable_uplevel", ...tiers, ...thresholds],
  TimeWindowCompactionStrategy: [
    ...["compaction_window_size", "compaction_window_unit", "timestamp_resolution"],
    ...["expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration"],
    ...tiers,
    ...thresholds,
  ],
  UnifiedCompactionStrategy: [
    ...["scaling_parameters", "target_sstable_size", "min_sstable_size", "base_shard_count", "sstable_growth"],
    ...["flush_size_override", "expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration"],
    ...["overlap_inclusion_method", "parallelize_output_shards", "num_shards", "max_sstables_to_compact"],
  ],
};

/** Completes the class name and adds the default thresholds of strategies that have them; sorted by name. */
export function readCompaction(given: SubOptions): SubOptions {
  const name = given.get("class");
  if (name === undefined) throw configError("Missing sub-option 'class' for the 'compaction' option");
  const full = name.includes(".") ? name : compactionPackage + name;
  const strategy = full.startsWith(compactionPackage) ? full.slice(compactionPackage.length) : "";
  const known = Object.hasOwn(strategies, strategy) ? strategies[strategy] : undefined;
  if (!known) throw configError(`Unable to find compaction strategy class '${full}'`);
  const usual = known.includes("max_threshold") ? { max_threshold: "32", min_threshold: "4" } : {};
  const all = new Map([...Object.entries(usual), ...given, ["class", full] as const]);
  return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @throws {CqlError} `config` */
export function checkCompaction(options: SubOptions): void {
  const strategy = options.get("class")?.slice(compactionPackage.length) ?? "";
  const enabled = options.get("enabled");
  if (enabled !== undefined && !/^(?:true|false)$/i.test(enabled)) {
    throw configError(`enabled should either be 'true' or 'false', not ${enabled}`);
  }
  checkThresholds(options);
  checkBuckets(options);
  for (const [name, value] of options) checks[name]?.(value);
  const known = new Set([...common, ...(strategies[strategy] ?? [])]);
  const unknown = [...options.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw configError(`Properties specified [${unknown.join(", ")}] are not understood by ${strategy}`);
  }
}

function checkThresholds(options: SubOptions): void {
  if (!options.has("max_threshold")) return;
  const [least = 0, most = 0] = ["min_threshold", "max_threshold"].map((name) => {
    const text = options.get(name) ?? "";
    const value = parseInteger(text);
    if (value !== undefined) return value;
    throw configError(`Invalid value ${text} for '${name}' compaction sub-option - must be an integer`);
  });
  if (least < 2) throw configError(`Min compaction threshold cannot be less than 2 (got ${least})`);
  if (least <= most) return;
  throw configError(
    `Min compaction threshold (got ${least}) cannot be greater than max compaction threshold (got ${most})`,
  );
}

function checkBuckets(options: SubOptions): void {
  const [high, low] = [Number(options.get("bucket_high") ?? 1.5), Number(options.get("bucket_low") ?? 0.5)];
  if (high > low) return;
  throw configError(`bucket_high value (${high}) is less than or equal to the bucket_low value (${low})`);
}

/** Checks of the value of one option alone. */
const checks: Readonly<Record<string, ((value: string) => void) | undefined>> = {
  tombstone_threshold: (value) => {
    const share = Number(value);
    if (Number.isNaN(share)) throw configError(`${value} is not a parsable int (base10) for tombstone_threshold`);
    if (share < 0) throw configError(`tombstone_threshold must be greater than 0, but was ${share.toFixed(6)}`);
  },
  min_sstable_size: (value) => {
    if (Number(value) < 0) throw configError(`min_sstable_size must be non negative: ${value}`);
  },
  sstable_size_in_mb: (value) => {
    const size = parseInteger(value);
    if (size === undefined) throw configError(`${value} is not a parsable int (base10) for sstable_size_in_mb`);
    if (size < 1) throw configError(`sstable_size_in_mb must be larger than 0, but was ${size}`);
  },
  compaction_window_unit: (value) => {
    if (!["MINUTES", "HOURS", "DAYS"].includes(value))
      throw configError(`${value} is not valid for compaction_window_unit`);
  },
  compaction_window_size: (value) => {
    const size = parseInteger(value);
    if (size === undefined) throw configError(`${value} is not a parsable int (base10) for compaction_window_size`);
    if (size < 1) throw configError(`${value} must be greater than 1 for compaction_window_size`);
  },
  timestamp_resolution: (value) => {
    if (!["MICROSECONDS", "MILLISECONDS", "SECONDS", "NANOSECONDS"].includes(value)) {
      throw configError(`${value} is not valid for timestamp_resolution`);
    }
  },
};
