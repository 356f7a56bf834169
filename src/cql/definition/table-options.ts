/** Reads what `WITH` says of a table, in the form in which the database keeps and shows it. */
import { printDouble } from "../values/index.ts";
import type { TableOptions } from "../../store/index.ts";
import { CqlError } from "../cql-error.ts";
import type { Options } from "../grammar/tree.ts";
import { checkCompaction, readCompaction, readCompression } from "./storage-options.ts";
import { configError, propertyError } from "./context.ts";
import { checkNames, mapProperty, parseBoolean, parseInteger, textProperty } from "./properties.ts";

type SubOptions = ReadonlyMap<string, string>;
type Reader = (options: Options, name: string) => string | SubOptions | undefined;

const text = (parse: (text: string, name: string) => string): Reader => {
  return (options, name) => {
    const given = textProperty(options, name);
    return given === undefined ? undefined : parse(given, name);
  };
};
const map = (read: (given: SubOptions) => SubOptions): Reader => {
  return (options, name) => {
    const given = mapProperty(options, name);
    return given && read(given);
  };
};
const boolean = text((given, name) => String(parseBoolean(given, name)));
const integer = text((given, name) => {
  const value = parseInteger(given);
  if (value === undefined) throw propertyError(`Invalid integer value ${given} for '${name}'`);
  return String(value);
});
const double = text((given, name) => {
  const value = given.trim() === "" ? NaN : Number(given);
  if (Number.isNaN(value)) throw propertyError(`Invalid double value ${given} for '${name}'`);
  return printDouble(value);
});
const retry = text(readSpeculativeRetry);

/** How each property is read: undefined if it is missing. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["additional_write_policy", retry],
  ["allow_auto_snapshot", boolean],
  ["bloom_filter_fp_chance", double],
  ["caching", map(readCaching)],
  ["cdc", boolean],
  ["comment", text((given) => given)],
  ["compaction", map(readCompaction)],
  ["compression", map(readCompression)],
  ["memtable", text(readMemtable)],
  ["crc_check_chance", double],
  ["default_time_to_live", integer],
  // The database drops extensions without a class, and it has no classes for them.
  ["extensions", () => undefined],
  ["gc_grace_seconds", integer],
  ["incremental_backups", boolean],
  ["max_index_interval", integer],
  ["memtable_flush_period_in_ms", integer],
  ["min_index_interval", integer],
  ["read_repair", text(readReadRepair)],
  ["speculative_retry", retry],
  // Checked where it is needed.
  ["id", () => undefined],
]);

/** @throws {CqlError} `syntax` for a name that no option has */
export function checkOptionNames(options: Options): void {
  checkNames(options, readers);
}

/** @returns the given options @throws {CqlError} `syntax` or `config` for a value that an option cannot have */
export function readTableOptions(options: Options): TableOptions {
  const read = new Map<string, string | ReadonlyMap<string, string>>();
  for (const [name, reader] of readers) {
    const value = reader(options, name);
    if (value !== undefined) read.set(name, value);
  }
  return read;
}

/**
 * The options of a new table that differ from the defaults. The chance of the filter follows from how the table is compacted,
 * unless it was given.
 */
export function newTableOptions(given: TableOptions): TableOptions {
  const compaction = given.get("compaction");
  const isLeveled = typeof compaction === "object" && compaction.get("class")?.endsWith("LeveledCompactionStrategy");
  return isLeveled && !given.has("bloom_filter_fp_chance")
    ? new Map([...given, ["bloom_filter_fp_chance", "0.1"]])
    : given;
}

const shortestChance = "6.71E-5";
const longestLife = 630_720_000;

