import type { Artifact } from "./artifact.ts";
import { manifestName, validatePaths } from "./artifact-path.ts";
import type { OutputFolder } from "./folder.ts";
import { sameHash } from "./hash.ts";
import type { Manifest } from "./manifest.ts";
import { hashOfArtifact, holds } from "./write.ts";

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
  /** Whether `writeArtifacts` would find nothing to do, or no more than to note in the manifest what files are made from. */
  readonly upToDate: boolean;
}

/**
 * Reports how a folder differs from what would be written to it. Reads only; a folder that is missing is one where every
 * file is.
 *
 * @throws {ColonnadeError} `bad-path`, `cannot-read`
 */
export function compareArtifacts(folder: OutputFolder, artifacts: readonly Artifact[]): CompareReport {
  validatePaths(artifacts);
  const expected = new Map(artifacts.map((artifact) => [artifact.path, hashOfArtifact(artifact)]));
  const { manifest } = folder;
  const paths = [...new Set([...expected.keys(), ...manifest.files.keys(), manifestName])].sort();
  const files = paths.flatMap((path): ComparedFile[] => {
    const found = folder.at(path);
    const hash = expected.get(path);
    if (path === manifestName) {
      return [
        { path, state: found.kind === "nothing" ? "missing" : lists(manifest, expected) ? "up to date" : "stale" },
      ];
    }
    if (hash === undefined) return found.kind === "nothing" ? [] : [{ path, state: "left over" }];
    if (found.kind === "nothing") return [{ path, state: "missing" }];
    return [{ path, state: holds(found, hash) ? "up to date" : "stale" }];
  });
  return { files, upToDate: files.every(({ state }) => state === "up to date") };
}

/** Whether a manifest lists these files with these hashes: what they are made from, and by which version, makes none stale. */
function lists({ files }: Manifest, expected: ReadonlyMap<string, string>): boolean {
  const listed = (path: string, hash: string): boolean => sameHash(files.get(path)?.hash ?? "", hash);
  return files.size === expected.size && [...expected].every(([path, hash]) => listed(path, hash));
}
