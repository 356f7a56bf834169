import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { manifestName } from "./artifact-path.ts";
import type { OutputFolder } from "./folder.ts";
import { ifThere } from "./machine.ts";

/**
 * Refuses folders that are somebody's home rather than a place for generated files.
 *
 * @throws {ColonnadeError} `bad-output` for a file, a folder below one, the root of the disk, the home folder, the working folder or one that
 * holds it, a folder that has `.git`, one in `.git` or `node_modules`, or one within the working folder that a link leads
 * out of it
 */
export function validateFolder(directory: string): void {
  const reason = objectToFolder(directory);
  if (reason === undefined) return;
  const file = fileInTheWay(directory);
  throw new ColonnadeError("bad-output", `${directory} cannot be the output folder: it is ${reason}`, {
    next: `choose a folder for the generated files alone, ${file === undefined ? "such as src/db" : "or move the file"}`,
  });
}

/** What a place is that cannot be the output folder: `"a file"`, `"the home folder"`; undefined if it can. */
export function objectToFolder(directory: string): string | undefined {
  const file = fileInTheWay(directory);
  if (file === undefined) return objection(directory);
  return file === directory ? "a file" : `below the file ${file}`;
}

/** Folders whose owners throw away what others put in. */
const others: ReadonlySet<string> = new Set([".git", "node_modules"]);

function objection(directory: string): string | undefined {
  const owner = resolve(directory)
    .split(sep)
    .find((part) => others.has(part));
  if (owner !== undefined) return `in a folder ${owner}`;
  const outside = leadsOutside(directory);
  if (outside !== undefined) return `${outside}, which a link leads to`;
  const status = ifThere(directory, () => statSync(directory));
  if (!status) return undefined;
  const real = realpathSync(directory);
  if (real === parse(real).root) return "the root of the disk";
  if (real === ifThere(directory, () => realpathSync(homedir()))) return "the home folder";
  if (real === ifThere(directory, () => realpathSync(process.cwd()))) return "the working folder";
  if (isWithin(real, realpathSync(process.cwd()))) return "a folder that holds the working folder";
  if (ifThere(directory, () => lstatSync(join(real, ".git")))) return "the root of a repository";
  return undefined;
}

/** The folder itself or the nearest of its parents that exists, if that is a file. */
function fileInTheWay(place: string): string | undefined {
  const status = ifThere(place, () => statSync(place));
  if (status) return status.isDirectory() ? undefined : place;
  const parent = dirname(place);
  return parent === place ? undefined : fileInTheWay(parent);
}

/** Where a folder of the working folder really is, when that is elsewhere; one that is yet to be made, by its parents. */
function leadsOutside(directory: string): string | undefined {
  const here = process.cwd();
  if (!isWithin(here, directory)) return undefined;
  let there = resolve(directory);
  let real: string | undefined;
  for (; real === undefined; there = dirname(there)) real = ifThere(there, () => realpathSync(there));
  return isWithin(realpathSync(here), real) ? undefined : real;
}

/** Whether a place is a folder or below it, by their names. */
export function isWithin(folder: string, place: string): boolean {
  const below = relative(folder, place);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** @throws {ColonnadeError} `other-keyspace` when the folder holds the bindings of another one, which would be removed */
export function validateKeyspace({ directory, manifest }: OutputFolder, keyspace: string): void {
  const { keyspace: owner = keyspace } = manifest;
  if (owner === keyspace) return;
  const message = `${directory} holds the bindings of the keyspace ${owner}, not of ${keyspace}`;
  throw new ColonnadeError("other-keyspace", message, {
    next: `choose another output folder; or, if ${owner} is gone, remove the generated files with ${manifestName}`,
  });
}