/** Checks what the options of a table are together. @param all with the defaults @throws {CqlError} `config` */
export function checkTableOptions(all: TableOptions): void {
  const number = (name: string): number => Number(all.get(name));
  const printed = (name: string): string => String(all.get(name));
  const compaction = all.get("compaction");
  if (typeof compaction === "object") checkCompaction(compaction);
  const chance = number("bloom_filter_fp_chance");
  if (chance <= Number(shortestChance) || chance > 1) {
    throw configError(
      `bloom_filter_fp_chance must be larger than ${shortestChance} and less than or equal to 1.0 (got ` +
        `${printed("bloom_filter_fp_chance")})`,
    );
  }
  const check = number("crc_check_chance");
  if (check < 0 || check > 1) {
    throw configError(
      `crc_check_chance must be larger than or equal to 0 and smaller than or equal to 1.0 (got ${printed("crc_check_chance")})`,
    );
  }
  atLeast(all, "default_time_to_live", 0);
  if (number("default_time_to_live") > longestLife) {
    throw configError(
      `default_time_to_live must be less than or equal to ${longestLife} (got ${printed("default_time_to_live")})`,
    );
  }
  atLeast(all, "gc_grace_seconds", 0);
  atLeast(all, "min_index_interval", 1);
  const least = number("min_index_interval");
  if (number("max_index_interval") < least) {
    throw configError(
      `max_index_interval must be greater than or equal to min_index_interval (${least}) (got ${printed("max_index_interval")})`,
    );
  }
  atLeast(all, "memtable_flush_period_in_ms", 0);
}

function atLeast(all: TableOptions, name: string, least: number): void {
  const value = Number(all.get(name) ?? least);
  if (value < least) throw configError(`${name} must be greater than or equal to ${least} (got ${value})`);
}

function readCaching(given: SubOptions): SubOptions {
  const unknown = [...given.keys()].filter((option) => option !== "keys" && option !== "rows_per_partition");
  if (unknown.length > 0) {
    throw configError(
      `Invalid caching sub-options [${unknown.join(", ")}]: only 'keys' and 'rows_per_partition' are allowed`,
    );
  }
  const [keys, rows] = [given.get("keys") ?? "NONE", given.get("rows_per_partition") ?? "NONE"];
  if (!isAllOrNone(keys)) {
    throw configError(`Invalid value '${keys}' for caching sub-option 'keys': only 'ALL' and 'NONE' are allowed`);
  }
  if (!isAllOrNone(rows) && (parseInteger(rows) ?? -1) < 0) {
    throw configError(
      `Invalid value '${rows}' for caching sub-option 'rows_per_partition': only 'ALL', 'NONE', and integer values are ` +
        "allowed",
    );
  }
  return new Map([
    ["keys", keys.toUpperCase()],
    ["rows_per_partition", rows.toUpperCase()],
  ]);
}

function isAllOrNone(word: string): boolean {
  return /^(?:all|none)$/i.test(word);
}

function readMemtable(given: string): string {
  if (given === "default") return given;
  throw configError(`Memtable configuration "${given}" not found.`);
}

function readReadRepair(given: string): string {
  const strategy = given.toUpperCase();
  if (strategy === "BLOCKING" || strategy === "NONE") return strategy;
  // The database fails in its own way here.
  throw new CqlError(
    "server",
    `java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.reads.repair.ReadRepairStrategy.${strategy}`,
  );
}

/** `99p`, `10ms`, `ALWAYS`, `MIN(99p,50ms)`: when other replicas are asked too. The messages name one option for both. */
function readSpeculativeRetry(given: string): string {
  const simple = readSimple(given.trim());
  if (simple !== undefined) return simple;
  const [, word = "", one = "", other = ""] =
    /^\s*(min|max)\s*\(\s*([^,]+?)\s*,\s*([^,]+?)\s*\)\s*$/i.exec(given) ?? [];
  const parts = [readSimple(one), readSimple(other)];
  // One is a share, the other a time.
  const kinds = new Set(parts.map((part) => part?.at(-1)));
  if (word === "" || kinds.size !== 2 || kinds.has(undefined)) throw invalidValue(given);
  return `${word.toUpperCase()}(${parts.join(",")})`;
}

function readSimple(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (upper === "ALWAYS" || upper === "NEVER") return upper;
  if (upper === "NONE") return "NEVER";
  const [, share] = /^(\d+(?:\.\d+)?)(?:p|percentile)$/i.exec(text) ?? [];
  if (share !== undefined) {
    const percent = Number(share);
    if (percent > 0 && percent < 100) return `${printDouble(percent).replace(/\.0$/, "")}p`;
    throw configError(
      `Invalid value ${text} for PERCENTILE option 'speculative_retry': must be between (0.0 and 100.0)`,
    );
  }
  const [, time] = /^(\d+(?:\.\d+)?)ms$/i.exec(text) ?? [];
  return time === undefined ? undefined : `${Math.trunc(Number(time))}ms`;
}

function invalidValue(given: string): Error {
  return configError(`Invalid value ${given} for option 'speculative_retry'`);
}
