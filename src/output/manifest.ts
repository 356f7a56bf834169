/**
 * The manifest, `.colonnade.json` in an output folder: which files there are ours, and what was last written to them.
 *
 * It is checked in and has no times, so that it is the same on every machine. Without it nothing is known to be ours.
 */
import { createHash } from "node:crypto";
import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";
import { isArtifactPath } from "./artifact-path.ts";

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
  return `${JSON.stringify({ format: 1, files: Object.fromEntries(manifest) }, null, 2)}\n`;
}

/**
 * Reads what `printManifest` printed.
 *
 * @param file where the text comes from, for the message
 * @throws {ColonnadeError} `bad-manifest` for anything else: a merge conflict, an edit, somebody else's file
 */
export function parseManifest(text: string, file: string): Manifest {
  const files = filesOf(text);
  const entries = files === undefined ? [] : Object.entries(files);
  const sound = entries.every(([path, hash]) => isArtifactPath(path) && typeof hash === "string");
  if (files === undefined || !sound) {
    throw new ColonnadeError("bad-manifest", `${file} does not list the generated files any more`, {
      next: "restore it from version control (after a merge, either side will do) and run colonnade generate",
    });
  }
  return new Map(entries as [string, string][]);
}

function filesOf(text: string): object | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof json !== "object" || json === null || !("format" in json) || json.format !== 1) return undefined;
  const files = "files" in json ? json.files : undefined;
  return typeof files === "object" && files !== null && !Array.isArray(files) ? files : undefined;
}
