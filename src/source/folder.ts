/** Reads the folder of a keyspace's definitions as bytes, without parsing them. */
import { isUtf8 } from "node:buffer";
import { readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { ColonnadeError } from "../errors.ts";

/** The folder of user types within a keyspace's folder. */
export const typesFolder = "types";

export interface DefinitionFile {
  /** As shown in messages. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The files that define a keyspace, in code-unit order of their names. */
export interface DefinitionFiles {
  readonly directory: string;
  readonly tables: readonly DefinitionFile[];
  readonly userTypes: readonly DefinitionFile[];
}

/** The result of an earlier read, and the absolute paths of files that may have changed since. */
export interface EarlierFiles {
  readonly files: DefinitionFiles;
  readonly changed: ReadonlySet<string>;
}

/**
 * @param earlier unchanged files are not read again, and stay the same objects
 * @throws {ColonnadeError} `no-definitions` if the folder does not exist, `unreadable`
 */
export function loadDefinitionFiles(directory: string, earlier?: EarlierFiles): DefinitionFiles {
  const same = earlier && loadChanged(directory, earlier);
  if (same) return same;
  const entries = readFolder(directory);
  const types = join(directory, typesFolder);
  const hasTypes = entries.some((entry) => entry.name === typesFolder && entry.isDirectory());
  const known = new Map(
    [...(earlier?.files.tables ?? []), ...(earlier?.files.userTypes ?? [])].map((found) => [found.file, found]),
  );
  const isKnown = (place: string): boolean => earlier?.changed.has(place) === false;
  return {
    directory,
    tables: loadFiles(directory, entries, known, isKnown),
    userTypes: hasTypes ? loadFiles(types, readFolder(types), known, isKnown) : [],
  };
}

/** The same files, with changed ones read again; undefined if files were added or removed. */
function loadChanged(directory: string, { files, changed }: EarlierFiles): DefinitionFiles | undefined {
  const [tables, userTypes] = [[...files.tables], [...files.userTypes]];
  for (const place of changed) {
    const [folder, among] =
      dirname(place) === directory ? [directory, tables] : [join(directory, typesFolder), userTypes];
    const at = among.findIndex(({ file }) => file.endsWith(basename(place)) && join(folder, basename(file)) === place);
    const found = among[at];
    if (!found) return undefined;
    try {
      const bytes = readFileSync(place);
      if (!bytes.equals(found.bytes)) among[at] = { file: found.file, bytes };
    } catch {
      return undefined;
    }
  }
  return { directory, tables, userTypes };
}

// One after the other: so many small files take longer in parallel.
function loadFiles(
  directory: string,
  entries: readonly FolderEntry[],
  known: ReadonlyMap<string, DefinitionFile>,
  isKnown: (place: string) => boolean,
): DefinitionFile[] {
  // Computed once for all files.
  const [folder, shownFolder] = [join(directory, "x"), shown(join(directory, "x"))].map((path) => path.slice(0, -1));
  return definitionNames(entries).map((name) => {
    const file = `${shownFolder}${name}`;
    const found = isKnown(`${folder}${name}`) ? known.get(file) : undefined;
    if (found) return found;
    try {
      return { file, bytes: readFileSync(`${folder}${name}`) };
    } catch (error) {
      throw new ColonnadeError("unreadable", `${file} cannot be read`, { kind: "machine", cause: error });
    }
  });
}

export interface FolderEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/**
 * Lists the entries of a folder. A symbolic link counts as its target: build tools link whole source trees.
 *
 * Resolves a link on demand, so that a broken one with another name does no harm.
 * @throws {ColonnadeError} `no-definitions` if the folder does not exist, `unreadable`; an entry may throw
 * `broken-link`
 */
export function readFolder(directory: string): readonly FolderEntry[] {
  return listFolder(directory).map((entry) => {
    if (!entry.isSymbolicLink()) return entry;
    const target = (): Stats => followLink(join(directory, entry.name));
    return { name: entry.name, isFile: () => target().isFile(), isDirectory: () => target().isDirectory() };
  });
}

function followLink(place: string): Stats {
  try {
    return statSync(place);
  } catch (error) {
    const message = `${shown(place)} is a symbolic link whose target does not exist: ${readlinkSync(place)}`;
    const next = "restore the target, or delete the link";
    throw new ColonnadeError("broken-link", message, { cause: error, next });
  }
}

function listFolder(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM")) {
      const next = "check the permissions";
      throw new ColonnadeError("unreadable", `${shown(directory)} cannot be read`, {
        kind: "machine",
        cause: error,
        next,
      });
    }
    const isFile = statSync(directory, { throwIfNoEntry: false })?.isFile() ?? false;
    const reason = isFile ? "is a file, not a folder" : "does not exist";
    const next = "correct the path, or create the folder";
    throw new ColonnadeError("no-definitions", `${shown(directory)} ${reason}`, { next, cause: error });
  }
}

/** The names of definition files among the entries, in code-unit order. */
export function definitionNames(entries: readonly FolderEntry[]): string[] {
  return entries
    .filter((entry) => entry.name.endsWith(".json") && !entry.name.startsWith(".") && entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

/** The text of a file, or undefined if it is not UTF-8. */
export function textOf({ bytes }: DefinitionFile): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : undefined;
}

/** A path for messages: relative if that is shorter. */
export function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
