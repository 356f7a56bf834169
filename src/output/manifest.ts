/**
 * The manifest, `.colonnade.json` in an output folder: which files there are ours, what was last written to them, and what
 * each was made from, so that the next run makes only what changed.
 *
 * It is checked in and has no times, so that it is the same on every machine, and a line for each file, so that version
 * control merges it as it merges the files. Without it nothing is known to be ours.
 */
import { ObjectCache } from "../cache.ts";
import { ColonnadeError } from "../errors.ts";
import { isArtifactPath, isPlainPath } from "./artifact-path.ts";
import type { RunInputs } from "./fingerprint.ts";

/** Raised whenever older versions could not read what is written. */
const format = 3;

/** The first had no fingerprints, and hashes of 64 digits; the second had no words. */
const formats: readonly unknown[] = [1, 2, format];

export interface Manifest extends Partial<RunInputs> {
  /** By path, in code-unit order. */
  readonly files: ReadonlyMap<string, ManifestEntry>;
  /** Two sides of a merge stand in it, so it has to be written again. @default false */
  readonly isMerged?: boolean;
}

export interface ManifestEntry {
  /** Of the bytes that were written. */
  readonly hash: string;
  /** See `fingerprint.ts`; without it, the file is as good as changed. */
  readonly fingerprint?: string;
  /** See `words.ts`; without it, a file of another hash is as good as edited. */
  readonly words?: string;
}

/** What stands where there is no manifest. */
export const noManifest: Manifest = { files: new Map() };

/** The manifest for these files. */
export function planManifest(
  files: Iterable<readonly [path: string, entry: ManifestEntry]>,
  inputs?: RunInputs,
): Manifest {
  return { ...inputs, files: new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/**
 * The manifest as a file:
 *
 * ```
 * {
 *   "format": 3,
 *   "keyspace": "shop",
 *   "generator": "1.0.0",
 *   "settings": "9f86d0…",
 *   "userTypes": "4f53cd…",
 *   "files": {
 *     "index.ts": "60303a… 2c26b4… 811c9dc5"
 *   }
 * }
 * ```
 *
 * A file's hash, its fingerprint and its words are one text: a formatter would give a list of them a line for each.
 */
export function printManifest({ keyspace, generator, settings, userTypes, files }: Manifest): string {
  const head = JSON.stringify({ format, keyspace, generator, settings, userTypes, files: {} }, null, 2);
  if (files.size === 0) return `${head}\n`;
  // Quicker than to print an object of all of them.
  return `${head.slice(0, -"}\n}".length)}\n${Array.from(files, printLine).join(",\n")}\n  }\n}\n`;
}

/** Of an entry, which has one path. */
const lines = new ObjectCache<ManifestEntry, string>();

function printLine([path, entry]: readonly [string, ManifestEntry]): string {
  const name = (): string => (isPlainPath(path) ? `"${path}"` : JSON.stringify(path));
  return lines.get(entry, () => `    ${name()}: "${printEntry(entry)}"`);
}

/** What is not known is a dash where something follows. */
function printEntry({ hash, fingerprint, words }: ManifestEntry): string {
  if (words !== undefined) return `${hash} ${fingerprint ?? "-"} ${words}`;
  return fingerprint === undefined ? hash : `${hash} ${fingerprint}`;
}

/**
 * Reads what `printManifest` printed, in this version or an older one; where a merge left both sides, what they say together.
 *
 * @param file where the text comes from, for the message
 * @throws {ColonnadeError} `bad-manifest` for anything else: an edit, somebody else's file, a newer format
 */
export function parseManifest(text: string, file: string): Manifest {
  if (!conflict.test(text)) return parseSide(text, file);
  const [ours, theirs] = ["$1", "$2"].map((side) => parseSide(text.replace(conflicts, side), file));
  return { ...ours, files: new Map([...(theirs?.files ?? []), ...(ours?.files ?? [])]), isMerged: true };
}

const conflict = /^<{7} /m;
/** As git marks them, with what both sides come from or without. */
const conflicts = /^<{7} .*\n([^]*?)(?:^\|{7} .*\n[^]*?)?^={7}\r?\n([^]*?)^>{7} .*\n/gm;

function parseSide(text: string, file: string): Manifest {
  const json = parseJson(text);
  if (typeof json["format"] === "number" && json["format"] > format) {
    throw new ColonnadeError("bad-manifest", `${file} was written by a newer Colonnade`, { next: "update colonnade" });
  }
  const listed = formats.includes(json["format"]) ? objectOf(json["files"]) : undefined;
  const entries = listed && Object.entries(listed).map(([path, value]) => [path, parseEntry(path, value)] as const);
  const sound = entries?.filter((entry): entry is [string, ManifestEntry] => entry[1] !== undefined);
  if (!sound || sound.length !== entries?.length) {
    throw new ColonnadeError("bad-manifest", `${file} does not list the generated files any more`, {
      next:
        `restore it from version control, say with git checkout HEAD -- ${file}, or delete it with the folder when that ` +
        "holds generated files alone; then run colonnade generate",
    });
  }
  const inputs = ["keyspace", "generator", "settings", "userTypes"].flatMap((name) =>
    typeof json[name] === "string" ? [[name, json[name]]] : [],
  );
  return { ...(Object.fromEntries(inputs) as Partial<RunInputs>), files: new Map(sound) };
}

function parseEntry(path: string, value: unknown): ManifestEntry | undefined {
  if (!isArtifactPath(path) || typeof value !== "string") return undefined;
  const [hash = "", fingerprint = "-", words] = value.split(" ");
  return { hash, ...(fingerprint !== "-" && { fingerprint }), ...(words !== undefined && { words }) };
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text.replace(/^\uFEFF/, ""))) ?? {};
  } catch {
    return {};
  }
}

function objectOf(json: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as Readonly<Record<string, unknown>>)
    : undefined;
}
