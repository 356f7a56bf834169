import type { FilePlan } from "../emit/index.ts";
import { upToDateArtifact } from "../output/index.ts";
import type { Artifact, RunInputs, OutputFolder } from "../output/index.ts";
import type { Plan } from "../plan/index.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import { planCauses, planFingerprints } from "./fingerprints.ts";

export interface ArtifactContext {
  readonly folder: OutputFolder;
  readonly inputs: RunInputs;
  readonly parsed: ParsedKeyspace;
  /** The user's own, where their files are laid out by one. */
  readonly format: ((path: string, text: string) => Promise<string>) | undefined;
  /** Whether a file that is up to date by its fingerprint need not be made. */
  readonly mayReuse: boolean;
  /** Whether the folder was taken for what an earlier run wrote: then it is looked at where a file may change. */
  readonly mayBeEdited: boolean;
  readonly onFile?: ((done: number, total: number) => void) | undefined;
}

/** Emits the files of a plan, except those that are up to date. */
export async function makeArtifacts(
  plan: Plan,
  planned: readonly FilePlan[],
  { folder, inputs, parsed, format, mayReuse, mayBeEdited, onFile }: ArtifactContext,
): Promise<readonly Artifact[]> {
  const fingerprints = planFingerprints(inputs, plan, planned, parsed.files);
  const causeOf = planCauses(folder, inputs, plan, planned, parsed.files);
  const artifacts: Artifact[] = [];
  for (const file of planned) {
    const { path, madeFrom, emit } = file;
    onFile?.(artifacts.length, planned.length);
    const own = fingerprints(madeFrom);
    const upToDate = mayReuse ? upToDateArtifact(folder, path, own) : undefined;
    if (upToDate) {
      artifacts.push(upToDate);
      continue;
    }
    if (mayBeEdited) folder.lookAt(path);
    const cause = causeOf(file, own);
    const text = format ? await format(path, emit()) : emit();
    artifacts.push({ path, fingerprint: own, cause, text });
  }
  return artifacts;
}
