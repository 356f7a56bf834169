import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { manifestName } from "./artifact.ts";
import { ifThere } from "./folder.ts";
import type { OutputFolder } from "./folder.ts";

/**
 * Rejects folders that are unlikely to be meant for generated files.
 *
 * @throws {ColonnadeError} `bad-output` for a file, a folder below a file, the root of the disk, the home folder, the
 * working folder or a parent of it, a folder with `.git`, a folder in `.git` or `node_modules`, or a folder in the
 * working folder that a link leads out of it
 */
export function validateFolder(directory: string): void {
  const reason = objectToFolder(directory);
  if (reason === undefined) return;
  const file = fileInTheWay(directory);
  throw new ColonnadeError("bad-output", `${directory} cannot be the output folder: it is ${reason}`, {
    next: `choose a folder for only the generated files, ${file === undefined ? "such as src/db" : "or move the file"}`,
  });
}

/** The reason why a path cannot be the output folder: `"a file"`, `"the home folder"`; undefined if it can. */
export function objectToFolder(directory: string): string | undefined {
  const file = fileInTheWay(directory);
  if (file === undefined) return objection(directory);
  return file === directory ? "a file" : `below the file ${file}`;
}

/** Folders whose owners may delete other files in them. */
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
  if (isWithin(real, realpathSync(process.cwd()))) return "a folder that contains the working folder";
  if (ifThere(directory, () => lstatSync(join(real, ".git")))) return "the root of a repository";
  return undefined;
}

/** The folder itself or its nearest existing parent, if that is a file. */
function fileInTheWay(place: string): string | undefined {
  const status = ifThere(place, () => statSync(place));
  if (status) return status.isDirectory() ? undefined : place;
  const parent = dirname(place);
  return parent === place ? undefined : fileInTheWay(parent);
}

/** The real path of a folder in the working folder, if that is outside. A missing folder is judged by its parents. */
function leadsOutside(directory: string): string | undefined {
  const here = process.cwd();
  if (!isWithin(here, directory)) return undefined;
  let existing = resolve(directory);
  let real: string | undefined;
  for (; real === undefined; existing = dirname(existing)) real = ifThere(existing, () => realpathSync(existing));
  return isWithin(realpathSync(here), real) ? undefined : real;
}

/** Whether a path is a folder or below it, judging by names. */
function isWithin(folder: string, place: string): boolean {
  const below = relative(folder, place);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** An output with its folder, absolute. */
interface PlacedOutput {
  readonly keyspace: string;
  readonly output: string;
}

interface Wording {
  /** Prints a folder in a message. @default as it is */
  readonly render?: (folder: string) => string;
  /** What to do about two outputs of one keyspace. */
  readonly next?: string;
}

/**
 * Refuses two outputs in one folder: they would remove each other's files.
 *
 * @throws {ColonnadeError} `same-folder`
 */
export function refuseSharedFolders(outputs: readonly PlacedOutput[], { render = asItIs, next }: Wording = {}): void {
  const owners = new Map<string, string>();
  for (const { keyspace, output } of outputs) {
    const other = owners.get(output);
    if (other === keyspace) {
      throw new ColonnadeError("same-folder", `${render(output)} would hold two outputs of ${keyspace}`, {
        next: next ?? "give each a folder of its own",
      });
    }
    if (other !== undefined) throw sameFolder(render(output), keyspace, `the files of ${other}`);
    owners.set(output, keyspace);
  }
}

/**
 * Refuses an output in the folder of its definitions, or inside it.
 *
 * @throws {ColonnadeError} `same-folder`
 */
export function refuseDefinitionsFolder(
  { keyspace, output }: PlacedOutput,
  definitions: string,
  { render = asItIs }: Wording = {},
): void {
  if (isWithin(definitions, output)) throw sameFolder(render(output), keyspace, `the definitions of ${keyspace}`);
}

function sameFolder(output: string, keyspace: string, other: string): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} would hold the files of ${keyspace} and ${other}`, {
    next: `give ${keyspace} an output folder of its own, such as ${join("src", "db", keyspace)}`,
  });
}

function asItIs(folder: string): string {
  return folder;
}

/**
 * @throws {ColonnadeError} `other-keyspace` if the folder contains the bindings of another keyspace, which would be
 * removed
 */
export function validateKeyspace({ directory, manifest }: OutputFolder, keyspace: string): void {
  const { keyspace: owner = keyspace } = manifest;
  if (owner === keyspace) return;
  const message = `${directory} contains the bindings of the keyspace ${owner}, not of ${keyspace}`;
  throw new ColonnadeError("other-keyspace", message, {
    next: `choose another output folder; or, if ${owner} was dropped, remove the generated files and ${manifestName}`,
  });
}
