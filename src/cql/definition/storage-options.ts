/** The options of compaction and compression. This store has its own ways; it only checks, keeps and shows the options. */
import { printDouble } from "../values/index.ts";
import { configError } from "./context.ts";
import { parseInteger, sortedMap } from "./properties.ts";

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
  const { full, options } = findClass(name, compactionPackage, strategies);
  if (!options) throw configError(`Unable to find compaction strategy class '${full}'`);
  const defaults = options.includes("max_threshold") ? { max_threshold: "32", min_threshold: "4" } : {};
  return sortedMap([...Object.entries(defaults), ...given, ["class", full]]);
}

/** The name of a class with its package, and the options of the class; undefined for an unknown class. */
function findClass(
  name: string,
  ownPackage: string,
  classes: Readonly<Record<string, readonly string[]>>,
): { readonly full: string; readonly options: readonly string[] | undefined } {
  const full = name.includes(".") ? name : ownPackage + name;
  const simple = full.startsWith(ownPackage) ? full.slice(ownPackage.length) : "";
  return { full, options: Object.hasOwn(classes, simple) ? classes[simple] : undefined };
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
  const allowed = new Set([...common, ...(strategies[strategy] ?? [])]);
  const unknown = [...options.keys()].filter((name) => !allowed.has(name));
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
    const size = integerOf("sstable_size_in_mb", value);
    if (size < 1) throw configError(`sstable_size_in_mb must be larger than 0, but was ${size}`);
  },
  compaction_window_size: (value) => {
    const size = integerOf("compaction_window_size", value);
    if (size < 1) throw configError(`${value} must be greater than 1 for compaction_window_size`);
  },
  compaction_window_unit: oneOf("compaction_window_unit", ["MINUTES", "HOURS", "DAYS"]),
  timestamp_resolution: oneOf("timestamp_resolution", ["MICROSECONDS", "MILLISECONDS", "SECONDS", "NANOSECONDS"]),
};

function integerOf(name: string, value: string): number {
  const integer = parseInteger(value);
  if (integer === undefined) throw configError(`${value} is not a parsable int (base10) for ${name}`);
  return integer;
}

function oneOf(name: string, words: readonly string[]): (value: string) => void {
  return (value) => {
    if (!words.includes(value)) throw configError(`${value} is not valid for ${name}`);
  };
}

const compressionPackage = "org.apache.cassandra.io.compress.";

/** The specific options of each class. */
const compressors: Readonly<Record<string, readonly string[]>> = {
  LZ4Compressor: ["lz4_compressor_type", "lz4_high_compressor_level"],
  SnappyCompressor: [],
  DeflateCompressor: [],
  ZstdCompressor: ["compression_level"],
  NoopCompressor: [],
};

const off: SubOptions = new Map([["enabled", "false"]]);

/** With the full name of the class and the length of chunks; by name. @throws {CqlError} `config` */
export function readCompression(given: SubOptions): SubOptions {
  const isOff = given.size === 0 || given.get("enabled")?.toLowerCase() === "false";
  if (isOff && given.size <= 1) return off;
  if (isOff) throw configError("If the 'enabled' option is set to false no other options must be specified");
  const name = given.get("class");
  if (name === undefined) throw configError("Missing sub-option 'class' for the 'compression' option.");
  if (name === "") {
    throw configError("The 'class' option must not be empty. To disable compression use 'enabled' : false");
  }
  const { full, options: own } = findClass(name, compressionPackage, compressors);
  if (!own) throw configError(`Could not create Compression for type ${full}`);
  checkChunks(given.get("chunk_length_in_kb"));
  checkRatio(given.get("min_compress_ratio"));
  const kind = given.get("lz4_compressor_type") ?? "fast";
  if (kind !== "fast" && kind !== "high") {
    throw configError(
      `Invalid compressor type '${kind}' specified for LZ4 parameter 'lz4_compressor_type'. Valid options are [high, fast].`,
    );
  }
  const level = Number(given.get("compression_level") ?? 3);
  if (own.includes("compression_level") && !(level >= -131_072 && level <= 22)) {
    throw configError(
      `ZstdCompressor.create() threw an error: java.lang.IllegalArgumentException compression_level=${level} is invalid`,
    );
  }
  const allowed = new Set(["class", "enabled", "chunk_length_in_kb", "min_compress_ratio", ...own]);
  const unknown = [...given.keys()].filter((option) => !allowed.has(option));
  if (unknown.length > 0) throw configError(`Unknown compression options ${unknown.join(", ")}`);
  const all = new Map([["chunk_length_in_kb", "16"], ...given, ["class", full]] as const);
  const ratio = Number(given.get("min_compress_ratio") ?? 0);
  if (ratio === 0) all.delete("min_compress_ratio");
  else all.set("min_compress_ratio", printDouble(ratio));
  all.delete("enabled");
  return sortedMap(all);
}

function checkChunks(text: string | undefined): void {
  if (text === undefined) return;
  const length = parseInteger(text);
  if (length === undefined) throw configError("Invalid value for chunk_length_in_kb");
  if (length <= 0) throw configError("Invalid negative or null chunk_length_in_kb");
  if ((length & (length - 1)) !== 0) throw configError("chunk_length_in_kb must be a power of 2");
}

function checkRatio(text: string | undefined): void {
  const ratio = Number(text ?? 0);
  if (Number.isNaN(ratio)) throw configError(`Invalid value for min_compress_ratio: ${text ?? ""}`);
  if (ratio !== 0 && ratio < 1) throw configError("min_compress_ratio can either be 0 or greater than or equal to 1");
}
