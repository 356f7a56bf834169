import type { Artifact } from "./artifact.ts";
import { manifestName, validatePaths } from "./artifact-path.ts";
import { loadFolder, loadManifest } from "./folder.ts";
import { planManifest, printManifest } from "./manifest.ts";
import { holdsText } from "./write.ts";

export type FileState =
  | "up to date"
  /** There, with other bytes than would be written now. */
  | "stale"
  | "missing"
  /** Written once, needed no more. */
  | "left over";

export interface ComparedFile {
  /** Relative to the output folder. */
  readonly path: string;
  readonly state: FileState;
}

export interface CompareReport {
  /** In code-unit order of their paths; the manifest is one of them. */
  readonly files: readonly ComparedFile[];
  /** Whether `writeArtifacts` would find nothing to do. */
  readonly upToDate: boolean;
}

/**
 * Reports how a folder differs from what would be written to it. Reads only; a folder that is missing is one where every
 * file is.
 *
 * @throws {ColonnadeError} `bad-path`, `bad-manifest`, `cannot-read`
 */
export async function compareArtifacts(directory: string, artifacts: readonly Artifact[]): Promise<CompareReport> {
  validatePaths(artifacts);
  const expected = new Map(artifacts.map(({ path, text }) => [path, text]));
  expected.set(manifestName, printManifest(planManifest(artifacts)));
  const manifest = await loadManifest(directory);
  const paths = [...new Set([...expected.keys(), ...manifest.keys()])].sort();
  const found = await loadFolder(directory, paths);
  const files = paths.flatMap((path): ComparedFile[] => {
    const there = found.get(path) ?? "nothing";
    const text = expected.get(path);
    if (text === undefined) return there === "nothing" ? [] : [{ path, state: "left over" }];
    if (there === "nothing") return [{ path, state: "missing" }];
    return [{ path, state: holdsText(there, text) ? "up to date" : "stale" }];
  });
  return { files, upToDate: files.every(({ state }) => state === "up to date") };
}
