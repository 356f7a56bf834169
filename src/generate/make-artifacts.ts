import type { DocumentsFilePlan } from "../emit/documents.ts";
import { upToDateArtifact } from "../output/index.ts";
import type { Artifact, RunInputs, OutputFolder } from "../output/index.ts";
import type { Plan } from "../plan/index.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import { renderDocuments } from "./render-documents.ts";
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

/** The files of a plan: those that are up to date, and the others to be emitted. */
export async function makeArtifacts(
  plan: Plan,
  planned: readonly DocumentsFilePlan[],
  { folder, inputs, parsed, format, mayReuse, mayBeEdited, onFile }: ArtifactContext,
): Promise<readonly Artifact[]> {
  const fingerprints = planFingerprints(inputs, plan, planned, parsed.files);
  const causeOf = planCauses(folder, inputs, plan, planned, parsed.files);
  const artifacts: Artifact[] = [];
  let done = 0;
  for (const file of planned) {
    const { path, madeFrom, emit, graphql } = file;
    const own = fingerprints(madeFrom);
    const upToDate = mayReuse ? upToDateArtifact(folder, path, own) : undefined;
    if (upToDate) {
      onFile?.(++done, planned.length);
      artifacts.push(upToDate);
      continue;
    }
    if (mayBeEdited) folder.lookAt(path);
    const artifact = { path, fingerprint: own, cause: causeOf(file, own) };
    const render = (): string => {
      onFile?.(++done, planned.length);
      return emit();
    };
    const text = graphql ? await renderDocuments({ path, render, ...graphql() }) : undefined;
    // A formatter may have to be waited for.
    if (format) artifacts.push({ ...artifact, text: await format(path, text ?? render()) });
    else artifacts.push(text === undefined ? { ...artifact, render } : { ...artifact, text });
  }
  return artifacts;
}
