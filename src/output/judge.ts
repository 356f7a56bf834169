/**
 * Compares each file of an output folder with what it should be. `check` reports the result, `generate` writes by it. Reads
 * only.
 */
import { isMissingPackage, loadWithCompiler } from "../errors.ts";
import { hasCarriageReturns, hashOf, renderArtifact, sameHash, validatePaths } from "./artifact.ts";
import type { Artifact, Cause, RenderedArtifact, UpToDateArtifact } from "./artifact.ts";
import type { Found, FoundFile, OutputFolder } from "./folder.ts";
import { hasConflict } from "./manifest.ts";
import type { ManifestEntry } from "./manifest.ts";
import { hasSameWords, wordsOf } from "./words.ts";

export type FileState =
  | "up to date"
  /** The same content in another layout, as after a formatter. */
  | "only reformatted"
  /** The same text with `\r\n` instead of `\n`. */
  | "only line ends"
  | Cause
  /** Git merged two versions of it, with or without conflict markers. */
  | "merged"
  /** Its content differs from what was written. */
  | "edited by hand"
  | "missing"
  /** Generated earlier, no longer needed. */
  | "left over"
  /** Not a generated file. */
  | "not ours";

/** The states that no run has to fix. */
const fine: ReadonlySet<FileState> = new Set(["up to date", "only reformatted", "only line ends"]);

export function isStale(state: FileState): boolean {
  return !fine.has(state);
}

export interface JudgedFile {
  readonly path: string;
  readonly state: FileState;
  /** The expected file; undefined for a file that is left over. */
  readonly artifact?: Artifact;
  /** Whether a left-over file was edited. */
  readonly edited?: boolean;
}

/**
 * Judges every artifact, and every existing file of the manifest that is no longer needed; not the manifest itself.
 *
 * @throws {ColonnadeError} `bad-path`, `cannot-read`
 */
export async function judgeFiles(folder: OutputFolder, artifacts: readonly Artifact[]): Promise<readonly JudgedFile[]> {
  validatePaths(artifacts);
  const judged: JudgedFile[] = [];
  for (const artifact of artifacts) {
    const found = folder.at(artifact.path);
    if (found.kind === "file") judged.push(await judgeFile(folder, renderArtifact(artifact), found));
    else judged.push({ path: artifact.path, state: found.kind === "nothing" ? "missing" : "not ours", artifact });
  }
  const needed = new Set(artifacts.map(({ path }) => path));
  for (const [path, entry] of folder.manifest.files) {
    const found = needed.has(path) ? undefined : folder.at(path);
    if (!found || found.kind === "nothing") continue;
    judged.push({ path, state: "left over", edited: found.kind !== "file" || isEdited(folder, path, found, entry) });
  }
  return judged;
}

/** Judges an existing file by its bytes, and by its text if they differ. */
async function judgeFile(
  folder: OutputFolder,
  artifact: RenderedArtifact | UpToDateArtifact,
  found: FoundFile,
): Promise<JudgedFile> {
  if (!holds(found, hashOfArtifact(artifact))) return judgeText(folder, artifact as RenderedArtifact);
  const returns = "text" in artifact && hasCarriageReturns(artifact.text);
  const state = found.hasCarriageReturns === returns ? "up to date" : "only line ends";
  return { path: artifact.path, state, artifact };
}

/** Judges a text regardless of its layout. Parses it if its words alone do not decide. */
async function judgeText(folder: OutputFolder, artifact: RenderedArtifact): Promise<JudgedFile> {
  const { path, text, cause } = artifact;
  const entry = folder.manifest.files.get(path);
  const judged = (state: FileState): JudgedFile => ({ path, state, artifact });
  const isAsWritten = entry !== undefined && holds(folder.at(path), entry.hash);
  const existing = folder.text(path);
  if (entry && !isAsWritten && hasConflict(existing)) return judged("merged");
  // An untouched file has the right content if only the formatter has changed.
  if (!isAsWritten || entry.words === wordsOf(text)) {
    // By the syntax if the TypeScript compiler is installed, or by the words.
    const says = (await loadDeclarations("an exact comparison"))?.saysTheSame ?? hasSameWords;
    if (says(existing, text)) return judged("only reformatted");
  }
  if (!entry) return judged("not ours");
  if (isAsWritten) return judged(cause ?? "generator changed");
  if (folder.manifest.merged?.has(path)) return judged("merged");
  const edited = entry.words === undefined ? cause === undefined : wordsOf(existing) !== entry.words;
  return edited || !cause ? judged("edited by hand") : judged(cause);
}

/** The module that compares declarations; undefined without the TypeScript compiler, which it needs. */
export async function loadDeclarations(purpose: string): Promise<typeof import("./declarations.ts") | undefined> {
  try {
    return await loadWithCompiler(purpose, () => import("./declarations.ts"));
  } catch (error) {
    if (isMissingPackage(error)) return undefined;
    throw error;
  }
}

/** Whether the content of a file that is no longer needed differs from what was written. */
function isEdited(folder: OutputFolder, path: string, found: FoundFile, entry: ManifestEntry): boolean {
  return !sameHash(found.hash, entry.hash) && wordsOf(folder.text(path)) !== entry.words;
}

/** The hash of the expected bytes. */
export function hashOfArtifact(artifact: RenderedArtifact | UpToDateArtifact): string {
  return "text" in artifact ? hashOf(artifact.text) : artifact.hash;
}

export function holds(found: Found, hash: string): boolean {
  return found.kind === "file" && sameHash(found.hash, hash);
}

/**
 * Returns the file at a path if it is up to date: the manifest lists it with this fingerprint, and its bytes are
 * unchanged. Does not compare times, so a fresh clone is as good as the original folder.
 */
export function upToDateArtifact(
  folder: OutputFolder,
  path: string,
  fingerprint: string,
): UpToDateArtifact | undefined {
  // A file that is removed with a left-over twin has to be written again.
  return folder.hasTwins ? undefined : findUpToDate(folder, path, fingerprint);
}

function findUpToDate(folder: OutputFolder, path: string, fingerprint: string): UpToDateArtifact | undefined {
  const entry = folder.manifest.files.get(path);
  if (entry?.fingerprint !== fingerprint) return undefined;
  const found = folder.at(path);
  return found.kind === "file" && found.hash === entry.hash ? { path, hash: entry.hash, fingerprint } : undefined;
}

/**
 * Returns all files of the manifest if each is up to date and their fingerprints are exactly the expected ones.
 *
 * @param needed the fingerprints that must each have a file
 * @param isKnown whether a fingerprint is expected
 */
export function upToDateArtifacts(
  folder: OutputFolder,
  needed: ReadonlySet<string>,
  isKnown: (fingerprint: string) => boolean,
): readonly UpToDateArtifact[] | undefined {
  const without = new Set(needed);
  const artifacts: UpToDateArtifact[] = [];
  for (const [path, { fingerprint = "" }] of folder.manifest.files) {
    const artifact = isKnown(fingerprint) ? findUpToDate(folder, path, fingerprint) : undefined;
    if (!artifact) return undefined;
    without.delete(fingerprint);
    artifacts.push(artifact);
  }
  return without.size === 0 ? artifacts : undefined;
}
