import type { StandingArtifact } from "./artifact.ts";
import type { OutputFolder } from "./folder.ts";

/**
 * The file at a path when it is what it would be now: the manifest has it with these inputs, and the very bytes that it
 * has are there. Times are never asked, so a fresh clone is as good as the folder that was written to.
 */
export function standingArtifact(folder: OutputFolder, path: string, inputs: string): StandingArtifact | undefined {
  // A file that goes with a left-over twin has to be written again.
  return folder.hasTwins ? undefined : standing(folder, path, inputs);
}

function standing(folder: OutputFolder, path: string, inputs: string): StandingArtifact | undefined {
  const entry = folder.manifest.files.get(path);
  if (entry?.inputs !== inputs) return undefined;
  const found = folder.at(path);
  return found.kind === "file" && found.hash === entry.hash ? { path, hash: entry.hash, inputs } : undefined;
}

/**
 * All files of the manifest, when each of them stands and together they are made from just these inputs.
 *
 * @param needed the inputs of which each must have a file
 * @param isKnown tells the inputs that a file may have
 */
export function standingArtifacts(
  folder: OutputFolder,
  needed: ReadonlySet<string>,
  isKnown: (inputs: string) => boolean,
): readonly StandingArtifact[] | undefined {
  const without = new Set(needed);
  const artifacts: StandingArtifact[] = [];
  for (const [path, { inputs = "" }] of folder.manifest.files) {
    const artifact = isKnown(inputs) ? standing(folder, path, inputs) : undefined;
    if (!artifact) return undefined;
    without.delete(inputs);
    artifacts.push(artifact);
  }
  return without.size === 0 ? artifacts : undefined;
}
