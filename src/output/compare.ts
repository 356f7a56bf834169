import { manifestName } from "./artifact-path.ts";
import { renderArtifact } from "./artifact.ts";
import type { Artifact } from "./artifact.ts";
import type { Difference } from "./difference.ts";
import type { OutputFolder } from "./folder.ts";
import { sameHash } from "./hash.ts";
import { hashOfArtifact, holds, isStale, judgeFiles } from "./judge.ts";
import type { FileState, JudgedFile } from "./judge.ts";

/** A stale file that was explained has its difference. */
export interface ComparedFile extends Partial<Difference> {
  /** Relative to the output folder. */
  readonly path: string;
  readonly state: FileState;
  /** Whether a run would write or remove it. */
  readonly stale: boolean;
  /** Left over, and somebody wrote something else into it: a run leaves it to them. */
  readonly edited?: boolean;
}

export interface CompareReport {
  /** In code-unit order of their paths; the manifest is one of them. */
  readonly files: readonly ComparedFile[];
  /** Whether none is stale: `writeArtifacts` would write no file but maybe the manifest. */
  readonly upToDate: boolean;
}

export interface CompareOptions {
  /** How many stale files get their declarations and their diff, the first ones. @default 20 */
  readonly explained?: number;
}

/**
 * Reports how a folder differs from what would be written to it. Reads only; a folder that is missing is one where every
 * file is.
 *
 * @throws {ColonnadeError} `bad-path`, `cannot-read`
 */
export async function compareArtifacts(
  folder: OutputFolder,
  artifacts: readonly Artifact[],
  { explained = 20 }: CompareOptions = {},
): Promise<CompareReport> {
  const judged = await judgeFiles(folder, artifacts);
  const states = new Map(judged.map((file) => [file.path, file]));
  const compared = judged.map(({ path, state, edited }): ComparedFile => {
    return { path, state, stale: isStale(state), ...(state === "left over" && edited && { edited }) };
  });
  const files = [...compared, ...compareManifest(folder, judged)].sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
  const differing = files.filter(({ path, stale }) => stale && textOf(states.get(path)) !== undefined);
  // Of somebody else's file there is nothing to tell.
  const ours = differing.filter(({ path, state }) => folder.at(path).kind === "file" && state !== "not ours");
  const toExplain = new Set(ours.slice(0, explained));
  const report = { files, upToDate: !files.some(({ stale }) => stale) };
  if (toExplain.size === 0) return report;
  const { showDifference } = await import("./difference.ts");
  const explain = (file: ComparedFile): ComparedFile =>
    toExplain.has(file)
      ? { ...file, ...showDifference(folder.text(file.path), textOf(states.get(file.path)) ?? "") }
      : file;
  return { ...report, files: files.map(explain) };
}

function textOf(judged: JudgedFile | undefined): string | undefined {
  return judged?.artifact && "text" in judged.artifact ? judged.artifact.text : undefined;
}

/**
 * The manifest is bound to change with the files that it lists. On its own it is stale when it does not list what is there,
 * as after a merge of which one side was taken; what files are made from, and by which version, makes it none.
 */
function compareManifest(folder: OutputFolder, judged: readonly JudgedFile[]): readonly ComparedFile[] {
  const path = manifestName;
  if (folder.at(path).kind === "nothing") return [{ path, state: "missing", stale: true }];
  if (judged.some(({ state }) => isStale(state))) return [];
  const { files, isMerged } = folder.manifest;
  const lists = ({ path, state, artifact }: JudgedFile): boolean => {
    const listed = files.get(path)?.hash;
    if (listed === undefined || !artifact) return false;
    return (
      state === "only reformatted" ||
      sameHash(listed, hashOfArtifact(renderArtifact(artifact))) ||
      holds(folder.at(path), listed)
    );
  };
  const state = !isMerged && files.size === judged.length && judged.every(lists) ? "up to date" : "edited by hand";
  return [{ path, state, stale: isStale(state) }];
}
