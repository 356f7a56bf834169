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
import { renderArtifact } from "./artifact.ts";
import type { Artifact, LazyArtifact, RenderedArtifact, UpToDateArtifact } from "./artifact.ts";
import { foldPath, manifestName } from "./artifact-path.ts";
import type { OutputFolder, PrintedManifest } from "./folder.ts";
import { hashOf, sameHash } from "./hash.ts";
import type { RunInputs } from "./fingerprint.ts";
import type { FileChange, FileRemoval } from "./journal.ts";
import { hashOfArtifact, isStale, judgeFiles } from "./judge.ts";
import type { JudgedFile } from "./judge.ts";
import { noManifest, planManifest, printManifest } from "./manifest.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { nothingStaged, stageFiles } from "./staging.ts";
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
  const changes = work.write();
  const staged = dryRun ? runDry(changes) : stageFiles(folder.directory, { write: changes, remove: work.remove });
  const { written, unchanged, remove, kept, overwritten } = work;
  const removed = remove.map(({ path }) => path);
  for (const paths of [written, unchanged, removed, kept, overwritten]) paths.sort();
  return { ...staged, report: { written, unchanged, removed, kept, overwritten }, manifest: work.manifest() };
}

/** Makes every change without writing it. */
function runDry(changes: Iterable<FileChange>): Staged {
  for (const _ of changes);
  return nothingStaged;
}

interface Work {
  /**
   * The files to write, each rendered as it is asked for, the manifest as the last. Notes what was written and what stays, so
   * it is run once and to its end.
   */
  readonly write: () => Iterable<FileChange>;
  readonly written: string[];
  readonly unchanged: string[];
  readonly remove: readonly FileRemoval[];
  readonly kept: string[];
  readonly overwritten: string[];
  /** After all is written. */
  readonly manifest: () => PrintedManifest;
}

function planWork(folder: OutputFolder, judged: readonly JudgedFile[], inputs: RunInputs | undefined): Work {
  const foreign = judged.filter(({ state }) => state === "not ours").map(({ path }) => path);
  const atManifest = folder.at(manifestName);
  if (foreign.length > 0) throw notOurs(folder, foreign);
  if (atManifest.kind !== "file" && atManifest.kind !== "nothing") throw notOurs(folder, [manifestName]);

  const change = (path: string): FileRemoval => {
    const found = folder.at(path);
    return { path, before: found.kind === "file" ? found.hash : undefined };
  };
  const leftOver = judged.filter(({ state }) => state === "left over");
  const remove = leftOver.filter(({ edited }) => !edited).map(({ path }) => change(path));
  // Where letter case does not count, removing `Products.ts` removes `products.ts`, so that has to be written again.
  const vanishing = new Set(remove.map(({ path }) => foldPath(path)));

  const written: string[] = [];
  const unchanged: string[] = [];
  const files = new Map<string, ManifestEntry>();
  let printed: PrintedManifest = { manifest: noManifest, text: "" };
  function* write(): Iterable<FileChange> {
    let relaid = 0;
    for (const { path, state, artifact } of judged) {
      if (!artifact) continue;
      if ("hash" in artifact || (!isStale(state) && !vanishing.has(foldPath(path)))) {
        files.set(path, entryOfUpToDate(folder, renderArtifact(artifact)));
        unchanged.push(path);
        if (state === "only reformatted") relaid++;
      } else {
        const text = "text" in artifact ? artifact.text : artifact.render();
        files.set(path, entryOf(artifact, text));
        written.push(path);
        yield { ...change(path), text };
      }
    }
    const manifest = planManifest(files, inputs);
    const text = printManifest(manifest);
    printed = { manifest, text };
    const { before } = change(manifestName);
    const nothingElse = written.length === 0;
    // What it says counts, not its layout: a formatter may have been at it. With other changes, it may well be laid out again.
    const says = (old: Manifest): boolean => !old.isMerged && printManifest(old) === text;
    const isUpToDate =
      before !== undefined && (sameHash(before, hashOf(text)) || (nothingElse && says(folder.manifest)));
    if (isUpToDate || (nothingElse && isWorthNoChange(folder.manifest, manifest, relaid))) unchanged.push(manifestName);
    else {
      written.push(manifestName);
      yield { path: manifestName, text, before };
    }
  }
  return {
    write,
    written,
    unchanged,
    remove,
    kept: leftOver.filter(({ edited }) => edited).map(({ path }) => path),
    overwritten: judged.filter(({ state }) => state === "edited by hand").map(({ path }) => path),
    manifest: () => printed,
  };
}

function entryOf({ fingerprint }: RenderedArtifact | LazyArtifact, text: string): ManifestEntry {
  return { hash: hashOf(text), ...(fingerprint !== undefined && { fingerprint }), words: wordsOf(text) };
}

/** The manifest lists what is there, so that a file that a formatter laid out anew is known the next time. */
function entryOfUpToDate(folder: OutputFolder, artifact: RenderedArtifact | UpToDateArtifact): ManifestEntry {
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
