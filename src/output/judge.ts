/**
 * How each file of an output folder stands to what it should be: the one judgement by which `check` reports and `generate`
 * writes. Reads only.
 */
import { renderArtifact } from "./artifact.ts";
import type { Artifact, Cause, RenderedArtifact, UpToDateArtifact } from "./artifact.ts";
import { validatePaths } from "./artifact-path.ts";
import type { Found, FoundFile, OutputFolder } from "./folder.ts";
import { hasCarriageReturns, hashOf, sameHash } from "./hash.ts";
import type { ManifestEntry } from "./manifest.ts";
import { wordsOf } from "./words.ts";

export type FileState =
  | "up to date"
  /** The same text in another layout: a formatter was there. */
  | "only reformatted"
  /** The same text, but for `\r\n` in place of `\n`. */
  | "only line ends"
  | Cause
  /** It says something else than we wrote. */
  | "edited by hand"
  | "missing"
  /** Written once, needed no more. */
  | "left over"
  /** Something else is in the way. */
  | "not ours";

/** The states that no run has to mend. */
const fine: ReadonlySet<FileState> = new Set(["up to date", "only reformatted", "only line ends"]);

export function isStale(state: FileState): boolean {
  return !fine.has(state);
}

export interface JudgedFile {
  readonly path: string;
  readonly state: FileState;
  /** What should be there; undefined for a file that is left over. */
  readonly artifact?: Artifact;
  /** Whether a left-over file was edited. */
  readonly edited?: boolean;
}

/**
 * Judges every artifact, and every file of the manifest that is there and needed no more; not the manifest itself.
 *
 * @throws {ColonnadeError} `bad-path`, `cannot-read`
 */
export async function judgeFiles(folder: OutputFolder, artifacts: readonly Artifact[]): Promise<readonly JudgedFile[]> {
  validatePaths(artifacts);
  const judged: JudgedFile[] = [];
  for (const artifact of artifacts) {
    const found = folder.at(artifact.path);
    if (found.kind === "file") judged.push(await judgeFile(folder, renderArtifact(artifact), found));
    else judged.push({ path: artifact.path, state: absent(found), artifact });
  }
  const needed = new Set(artifacts.map(({ path }) => path));
  for (const [path, entry] of folder.manifest.files) {
    const found = needed.has(path) ? undefined : folder.at(path);
    if (!found || found.kind === "nothing") continue;
    judged.push({ path, state: "left over", edited: found.kind !== "file" || isEdited(folder, path, found, entry) });
  }
  return judged;
}

function absent({ kind }: Found): FileState {
  return kind === "nothing" ? "missing" : "not ours";
}

/** Judges an existing file by its bytes, and by its text where they differ. */
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

/** What a text says, whatever its layout: the compiler is asked where words alone do not tell. */
async function judgeText(folder: OutputFolder, artifact: RenderedArtifact): Promise<JudgedFile> {
  const { path, text, cause } = artifact;
  const entry = folder.manifest.files.get(path);
  const judged = (state: FileState): JudgedFile => ({ path, state, artifact });
  const isAsWritten = entry !== undefined && holds(folder.at(path), entry.hash);
  const there = folder.text(path);
  // What nobody touched says what it should when only the formatter is another than it was.
  if (!isAsWritten || entry.words === wordsOf(text)) {
    const { saysTheSame } = await import("./declarations.ts");
    if (saysTheSame(there, text)) return judged("only reformatted");
  }
  if (!entry) return judged("not ours");
  if (isAsWritten) return judged(cause ?? "generator changed");
  const edited = entry.words === undefined ? cause === undefined : wordsOf(there) !== entry.words;
  return edited || !cause ? judged("edited by hand") : judged(cause);
}

/** Whether a file that is needed no more says something else than we wrote. */
function isEdited(folder: OutputFolder, path: string, found: FoundFile, entry: ManifestEntry): boolean {
  return !sameHash(found.hash, entry.hash) && wordsOf(folder.text(path)) !== entry.words;
}

/** Of the bytes that the file is to have. */
export function hashOfArtifact(artifact: RenderedArtifact | UpToDateArtifact): string {
  return "text" in artifact ? hashOf(artifact.text) : artifact.hash;
}

export function holds(found: Found, hash: string): boolean {
  return found.kind === "file" && sameHash(found.hash, hash);
}
