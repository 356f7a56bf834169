/**
 * The manifest, `.colonnade.json` in an output folder: which files there are ours, and what was last written to them.
 *
 * It is checked in and has no times, so that it is the same on every machine. Without it nothing is known to be ours.
 */
import { createHash } from "node:crypto";
import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";
import { isArtifactPath } from "./artifact-path.ts";

/** Raised whenever older versions could not read what is written. */
const format = 1;

/** Path → sha256 of the bytes that were written, in hexadecimal. */
export type Manifest = ReadonlyMap<string, string>;

/** The manifest for these files, in code-unit order of their paths. */
export function planManifest(artifacts: readonly Artifact[]): Manifest {
  const paths = artifacts.map(({ path, text }): [string, string] => [path, hashOf(text)]);
  return new Map(paths.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The manifest as a file: `{ "format": 1, "files": { "index.ts": "9f86d0…" } }`, indented, with a final line end. */
export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify({ format, files: Object.fromEntries(manifest) }, null, 2)}\n`;
}

/**
 * Reads what `printManifest` printed.
 *
 * @param file where the text comes from, for the message
 * @throws {ColonnadeError} `bad-manifest` for anything else: a merge conflict, an edit, somebody else's file, a newer format
 */
export function parseManifest(text: string, file: string): Manifest {
  const json = parseJson(text);
  const newer = json !== undefined && "format" in json && typeof json.format === "number" && json.format > format;
  if (newer) {
    throw new ColonnadeError("bad-manifest", `${file} was written by a newer Colonnade`, { next: "update colonnade" });
  }
  const files = filesOf(json);
  const entries = files === undefined ? [] : Object.entries(files);
  const sound = entries.every(([path, hash]) => isArtifactPath(path) && typeof hash === "string");
  if (files === undefined || !sound) {
    throw new ColonnadeError("bad-manifest", `${file} does not list the generated files any more`, {
      next:
        "restore it from version control (after a merge, either side will do), or delete it with the folder when that " +
        "holds generated files alone; then run colonnade generate",
    });
  }
  return new Map(entries as [string, string][]);
}

/** The object that a text holds; undefined when it holds none. */
function parseJson(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

function filesOf(json: object | undefined): object | undefined {
  if (json === undefined || !("format" in json) || json.format !== format) return undefined;
  const files = "files" in json ? json.files : undefined;
  return typeof files === "object" && files !== null && !Array.isArray(files) ? files : undefined;
}
