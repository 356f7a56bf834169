import type { FilePlan } from "../emit/index.ts";
import { standingArtifact } from "../output/index.ts";
import type { Artifact, Origin, OutputFolder } from "../output/index.ts";
import type { Plan } from "../plan/index.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import { planCauses, planInputs } from "./inputs.ts";

export interface ArtifactContext {
  readonly folder: OutputFolder;
  readonly origin: Origin;
  readonly parsed: ParsedKeyspace;
  /** The user's own, where their files are laid out by one. */
  readonly format: ((path: string, text: string) => Promise<string>) | undefined;
  /** Whether a file that the manifest proves to stand need not be made. */
  readonly mayStand: boolean;
  /** Whether the folder was taken for what an earlier run wrote: then it is looked at where a file may change. */
  readonly mayBeEdited: boolean;
  readonly onFile?: ((done: number, total: number) => void) | undefined;
}

/** Emits the files of a plan, but for those that stand already. */
export async function makeArtifacts(
  plan: Plan,
  planned: readonly FilePlan[],
  { folder, origin, parsed, format, mayStand, mayBeEdited, onFile }: ArtifactContext,
): Promise<readonly Artifact[]> {
  const inputs = planInputs(origin, plan, planned, parsed.files);
  const causeOf = planCauses(folder, origin, plan, planned, parsed.files);
  const artifacts: Artifact[] = [];
  for (const file of planned) {
    const { path, madeFrom, emit } = file;
    onFile?.(artifacts.length, planned.length);
    const own = inputs(madeFrom);
    const standing = mayStand ? standingArtifact(folder, path, own) : undefined;
    if (standing) {
      artifacts.push(standing);
      continue;
    }
    if (mayBeEdited) folder.lookAt(path);
    const cause = causeOf(file, own);
    const text = format ? await format(path, emit()) : emit();
    artifacts.push({ path, inputs: own, cause, text });
  }
  return artifacts;
}
