import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, parse } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { manifestName } from "./artifact-path.ts";
import { inParallel } from "./in-parallel.ts";
import { parseManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

/** What stands at a path: nothing, a file with its bytes, or something that is no plain file. */
export type Found = Uint8Array | "nothing" | "a folder" | "a link" | "no plain file";

/**
 * Refuses folders that are somebody's home rather than a place for generated files.
 *
 * @throws {ColonnadeError} `bad-output` for a file, the root of the disk, the home folder, the working folder, or a
 * folder that has `.git`
 */
export async function validateFolder(directory: string): Promise<void> {
  const reason = await objection(directory);
  if (reason === undefined) return;
  throw new ColonnadeError("bad-output", `${directory} cannot be the output folder: it is ${reason}`, {
    next: "choose a folder for the generated files alone, such as src/db",
  });
}

async function objection(directory: string): Promise<string | undefined> {
  const status = await present(stat(directory), directory);
  if (!status) return undefined;
  if (!status.isDirectory()) return "a file";
  const real = await realpath(directory);
  if (real === parse(real).root) return "the root of the disk";
  if (real === (await present(realpath(homedir()), directory))) return "the home folder";
  if (real === (await present(realpath(process.cwd()), directory))) return "the working folder";
  if (await present(lstat(join(real, ".git")), directory)) return "the root of a repository";
  return undefined;
}

/** The manifest of a folder; an empty one where there is none. @throws {ColonnadeError} `bad-manifest` */
export async function loadManifest(directory: string): Promise<Manifest> {
  const found = await loadFound(directory, manifestName);
  if (!(found instanceof Uint8Array)) return new Map();
  return parseManifest(Buffer.from(found).toString("utf8"), join(directory, manifestName));
}

/** What stands at each of the paths. Links are not followed: what they point at is not in the folder. */
export async function loadFolder(directory: string, paths: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  const found = await inParallel(paths, (path) => loadFound(directory, path));
  return new Map(paths.map((path, index) => [path, found[index] ?? "nothing"]));
}

async function loadFound(directory: string, path: string): Promise<Found> {
  const parts = path.split("/");
  let place = directory;
  for (const [index, part] of parts.entries()) {
    place = join(place, part);
    const status = await present(lstat(place), place);
    if (!status) return "nothing";
    if (status.isSymbolicLink()) return "a link";
    if (index < parts.length - 1 ? !status.isDirectory() : !status.isFile()) {
      return status.isDirectory() ? "a folder" : "no plain file";
    }
  }
  return (await present(readFile(place), place)) ?? "nothing";
}

/** The result, or undefined when there is no such file. @throws {ColonnadeError} `cannot-read` */
async function present<Result>(result: Promise<Result>, place: string): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw machineError("cannot-read", `cannot read ${place}`, error);
  }
}

/** The machine's refusal as an error of ours. */
export function machineError(code: string, message: string, cause: unknown): ColonnadeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ColonnadeError(code, `${message}: ${reason}`, { kind: "machine", cause });
}
