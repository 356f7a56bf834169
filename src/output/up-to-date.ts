import type { UpToDateArtifact } from "./artifact.ts";
import type { OutputFolder } from "./folder.ts";

/**
 * Returns the file at a path if it is up to date: the manifest lists it with this fingerprint, and its bytes are
 * unchanged. Does not compare times, so a fresh clone is as good as the original folder.
 */
export function upToDateArtifact(
  folder: OutputFolder,
  path: string,
  fingerprint: string,
): UpToDateArtifact | undefined {
  // A file that is removed with a left-over twin has to be written again.
  return folder.hasTwins ? undefined : findUpToDate(folder, path, fingerprint);
}

function findUpToDate(folder: OutputFolder, path: string, fingerprint: string): UpToDateArtifact | undefined {
  const entry = folder.manifest.files.get(path);
  if (entry?.fingerprint !== fingerprint) return undefined;
  const found = folder.at(path);
  return found.kind === "file" && found.hash === entry.hash ? { path, hash: entry.hash, fingerprint } : undefined;
}

/**
 * Returns all files of the manifest if each is up to date and their fingerprints are exactly the expected ones.
 *
 * @param needed the fingerprints that must each have a file
 * @param isKnown whether a fingerprint is expected
 */
export function upToDateArtifacts(
  folder: OutputFolder,
  needed: ReadonlySet<string>,
  isKnown: (fingerprint: string) => boolean,
): readonly UpToDateArtifact[] | undefined {
  const without = new Set(needed);
  const artifacts: UpToDateArtifact[] = [];
  for (const [path, { fingerprint = "" }] of folder.manifest.files) {
    const artifact = isKnown(fingerprint) ? findUpToDate(folder, path, fingerprint) : undefined;
    if (!artifact) return undefined;
    without.delete(fingerprint);
    artifacts.push(artifact);
  }
  return without.size === 0 ? artifacts : undefined;
}
