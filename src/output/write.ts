/**
 * The only room that writes generated files. In come a folder as it was found and its artifacts, out goes a report of what
 * was done.
 *
 * Everything is read and judged before the first byte is written. A file that we did not make is never touched, an
 * unchanged one keeps its time of change, and one that we made and need no more is removed. Prints nothing.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";
import { foldPath, manifestName, validatePaths } from "./artifact-path.ts";
import { machineError, validateFolder } from "./folder.ts";
import type { Found, OutputFolder } from "./folder.ts";
import { hashOf, sameHash } from "./hash.ts";
import type { Origin } from "./inputs.ts";
import { planManifest, printManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

/** Paths relative to the output folder, in code-unit order; the manifest is one of the files. */
export interface WriteReport {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Needed no more, but edited since they were written: they stay, and are ours no longer. */
  readonly kept: readonly string[];
}

export interface WriteOptions {
  /** Judge everything and report what would be done, but write nothing. @default false */
  readonly dryRun?: boolean;
  /** What the artifacts' inputs were made with, for the manifest. */
  readonly origin?: Origin;
}

/**
 * Makes the folder hold these artifacts, its manifest, and whatever was there and is not ours.
 *
 * @param folder is created when missing
 * @throws {ColonnadeError} before anything is written: `bad-path`, `bad-output`, or `not-ours` with every file that stands
 * in the way; later only `cannot-write`, when the machine refuses
 */
export function writeArtifacts(
  folder: OutputFolder,
  artifacts: readonly Artifact[],
  { dryRun = false, origin }: WriteOptions = {},
): WriteReport {
  validatePaths(artifacts);
  validateFolder(folder.directory);
  const work = planWork(folder, artifacts, origin);
  if (!dryRun) doWork(folder.directory, work);
  return {
    written: work.write.map(({ path }) => path).sort(),
    unchanged: work.unchanged.sort(),
    removed: work.remove.sort(),
    kept: work.kept.sort(),
  };
}

interface FileText {
  readonly path: string;
  readonly text: string;
}

interface Work {
  /** The manifest is the last. */
  readonly write: readonly FileText[];
  readonly unchanged: string[];
  readonly remove: string[];
  readonly kept: string[];
}

function planWork(folder: OutputFolder, artifacts: readonly Artifact[], origin: Origin | undefined): Work {
  const listed = folder.manifest.files;
  const files = new Map(
    artifacts.map((artifact) => {
      const hash = hashOfArtifact(artifact);
      return [artifact.path, "text" in artifact ? { ...artifact, hash } : artifact];
    }),
  );
  const at = (path: string): Found => folder.at(path);

  const foreign = [...files].filter(([path, { hash }]) => !isOurs(at(path), hash, listed.has(path)));
  if (foreign.length > 0 || !isOurs(at(manifestName), "", true)) {
    throw notOurs(folder, foreign.length > 0 ? foreign.map(([path]) => path) : [manifestName]);
  }

  const leftOver = [...listed].filter(([path]) => !files.has(path));
  const remove = leftOver.filter(([path, { hash }]) => holds(at(path), hash)).map(([path]) => path);
  const removed = new Set(remove);
  const kept = leftOver.map(([path]) => path).filter((path) => at(path).kind !== "nothing" && !removed.has(path));

  // Where letter case does not count, removing `Products.ts` removes `products.ts`, so that has to be written again.
  const vanishing = new Set(remove.map(foldPath));
  const write: FileText[] = [];
  const unchanged: string[] = [];
  const sort = (path: string, hash: string, text: string | undefined): void => {
    if (text === undefined || (holds(at(path), hash) && !vanishing.has(foldPath(path)))) unchanged.push(path);
    else write.push({ path, text });
  };
  for (const [path, file] of files) sort(path, file.hash, "text" in file ? file.text : undefined);
  const manifest = printManifest(planManifest(files, origin));
  if (write.length === 0 && isUpgradeAlone(folder.manifest, files, origin)) unchanged.push(manifestName);
  else sort(manifestName, hashOf(manifest), manifest);
  return { write, unchanged, remove, kept };
}

/**
 * Whether another version of Colonnade would list the same files: a line for each of them in somebody's next review would
 * tell nothing. The manifest becomes that of the new version with the first file that changes.
 */
function isUpgradeAlone(
  { generator, files: listed }: Manifest,
  files: ReadonlyMap<string, { readonly hash: string }>,
  origin: Origin | undefined,
): boolean {
  if (listed.size !== files.size || generator === origin?.generator) return false;
  return [...files].every(([path, { hash }]) => sameHash(listed.get(path)?.hash ?? "", hash));
}

/** Of the bytes that the file is to have. */
export function hashOfArtifact(artifact: Artifact): string {
  return "text" in artifact ? hashOf(artifact.text) : artifact.hash;
}

/** A file may be written over when we wrote it, or when nothing would be lost. */
function isOurs(found: Found, hash: string, listed: boolean): boolean {
  return found.kind === "nothing" || (found.kind === "file" && (listed || sameHash(found.hash, hash)));
}

export function holds(found: Found, hash: string): boolean {
  return found.kind === "file" && sameHash(found.hash, hash);
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

function doWork(directory: string, { write, remove }: Work): void {
  if (write.length === 0 && remove.length === 0) return;
  try {
    if (!existsSync(directory)) createFolder(directory, write);
    else {
      for (const path of remove) rmSync(join(directory, path), { force: true });
      createFolders(directory, write);
      // The manifest is the last: after an interruption the old one must stand, which claims nothing that is not ours.
      for (const file of write) replaceFile(directory, file);
    }
  } catch (error) {
    throw machineError("cannot-write", `cannot write to ${directory}`, error);
  }
}

/** Makes a folder that is whole as soon as it is there, without a rename for each of its files. */
function createFolder(directory: string, files: readonly FileText[]): void {
  mkdirSync(dirname(directory), { recursive: true });
  const beside = besideOf(directory);
  try {
    mkdirSync(beside);
    createFolders(beside, files);
    for (const { path, text } of files) writeFileSync(join(beside, path), text, { flag: "wx" });
    renameSync(beside, directory);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}

function createFolders(directory: string, files: readonly FileText[]): void {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  for (const folder of folders) mkdirSync(join(directory, folder), { recursive: true });
}

/** Writes beside the file and renames, so that nobody ever reads half of it. */
function replaceFile(directory: string, { path, text }: FileText): void {
  const target = join(directory, path);
  const beside = besideOf(target);
  try {
    writeFileSync(beside, text, { flag: "wx" });
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function besideOf(target: string): string {
  return join(dirname(target), `.colonnade-${randomBytes(6).toString("hex")}.tmp`);
}
