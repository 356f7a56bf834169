/**
 * The manifest, `.colonnade.json` in an output folder: which files are ours, what was last written to them, and what
 * each was generated from. The next run uses it to generate only what changed.
 *
 * It is checked in. It has no times, so that it is the same on every machine. Each file has its own line, so that
 * version control can merge it like the files. Without a manifest, no file is known to be ours.
 */
import { ColonnadeError } from "../errors.ts";
import { isArtifactPath, isPlainPath } from "./artifact.ts";
import type { RunInputs } from "./artifact.ts";

/** Raised whenever older versions cannot read the new format. */
const format = 3;

/** Format 1 had no fingerprints and hashes of 64 digits; format 2 had no `words`. */
const formats: readonly unknown[] = [1, 2, format];

export interface Manifest extends Partial<RunInputs> {
  /** By path, in code-unit order. */
  readonly files: ReadonlyMap<string, ManifestEntry>;
  /**
   * The files that differ between the sides of an unresolved merge; the manifest must then be written again. Absent
   * without a merge.
   */
  readonly merged?: ReadonlySet<string>;
}

export interface ManifestEntry {
  /** The hash of the written bytes. */
  readonly hash: string;
  /** See `artifact.ts`. Without it, the file counts as changed. */
  readonly fingerprint?: string | undefined;
  /** See `words.ts`. Without it, a file with a different hash counts as edited. */
  readonly words?: string | undefined;
}

/** The manifest of a folder without one. */
export const noManifest: Manifest = { files: new Map() };

/** Creates the manifest for these files. */
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
 * A file's hash, fingerprint and words are one string: a formatter would put each item of a list on its own line.
 */
export function printManifest({ keyspace, generator, settings, userTypes, files }: Manifest): string {
  const head = JSON.stringify({ format, keyspace, generator, settings, userTypes, files: {} }, null, 2);
  if (files.size === 0) return `${head}\n`;
  // Faster than printing an object with all files.
  return `${head.slice(0, -"}\n}".length)}\n${Array.from(files, printLine).join(",\n")}\n  }\n}\n`;
}

function printLine([path, entry]: readonly [string, ManifestEntry]): string {
  const name = isPlainPath(path) ? `"${path}"` : JSON.stringify(path);
  return `    ${name}: "${printEntry(entry)}"`;
}

/** An unknown part is a dash if another part follows. */
function printEntry({ hash, fingerprint, words }: ManifestEntry): string {
  if (words !== undefined) return `${hash} ${fingerprint ?? "-"} ${words}`;
  return fingerprint === undefined ? hash : `${hash} ${fingerprint}`;
}

/**
 * Reads a manifest of this version or an older one. Combines both sides of an unresolved merge.
 *
 * @param file the path of the manifest, for the message
 * @throws {ColonnadeError} `bad-manifest` for anything else: an edited file, a file that is not ours, a newer format
 */
export function parseManifest(text: string, file: string): Manifest {
  if (!hasConflict(text)) return parseSide(text, file);
  const [ours, theirs] = ["$1", "$2"].map((side) => parseSide(text.replace(conflicts, side), file));
  const files = new Map([...(theirs?.files ?? []), ...(ours?.files ?? [])]);
  const differs = (path: string): boolean => ours?.files.get(path)?.hash !== theirs?.files.get(path)?.hash;
  return { ...ours, files, merged: new Set([...files.keys()].filter(differs)) };
}

/** Whether a text contains an unresolved conflict of a merge. */
export function hasConflict(text: string): boolean {
  return conflict.test(text);
}

const conflict = /^<{7} /m;
/** Git's conflict markers, with or without the common ancestor. */
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
    throw new ColonnadeError("bad-manifest", `${file} is not a valid list of the generated files`, {
      next:
        `restore it from version control, for example with git checkout HEAD -- ${file}; or delete its folder if that ` +
        "contains only generated files. Then run colonnade generate",
    });
  }
  const inputs = ["keyspace", "generator", "settings", "userTypes"].flatMap((name) =>
    typeof json[name] === "string" ? [[name, json[name]]] : [],
  );
  return { ...(Object.fromEntries(inputs) as Partial<RunInputs>), files: new Map(sound) };
}

function parseEntry(path: string, value: unknown): ManifestEntry | undefined {
  if (!isArtifactPath(path) || typeof value !== "string") return undefined;
  const [hash = "", fingerprint, words] = value.split(" ");
  return { hash, fingerprint: fingerprint === "-" ? undefined : fingerprint, words };
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
