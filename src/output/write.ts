/**
 * Writes the artifacts to an output folder, and reports what was written. The only module that writes generated files.
 *
 * Reads and judges everything before the first byte is written; writes all files or none. Never changes a file of someone
 * else, keeps the layout and the modification time of a file with the right content, and removes a generated file that is
 * no longer needed. Prints nothing.
 */
import { join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { encode, foldPath, fromSources, hashOf, manifestName, renderArtifact, sameHash } from "./artifact.ts";
import type { Artifact, LazyArtifact, RenderedArtifact, RunInputs, UpToDateArtifact } from "./artifact.ts";
import type { OutputFolder, PrintedManifest } from "./folder.ts";
import { hashOfArtifact, isStale, judgeFiles } from "./judge.ts";
import type { JudgedFile } from "./judge.ts";
import { noManifest, planManifest, printManifest } from "./manifest.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { nothingStaged, stageFiles } from "./staging.ts";
import type { FileChange, FileChanges, FileRemoval, Staged } from "./staging.ts";
import { validateFolder } from "./validate-folder.ts";
import { wordsOf } from "./words.ts";

/** Paths relative to the output folder, in code-unit order; the manifest is one of the files. */
export interface WriteReport {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** No longer needed, but edited since they were written: they are kept, and no longer listed in the manifest. */
  readonly kept: readonly string[];
  /** The written files that someone had edited. */
  readonly overwritten: readonly string[];
}

export interface WriteOptions {
  /** Judge everything and report what would be done, but write nothing. @default false */
  readonly dryRun?: boolean;
  /** The inputs that the artifacts' fingerprints were made from, for the manifest. */
  readonly inputs?: RunInputs;
}

/** Files that are written aside, with the report for when they are in place. */
export interface StagedArtifacts extends Staged {
  readonly report: WriteReport;
  /** The manifest after the change. */
  readonly manifest: PrintedManifest;
}

/**
 * Writes these artifacts and the manifest to the folder. Files of others in it stay.
 *
 * @param folder is created if missing
 * @throws {ColonnadeError} before anything is written: `bad-path`, `bad-output`, or `not-ours` with every file that stands
 * in the way; after that only `cannot-write`, if the system refuses
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

/** Judges everything and writes the new files aside, so that a caller with several folders commits after staging all. */
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

/** The changes of a folder, with their texts, for a caller that writes them with others. */
export async function planArtifacts(
  folder: OutputFolder,
  artifacts: readonly Artifact[],
  inputs: RunInputs,
): Promise<FileChanges> {
  validateFolder(folder.directory);
  const { write, remove } = planWork(folder, await judgeFiles(folder, artifacts), inputs);
  return { write: [...write()], remove };
}

/** Makes every change without writing it. */
function runDry(changes: Iterable<FileChange>): Staged {
  for (const _ of changes);
  return nothingStaged;
}

interface Work {
  /**
   * The files to write, the manifest last, each rendered when it is requested. Records what is written and what is unchanged,
   * so it must run once and to its end.
   */
  readonly write: () => Iterable<FileChange>;
  readonly written: string[];
  readonly unchanged: string[];
  readonly remove: readonly FileRemoval[];
  readonly kept: string[];
  readonly overwritten: string[];
  /** Known once everything is written. */
  readonly manifest: () => PrintedManifest;
}

function planWork(folder: OutputFolder, judged: readonly JudgedFile[], inputs: RunInputs | undefined): Work {
  const foreign = judged.filter(({ state }) => state === "not ours").map(({ path }) => path);
  const atManifest = folder.at(manifestName);
  if (foreign.length > 0) throw notOurs(folder, foreign);
  if (atManifest.kind !== "file" && atManifest.kind !== "nothing") throw notOurs(folder, [manifestName]);

  const hashAt = (path: string): string | undefined => {
    const found = folder.at(path);
    return found.kind === "file" ? found.hash : undefined;
  };
  const leftOver = judged.filter(({ state }) => state === "left over");
  const remove = leftOver
    .filter(({ edited }) => !edited)
    .map(({ path }): FileRemoval => ({ path, before: hashAt(path) }));
  // On a case-insensitive file system, removing `Products.ts` removes `products.ts`, which then has to be written again.
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
        yield { path, before: hashAt(path), text };
      }
    }
    const manifest = planManifest(files, inputs);
    const text = printManifest(manifest);
    printed = { manifest, text };
    const before = hashAt(manifestName);
    const nothingElse = written.length === 0;
    // Its content is compared, not its layout, which a formatter may have changed. With other changes it is laid out again.
    const says = (old: Manifest): boolean => !old.merged && printManifest(old) === text;
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
  const bytes = encode(text);
  return { hash: hashOf(bytes), fingerprint, words: wordsOf(text, bytes) };
}

/** The manifest lists the bytes on disk, so that the next run recognizes a file that a formatter has changed. */
function entryOfUpToDate(folder: OutputFolder, artifact: RenderedArtifact | UpToDateArtifact): ManifestEntry {
  const { path, fingerprint } = artifact;
  const found = folder.at(path);
  const hash = found.kind === "file" ? found.hash : hashOfArtifact(artifact);
  const listed = folder.manifest.files.get(path);
  // The manifest already has the line of an unchanged file.
  if (listed && !("text" in artifact) && listed.hash === hash && listed.fingerprint === fingerprint) return listed;
  const words = "text" in artifact ? wordsOf(artifact.text) : listed?.words;
  return { hash, fingerprint, words };
}

/**
 * Whether the manifest would differ only by files that a formatter laid out, or by the build of Colonnade: another build
 * of the same version, or a run from sources. Such lines mean nothing in a review; the next change writes them. Another
 * version is written at once: until the manifest names it, each of its runs would render every file.
 */
function isWorthNoChange(old: Manifest, wanted: Manifest, relaid: number): boolean {
  // A manifest of an older format lacks the keyspace.
  const isOld = wanted.keyspace !== undefined && old.keyspace === undefined;
  if (old.merged || isOld || old.files.size !== wanted.files.size) return false;
  const differing = [...wanted.files].filter(([path, { hash }]) => !sameHash(old.files.get(path)?.hash ?? "", hash));
  if (differing.length > relaid) return false;
  if (old.generator === wanted.generator) return relaid > 0;
  const [before, now] = [versionOf(old), versionOf(wanted)];
  return before === now || before === fromSources || now === fromSources;
}

/** `0.1.0+4f2a09c1` is a build of `0.1.0`. */
function versionOf({ generator }: Manifest): string | undefined {
  return generator?.split("+", 1)[0];
}

function notOurs(folder: OutputFolder, paths: readonly string[]): ColonnadeError {
  const [what, them] =
    paths.length === 1
      ? ["a file that Colonnade did not write is", "it"]
      : ["files that Colonnade did not write are", "them"];
  return new ColonnadeError("not-ours", `${what} in the way; nothing was written`, {
    next: `move or delete ${them}, or choose another output folder`,
    problems: paths.map((path) => {
      const { kind } = folder.at(path);
      const message = kind === "file" ? "is not one of the generated files" : `there is ${kind} in the way`;
      return { code: "not-ours", message, file: join(folder.directory, path) };
    }),
  });
}
