/** How a database compresses the files of a table. This store has its own way; the options are kept and shown. */
import { printDouble } from "../values/index.ts";
import { configError } from "./context.ts";
import { parseInteger } from "./properties.ts";

type SubOptions = ReadonlyMap<string, string>;

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
  const full = name.includes(".") ? name : compressionPackage + name;
  const compressor = full.startsWith(compressionPackage) ? full.slice(compressionPackage.length) : "";
  const own = Object.hasOwn(compressors, compressor) ? compressors[compressor] : undefined;
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
  if (compressor === "ZstdCompressor" && !(level >= -131_072 && level <= 22)) {
    throw configError(
      `ZstdCompressor.create() threw an error: java.lang.IllegalArgumentException compression_level=${level} is invalid`,
    );
  }
  const known = new Set(["class", "enabled", "chunk_length_in_kb", "min_compress_ratio", ...own]);
  const unknown = [...given.keys()].filter((option) => !known.has(option));
  if (unknown.length > 0) throw configError(`Unknown compression options ${unknown.join(", ")}`);
  const all = new Map([["chunk_length_in_kb", "16"], ...given, ["class", full]] as const);
  const ratio = Number(given.get("min_compress_ratio") ?? 0);
  if (ratio === 0) all.delete("min_compress_ratio");
  else all.set("min_compress_ratio", printDouble(ratio));
  return new Map([...all].filter(([option]) => option !== "enabled").sort(([one], [other]) => (one < other ? -1 : 1)));
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
