import { finishInterrupted, noteWritten, stageArtifacts } from "../output/index.ts";
import type { StagedArtifacts } from "../output/index.ts";
import { forEveryTarget } from "./every-target.ts";
import type { Memory } from "./memory.ts";
import type { Rendering } from "./rendering.ts";
import type { GenerateReport, Target } from "./target.ts";

/** Makes an output folder fit to be read: what an earlier run decided and could not do is done. */
export function prepareOutput({ output }: Target, memory?: Memory): void {
  // What this process wrote last, it finished.
  if (!memory?.of(output)) finishInterrupted(output);
}

/** Writes all of them or none, and leaves the memory what they are now. */
export async function writeRenderings(
  renderings: readonly Rendering[],
  { dryRun, memory }: { readonly dryRun: boolean; readonly memory?: Memory | undefined },
): Promise<readonly GenerateReport[]> {
  const staged: StagedArtifacts[] = [];
  try {
    const reports = await forEveryTarget(
      renderings,
      async ({ keyspace, tables, warnings, folder, artifacts, origin }): Promise<GenerateReport> => {
        const work = await stageArtifacts(folder, artifacts, { dryRun, origin });
        staged.push(work);
        return { keyspace, tables, warnings, report: work.report };
      },
    );
    for (const { commit } of staged) commit();
    for (const { finish } of staged) finish();
    if (!dryRun) renderings.forEach((rendering, index) => remember(rendering, staged[index], memory));
    return reports;
  } catch (error) {
    for (const { discard } of staged) discard();
    throw error;
  }
}

function remember({ folder, files, parsed }: Rendering, work?: StagedArtifacts, memory?: Memory): void {
  if (!work || !memory) return;
  memory.remember(folder.directory, { files, parsed, written: noteWritten(folder.directory, work.manifest) });
}
