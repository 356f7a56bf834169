import { manifestName, renderArtifact, sameHash } from "./artifact.ts";
import type { Artifact } from "./artifact.ts";
import type { OutputFolder } from "./folder.ts";
import { hashOfArtifact, holds, isStale, judgeFiles, loadDeclarations } from "./judge.ts";
import type { FileState, JudgedFile } from "./judge.ts";

interface Difference {
  /** By name, with the members of interfaces: `["ProductsRow.price", "insertProducts"]`. Absent without the compiler. */
  readonly declarations?: readonly string[];
  /** The hunks of a unified diff, from the existing file to what a run would write. */
  readonly diff: string;
}

/** A file and its state. The first stale files come with their difference. */
export interface ComparedFile extends Partial<Difference> {
  /** Relative to the output folder. */
  readonly path: string;
  readonly state: FileState;
  /** Whether a run would write or remove the file. */
  readonly stale: boolean;
  /** Whether a left-over file was edited; a run does not remove it then. */
  readonly edited?: boolean;
}

export interface CompareReport {
  /** In code-unit order of their paths, including the manifest. */
  readonly files: readonly ComparedFile[];
  /** Whether no file is stale: `writeArtifacts` would write at most the manifest. */
  readonly upToDate: boolean;
}

export interface CompareOptions {
  /** How many stale files are compared in detail, from the first on. @default 20 */
  readonly explained?: number;
}

/**
 * Reports how a folder differs from what a run would write. Only reads. If the folder is missing, every file is
 * missing.
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
    return { path, state, stale: isStale(state), ...(edited && { edited }) };
  });
  const files = [...compared, ...compareManifest(folder, judged)].sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
  const differing = files.filter(({ path, stale }) => stale && textOf(states.get(path)) !== undefined);
  // Files that are not ours are not compared.
  const ours = differing.filter(({ path, state }) => folder.at(path).kind === "file" && state !== "not ours");
  const toExplain = new Set(ours.slice(0, explained));
  const report = { files, upToDate: !files.some(({ stale }) => stale) };
  if (toExplain.size === 0) return report;
  const explain = async (file: ComparedFile): Promise<ComparedFile> =>
    toExplain.has(file)
      ? { ...file, ...(await showDifference(folder.text(file.path), textOf(states.get(file.path)) ?? "")) }
      : file;
  return { ...report, files: await Promise.all(files.map(explain)) };
}

function textOf(judged: JudgedFile | undefined): string | undefined {
  return judged?.artifact && "text" in judged.artifact ? judged.artifact.text : undefined;
}

/** With more edits than this, two texts have too little in common for a useful diff. */
const mostEdits = 5000;

/** Compares an existing file with what a run would write. */
async function showDifference(existing: string, wanted: string): Promise<Difference> {
  // Loaded only when a file is out of date.
  const { OMIT_HEADERS, createPatch } = await import("diff");
  const plain = existing.replaceAll("\r\n", "\n");
  const patch = createPatch("", plain, wanted, "", "", {
    headerOptions: OMIT_HEADERS,
    context: 3,
    maxEditLength: mostEdits,
  });
  const declarations = (await loadDeclarations("the list of declarations"))?.differingDeclarations(plain, wanted);
  return { ...(declarations && { declarations }), diff: patch ?? "" };
}

/**
 * Compares the manifest. It changes with any file that it lists. On its own it is stale only if it does not list the
 * existing files, for instance after a merge that took one side. Different inputs or a different version alone do not
 * make it stale.
 */
function compareManifest(folder: OutputFolder, judged: readonly JudgedFile[]): readonly ComparedFile[] {
  const path = manifestName;
  if (folder.at(path).kind === "nothing") return [{ path, state: "missing", stale: true }];
  if (judged.some(({ state }) => isStale(state))) return [];
  const { files, merged } = folder.manifest;
  const lists = ({ path, state, artifact }: JudgedFile): boolean => {
    const listed = files.get(path)?.hash;
    if (listed === undefined || !artifact) return false;
    return (
      state === "only reformatted" ||
      sameHash(listed, hashOfArtifact(renderArtifact(artifact))) ||
      holds(folder.at(path), listed)
    );
  };
  const isWhole = files.size === judged.length && judged.every(lists);
  const state = merged ? "merged" : isWhole ? "up to date" : "edited by hand";
  return [{ path, state, stale: isStale(state) }];
}
