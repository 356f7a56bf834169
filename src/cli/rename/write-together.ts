/** Plans the changes of bindings, and writes them together with other files: all or none. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Rendering } from "../../generate.ts";
import { ifThere } from "../../output/folder.ts";
import { hashOf, planArtifacts, stageFiles } from "../../output/index.ts";
import type { FileChange, FileRemoval } from "../../output/index.ts";

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
