/**
 * The only room that writes generated files. In come a folder as it was found and its artifacts, out goes a report of what
 * was done.
 *
 * Everything is read and judged before the first byte is written, and written as a whole or not at all. A file that we did
 * not make is never touched, one that says what it should keeps its layout and its time of change, and one that we made and
 * need no more is removed. Prints nothing.
 */
import { join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";
import { foldPath, manifestName } from "./artifact-path.ts";
import type { OutputFolder, PrintedManifest } from "./folder.ts";
import { hashOf, sameHash } from "./hash.ts";
import type { RunInputs } from "./fingerprint.ts";
import type { FileChange, FileRemoval } from "./journal.ts";
import { hashOfArtifact, isStale, judgeFiles } from "./judge.ts";
import type { JudgedFile } from "./judge.ts";
import { planManifest, printManifest } from "./manifest.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { stageFiles } from "./staging.ts";
import type { Staged } from "./staging.ts";
import { validateFolder } from "./validate-folder.ts";
import { wordsOf } from "./words.ts";

/** Paths relative to the output folder, in code-unit order; the manifest is one of the files. */
export interface WriteReport {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Needed no more, but edited since they were written: they stay, and are ours no longer. */
  readonly kept: readonly string[];
  /** Those of the written that somebody had edited. */
  readonly overwritten: readonly string[];
}

export interface WriteOptions {
  /** Judge everything and report what would be done, but write nothing. @default false */
  readonly dryRun?: boolean;
  /** What the artifacts' fingerprint were made with, for the manifest. */
  readonly inputs?: RunInputs;
}

/** Files that are written aside, and what will have been done when they are in their places. */
export interface StagedArtifacts extends Staged {
  readonly report: WriteReport;
  /** The manifest that will stand. */
  readonly manifest: PrintedManifest;
}

/**
 * Makes the folder hold these artifacts, its manifest, and whatever was there and is not ours.
 *
 * @param folder is created when missing
 * @throws {ColonnadeError} before anything is written: `bad-path`, `bad-output`, or `not-ours` with every file that stands
 * in the way; later only `cannot-write`, when the machine refuses
 */
export async function writeArtifacts(
  folder: OutputFolder,
  artifacts: readonly Artifact[],
  options: WriteOptions = {},
): Promise<WriteReport> {
  const { report, commit, finish } = await stageArtifacts(folder, artifacts, options);
  commit();
  finish();
  return report;
}

/** Judges everything and writes the new files aside: for callers with several folders, who commit when all are staged. */
export async function stageArtifacts(
  folder: OutputFolder,
  artifacts: readonly Artifact[],
  { dryRun = false, inputs }: WriteOptions = {},
): Promise<StagedArtifacts> {
  validateFolder(folder.directory);
  const work = planWork(folder, await judgeFiles(folder, artifacts), inputs);
  const staged = stageFiles(folder.directory, dryRun ? { write: [], remove: [] } : work);
  const report = {
    written: work.write.map(({ path }) => path).sort(),
    unchanged: work.unchanged.sort(),
    removed: work.remove.map(({ path }) => path).sort(),
    kept: work.kept.sort(),
    overwritten: work.overwritten.sort(),
  };
  return { ...staged, report, manifest: work.manifest };
}

interface Work {
  /** The manifest is the last. */
  readonly write: FileChange[];
  readonly remove: readonly FileRemoval[];
  readonly unchanged: string[];
  readonly kept: string[];
  readonly overwritten: string[];
  readonly manifest: PrintedManifest;
}

function planWork(folder: OutputFolder, judged: readonly JudgedFile[], inputs: RunInputs | undefined): Work {
  const foreign = judged.filter(({ state }) => state === "not ours").map(({ path }) => path);
  const atManifest = folder.at(manifestName);
  if (foreign.length > 0) throw notOurs(folder, foreign);
  if (atManifest.kind !== "file" && atManifest.kind !== "nothing") throw notOurs(folder, [manifestName]);

  const change = ({ path }: { readonly path: string }): FileRemoval => {
    const found = folder.at(path);
    return { path, before: found.kind === "file" ? found.hash : undefined };
  };
  const leftOver = judged.filter(({ state }) => state === "left over");
  const remove = leftOver.filter(({ edited }) => !edited).map(change);
  // Where letter case does not count, removing `Products.ts` removes `products.ts`, so that has to be written again.
  const vanishing = new Set(remove.map(({ path }) => foldPath(path)));

  const files = new Map<string, ManifestEntry>();
  const write: FileChange[] = [];
  const unchanged: string[] = [];
  let relaid = 0;
  for (const { path, state, artifact } of judged) {
    if (!artifact) continue;
    const text = "text" in artifact ? artifact.text : undefined;
    const stays = text === undefined || (!isStale(state) && !vanishing.has(foldPath(path)));
    files.set(path, stays ? entryOfUpToDate(folder, artifact) : entryOf(artifact, text));
    if (!stays) write.push({ ...change({ path }), text });
    else unchanged.push(path);
    if (stays && state === "only reformatted") relaid++;
  }
  const manifest = planManifest(files, inputs);
  const text = printManifest(manifest);
  const { before } = change({ path: manifestName });
  // What it says counts, not its layout: a formatter may have been at it. With other changes, it may well be laid out again.
  const says = (old: Manifest): boolean => !old.isMerged && printManifest(old) === text;
  const stands =
    before !== undefined && (sameHash(before, hashOf(text)) || (write.length === 0 && says(folder.manifest)));
  const stays = stands || (write.length === 0 && isWorthNoChange(folder.manifest, manifest, relaid));
  if (stays) unchanged.push(manifestName);
  else write.push({ path: manifestName, text, before });
  return {
    write,
    remove,
    unchanged,
    kept: leftOver.filter(({ edited }) => edited).map(({ path }) => path),
    overwritten: judged.filter(({ state }) => state === "edited by hand").map(({ path }) => path),
    manifest: { manifest, text },
  };
}

function entryOf(artifact: Artifact, text: string): ManifestEntry {
  const { fingerprint } = artifact;
  return { hash: hashOfArtifact(artifact), ...(fingerprint !== undefined && { fingerprint }), words: wordsOf(text) };
}

/** The manifest lists what is there, so that a file that a formatter laid out anew is known the next time. */
function entryOfUpToDate(folder: OutputFolder, artifact: Artifact): ManifestEntry {
  const { path, fingerprint } = artifact;
  const found = folder.at(path);
  const hash = found.kind === "file" ? found.hash : hashOfArtifact(artifact);
  const listed = folder.manifest.files.get(path);
  // Of what did not change, the manifest has the line already.
  if (listed && !("text" in artifact) && listed.hash === hash && listed.fingerprint === fingerprint) return listed;
  const words = "text" in artifact ? wordsOf(artifact.text) : listed?.words;
  return { hash, ...(fingerprint !== undefined && { fingerprint }), ...(words !== undefined && { words }) };
}

/**
 * Whether the manifest would only tell that another version of Colonnade made the same files, or that a formatter laid some
 * out anew: a line for each of them in somebody's next review would tell nothing. The next change will tell it.
 */
function isWorthNoChange(old: Manifest, wanted: Manifest, relaid: number): boolean {
  // One of an older format knows too little.
  const isOld = wanted.keyspace !== undefined && old.keyspace === undefined;
  if (old.isMerged || isOld || old.files.size !== wanted.files.size) return false;
  const differing = [...wanted.files].filter(([path, { hash }]) => !sameHash(old.files.get(path)?.hash ?? "", hash));
  return differing.length <= relaid && (relaid > 0 || old.generator !== wanted.generator);
}

function notOurs(folder: OutputFolder, paths: readonly string[]): ColonnadeError {
  const what = paths.length === 1 ? "a file that Colonnade did not write is" : "files that Colonnade did not write are";
  return new ColonnadeError("not-ours", `${what} in the way; nothing was written`, {
    next: "move or delete them, or choose another output folder",
    problems: paths.map((path) => {
      const { kind } = folder.at(path);
      const message = kind === "file" ? "is not one of the generated files" : `there is ${kind} in the way`;
      return { code: "not-ours", message, file: join(folder.directory, path) };
    }),
  });
}
