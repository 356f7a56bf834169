/**
 * The only room that writes generated files. In come a folder and its artifacts, out goes a report of what was done.
 *
 * Everything is read and judged before the first byte is written. A file that we did not make is never touched, an
 * unchanged one keeps its time of change, and one that we made and need no more is removed. Prints nothing.
 */
import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";
import { foldPath, manifestName, validatePaths } from "./artifact-path.ts";
import { loadFolder, loadManifest, machineError, validateFolder } from "./folder.ts";
import type { Found } from "./folder.ts";
import { inParallel } from "./in-parallel.ts";
import { hashOf, planManifest, printManifest } from "./manifest.ts";

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
}

/**
 * Makes the folder hold these artifacts, its manifest, and whatever was there and is not ours.
 *
 * @param directory is created when missing
 * @throws {ColonnadeError} before anything is written: `bad-path`, `bad-output`, `bad-manifest`, or `not-ours` with every
 * file that stands in the way; later only `cannot-write`, when the machine refuses
 */
export async function writeArtifacts(
  directory: string,
  artifacts: readonly Artifact[],
  options: WriteOptions = {},
): Promise<WriteReport> {
  validatePaths(artifacts);
  await validateFolder(directory);
  const work = await planWork(directory, artifacts);
  if (!options.dryRun) await doWork(directory, work);
  return {
    written: work.write.map(({ path }) => path).sort(),
    unchanged: work.unchanged.sort(),
    removed: work.remove.sort(),
    kept: work.kept.sort(),
  };
}

interface Work {
  /** The manifest is the last. */
  readonly write: readonly Artifact[];
  readonly unchanged: string[];
  readonly remove: string[];
  readonly kept: string[];
}

async function planWork(directory: string, artifacts: readonly Artifact[]): Promise<Work> {
  const manifest = await loadManifest(directory);
  const paths = new Set(artifacts.map(({ path }) => path));
  const leftOver = [...manifest.keys()].filter((path) => !paths.has(path));
  const found = await loadFolder(directory, [...paths, ...leftOver, manifestName]);
  const at = (path: string): Found => found.get(path) ?? "nothing";

  const foreign = artifacts.filter(({ path, text }) => !isOurs(at(path), text, manifest.has(path)));
  if (foreign.length > 0 || !isOurs(at(manifestName), "", true)) {
    throw notOurs(directory, foreign.length > 0 ? foreign.map(({ path }) => path) : [manifestName], at);
  }

  const remove = leftOver.filter((path) => holds(at(path), (bytes) => hashOf(bytes) === manifest.get(path)));
  const kept = leftOver.filter((path) => at(path) !== "nothing" && !remove.includes(path));
  // Where letter case does not count, removing `Products.ts` removes `products.ts`, so that has to be written again.
  const vanishing = new Set(remove.map(foldPath));
  const all = [...artifacts, { path: manifestName, text: printManifest(planManifest(artifacts)) }];
  const isCurrent = ({ path, text }: Artifact): boolean => holdsText(at(path), text) && !vanishing.has(foldPath(path));
  return {
    write: all.filter((artifact) => !isCurrent(artifact)),
    unchanged: all.filter(isCurrent).map(({ path }) => path),
    remove,
    kept,
  };
}

/** A file may be written over when we wrote it, or when nothing would be lost. */
function isOurs(found: Found, text: string, listed: boolean): boolean {
  return found === "nothing" || (found instanceof Uint8Array && (listed || holdsText(found, text)));
}

function holds(found: Found, test: (bytes: Uint8Array) => boolean): boolean {
  return found instanceof Uint8Array && test(found);
}

export function holdsText(found: Found, text: string): boolean {
  return holds(found, (bytes) => Buffer.from(text).equals(bytes));
}

function notOurs(directory: string, paths: readonly string[], at: (path: string) => Found): ColonnadeError {
  const what = paths.length === 1 ? "a file that Colonnade did not write is" : "files that Colonnade did not write are";
  return new ColonnadeError("not-ours", `${what} in the way; nothing was written`, {
    next: "move or delete them, or choose another output folder",
    problems: paths.map((path) => ({
      code: "not-ours",
      message: typeof at(path) === "string" ? `there is ${at(path)} in the way` : "is not one of the generated files",
      file: join(directory, path),
    })),
  });
}

async function doWork(directory: string, { write, remove }: Work): Promise<void> {
  try {
    await inParallel(remove, (path) => rm(join(directory, path), { force: true }));
    const folders = new Set(write.map(({ path }) => dirname(join(directory, path))));
    for (const folder of folders) await mkdir(folder, { recursive: true });
    await inParallel(write.slice(0, -1), (artifact) => replaceFile(directory, artifact));
    // After an interruption the old manifest must stand: it still claims nothing that is not ours.
    await inParallel(write.slice(-1), (artifact) => replaceFile(directory, artifact));
  } catch (error) {
    throw machineError("cannot-write", `cannot write to ${directory}`, error);
  }
}

/** Writes beside the file and renames, so that nobody ever reads half of it. */
async function replaceFile(directory: string, { path, text }: Artifact): Promise<void> {
  const target = join(directory, path);
  const beside = join(dirname(target), `.colonnade-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(beside, text, { flag: "wx" });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
