/**
 * The manifest, `.colonnade.json` in an output folder: which files there are ours, what was last written to them, and what
 * each was made from, so that the next run makes only what changed.
 *
 * It is checked in and has no times, so that it is the same on every machine, and a line for each file, so that version
 * control merges it as it merges the files. Without it nothing is known to be ours.
 */
import { ColonnadeError } from "../errors.ts";
import { isArtifactPath } from "./artifact-path.ts";
import type { Origin } from "./inputs.ts";

/** Raised whenever older versions could not read what is written. */
const format = 2;

/** The format without inputs, of which every hash has 64 digits. */
const withoutInputs = 1;

export interface Manifest extends Partial<Origin> {
  /** By path, in code-unit order. */
  readonly files: ReadonlyMap<string, ManifestEntry>;
}

export interface ManifestEntry {
  /** Of the bytes that were written. */
  readonly hash: string;
  /** See `inputs.ts`; without it, the file is as good as changed. */
  readonly inputs?: string;
}

/** What stands where there is no manifest. */
export const noManifest: Manifest = { files: new Map() };

/** The manifest for these files. */
export function planManifest(
  files: Iterable<readonly [path: string, entry: ManifestEntry]>,
  origin?: Origin,
): Manifest {
  return { ...origin, files: new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/**
 * The manifest as a file:
 *
 * ```
 * {
 *   "format": 2,
 *   "generator": "1.0.0",
 *   "settings": "9f86d0…",
 *   "files": {
 *     "index.ts": "60303a… 2c26b4…"
 *   }
 * }
 * ```
 *
 * A file's hash and its inputs are one text: a formatter would give a list of two a line for each.
 */
export function printManifest({ generator, settings, files }: Manifest): string {
  const lines = Array.from(files, ([path, { hash, inputs }]): [string, string] => [
    path,
    inputs === undefined ? hash : `${hash} ${inputs}`,
  ]);
  return `${JSON.stringify({ format, generator, settings, files: Object.fromEntries(lines) }, null, 2)}\n`;
}

/**
 * Reads what `printManifest` printed, in this version or an older one.
 *
 * @param file where the text comes from, for the message
 * @throws {ColonnadeError} `bad-manifest` for anything else: a merge conflict, an edit, somebody else's file, a newer format
 */
export function parseManifest(text: string, file: string): Manifest {
  const json = parseJson(text);
  if (typeof json["format"] === "number" && json["format"] > format) {
    throw new ColonnadeError("bad-manifest", `${file} was written by a newer Colonnade`, { next: "update colonnade" });
  }
  const known = json["format"] === format || json["format"] === withoutInputs;
  const listed = known ? objectOf(json["files"]) : undefined;
  const entries = listed && Object.entries(listed).map(([path, value]) => [path, parseEntry(path, value)] as const);
  const sound = entries?.filter((entry): entry is [string, ManifestEntry] => entry[1] !== undefined);
  if (!sound || sound.length !== entries?.length) {
    throw new ColonnadeError("bad-manifest", `${file} does not list the generated files any more`, {
      next:
        "restore it from version control (after a merge, either side will do), or delete it with the folder when that " +
        "holds generated files alone; then run colonnade generate",
    });
  }
  const { generator, settings } = json;
  return {
    ...(typeof generator === "string" && { generator }),
    ...(typeof settings === "string" && { settings }),
    files: new Map(sound),
  };
}

function parseEntry(path: string, value: unknown): ManifestEntry | undefined {
  if (!isArtifactPath(path) || typeof value !== "string") return undefined;
  const [hash = "", inputs] = value.split(" ");
  return { hash, ...(inputs !== undefined && { inputs }) };
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

function objectOf(json: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as Readonly<Record<string, unknown>>)
    : undefined;
}
