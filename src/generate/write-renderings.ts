/** Writes the bindings of several keyspaces: all or none, on their own or with other files. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { ifThere } from "../output/folder.ts";
import {
  finishInterrupted,
  isInterrupted,
  noteWritten,
  stageArtifacts,
  hashOf,
  planArtifacts,
  stageFiles,
} from "../output/index.ts";
import type { Artifact, OutputFolder, RunInputs, StagedArtifacts, FileChange, FileRemoval } from "../output/index.ts";
import type { DefinitionFiles } from "../source/folder.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import type { RunCache } from "./run-cache.ts";
import type { GenerateReport, Target, TargetReport } from "./target.ts";

/** Does what an earlier run decided and could not do. @returns what to say of it */
export function finishEarlier({ output }: Target, cache?: RunCache): readonly Problem[] {
  // What this process wrote last, it finished.
  if (cache?.get(output) || !finishInterrupted(output)) return [];
  return [
    {
      code: "interrupted-run",
      message: `an earlier run was interrupted while it wrote to ${output}: that is done now`,
    },
  ];
}

/** What to say of an output folder that a run left half old and half new. */
export function tellInterrupted({ output }: Target): readonly Problem[] {
  if (!isInterrupted(output)) return [];
  const message = `a run was interrupted while it wrote to ${output}: some files are old and some are new`;
  return [{ code: "interrupted-run", message, next: "colonnade generate does the rest" }];
}

/** Writes all of them or none, and leaves the cache what they are now. */
export async function writeRenderings(
  renderings: readonly Rendering[],
  { dryRun, cache }: { readonly dryRun: boolean; readonly cache?: RunCache | undefined },
): Promise<readonly GenerateReport[]> {
  const staged = new Map<Rendering, StagedArtifacts>();
  try {
    // The innermost first: a new folder is made as a whole, which it cannot be once another was made in it.
    const inwards = renderings.toSorted((one, other) => other.folder.directory.length - one.folder.directory.length);
    await forEveryTarget(inwards, async (rendering) => {
      const { folder, artifacts, inputs } = rendering;
      staged.set(rendering, await stageArtifacts(folder, artifacts, { dryRun, inputs }));
    });
    for (const { commit } of staged.values()) commit();
    for (const { finish } of staged.values()) finish();
  } catch (error) {
    for (const { discard } of staged.values()) discard();
    throw error;
  }
  return renderings.map((rendering): GenerateReport => {
    const { keyspace, tables, warnings, folder, files, parsed } = rendering;
    const { report, manifest } = staged.get(rendering) as StagedArtifacts;
    if (!dryRun) {
      cache?.set(folder.directory, { files, parsed, written: noteWritten(folder.directory, manifest) });
    }
    return { keyspace, tables, warnings, report };
  });
}

/**
 * Processes every target before reporting a failure, so that a mistake in one leaves no other half done.
 *
 * @throws {ColonnadeError} with the mistakes of every target, if several have some
 */
export async function forEveryTarget<Target, Result>(
  targets: readonly Target[],
  work: (target: Target) => Promise<Result>,
): Promise<readonly Result[]> {
  const errors: ColonnadeError[] = [];
  const results: Result[] = [];
  for (const target of targets) {
    try {
      results.push(await work(target));
    } catch (error) {
      if (!isColonnadeError(error)) throw error;
      errors.push(error);
    }
  }
  // Two outputs of one keyspace have the same mistakes.
  const different = [
    ...new Map(errors.map((error) => [JSON.stringify([error.message, error.problems]), error])).values(),
  ];
  const [first, ...rest] = different;
  if (first && rest.length === 0) throw first;
  if (first) {
    const message = `${different.length} outputs cannot be generated; nothing was written`;
    throw new ColonnadeError(first.code, message, { kind: first.kind, problems: different.flatMap(problemsOf) });
  }
  return results;
}

/** The mistakes in an error; the error itself where it lists none. */
function problemsOf({ code, message, next, problems }: ColonnadeError): readonly Problem[] {
  return problems.length > 0 ? problems : [{ code, message, next }];
}

/** The bindings of a keyspace before they are written or compared. */
export interface Rendering extends TargetReport {
  /** The output folder in the state found. */
  readonly folder: OutputFolder;
  readonly inputs: RunInputs;
  readonly artifacts: readonly Artifact[];
  readonly files: DefinitionFiles;
  /** Undefined if nothing had to be parsed. */
  readonly parsed?: ParsedKeyspace | undefined;
}

/** A file with its new text, and the text that it was decided from; undefined if there was none. */
export interface TextChange {
  /** Absolute. */
  readonly path: string;
  readonly before: string | undefined;
  readonly text: string;
}

/** The changes of bindings, with their texts. */
interface BindingChanges {
  readonly write: readonly TextChange[];
  /** Absolute. */
  readonly remove: readonly TextRemoval[];
}

interface TextRemoval {
  readonly path: string;
  readonly before: string;
}

/** What a run would write and remove. Writes nothing. */
export async function planBindings(renderings: readonly Rendering[]): Promise<BindingChanges> {
  const write: TextChange[] = [];
  const remove: TextRemoval[] = [];
  for (const { folder, artifacts, inputs } of renderings) {
    const changes = await planArtifacts(folder, artifacts, inputs);
    const placed = ({ path }: FileRemoval): string => join(folder.directory, path);
    const textAt = (path: string): string | undefined => ifThere(path, () => readFileSync(path, "utf8"));
    for (const change of changes.write) {
      const path = placed(change);
      write.push({ path, before: textAt(path), text: change.text });
    }
    for (const change of changes.remove) remove.push({ path: placed(change), before: textAt(placed(change)) ?? "" });
  }
  return { write, remove };
}

/**
 * Writes all of these files or none, whatever stops the process: the journal is in an output folder, where the next run
 * of any command looks for it.
 */
export function writeTogether(output: string, { write, remove }: BindingChanges): void {
  const entry = ({ path, before }: { readonly path: string; readonly before: string | undefined }): FileRemoval => ({
    path: relative(output, path).replaceAll("\\", "/"),
    before: before === undefined ? undefined : hashOf(before),
  });
  const changes = write.map((change): FileChange => ({ ...entry(change), text: change.text }));
  const { commit, finish, discard } = stageFiles(output, { write: changes, remove: remove.map(entry) });
  try {
    commit();
    finish();
  } catch (error) {
    discard();
    throw error;
  }
}
