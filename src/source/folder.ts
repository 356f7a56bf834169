/** Reads the folder of a keyspace's definitions as bytes, without parsing them. */
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ColonnadeError, codeOf, nextAfter, suggest } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";

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

/** The result of an earlier read, and the absolute paths of the files that may have changed since, as `generate --watch` finds them. */
interface EarlierFiles {
  readonly files: DefinitionFiles;
  readonly changed: ReadonlySet<string>;
}

/**
 * @param directory absolute, if files are compared with earlier ones
 * @param earlier unchanged files are not read again, and stay the same objects
 * @throws {ColonnadeError} `no-definitions` if the folder does not exist, `unreadable`
 */
export function loadDefinitionFiles(directory: string, earlier?: EarlierFiles): DefinitionFiles {
  const same = earlier && loadChanged(directory, earlier);
  if (same) return same;
  const entries = readFolder(directory);
  const types = join(directory, typesFolder);
  const hasTypes = entries.some((entry) => entry.name === typesFolder && entry.isDirectory());
  const earlierFiles = new Map(
    [...(earlier?.files.tables ?? []), ...(earlier?.files.userTypes ?? [])].map((found) => [found.file, found]),
  );
  const isUnchanged = (place: string): boolean => earlier?.changed.has(place) === false;
  return {
    directory,
    tables: loadFiles(directory, entries, earlierFiles, isUnchanged),
    userTypes: hasTypes ? loadFiles(types, readFolder(types), earlierFiles, isUnchanged) : [],
  };
}

/** The same files, with changed ones read again; undefined if files were added or removed. */
function loadChanged(directory: string, { files, changed }: EarlierFiles): DefinitionFiles | undefined {
  const [tables, userTypes] = [[...files.tables], [...files.userTypes]];
  for (const place of changed) {
    const [folder, among] =
      dirname(place) === directory ? [directory, tables] : [join(directory, typesFolder), userTypes];
    const name = basename(place);
    // Comparing ends is much faster than joining paths, and there may be a hundred thousand files.
    const at = among.findIndex(({ file }) => file.endsWith(name) && join(folder, basename(file)) === place);
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

// One after the other: many small files take longer in parallel.
function loadFiles(
  directory: string,
  entries: readonly FolderEntry[],
  earlierFiles: ReadonlyMap<string, DefinitionFile>,
  isUnchanged: (place: string) => boolean,
): DefinitionFile[] {
  // The path of a file without its name, with the separator; computed once for all files.
  const [folder, shownFolder] = [join(directory, "x"), pathForMessages(join(directory, "x"))].map((path) =>
    path.slice(0, -1),
  );
  return definitionNames(entries).map((name) => {
    const file = `${shownFolder}${name}`;
    const found = isUnchanged(`${folder}${name}`) ? earlierFiles.get(file) : undefined;
    if (found) return found;
    try {
      return { file, bytes: readFileSync(`${folder}${name}`) };
    } catch (error) {
      throw unreadable(`${folder}${name}`, error);
    }
  });
}

interface FolderEntry {
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
    if (!missingCodes.has(codeOf(error))) throw unreadable(place, error);
    const message = `${pathForMessages(place)} is a symbolic link whose target does not exist: ${readlinkSync(place)}`;
    const next = "restore the target, or delete the link";
    throw new ColonnadeError("broken-link", message, { cause: error, next });
  }
}

function listFolder(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (!missingCodes.has(codeOf(error))) throw unreadable(directory, error);
    const isFile = statSync(directory, { throwIfNoEntry: false })?.isFile() ?? false;
    const reason = isFile ? "is a file, not a folder" : "does not exist";
    const next = "correct the path, or create the folder";
    throw new ColonnadeError("no-definitions", `${pathForMessages(directory)} ${reason}`, { next, cause: error });
  }
}

/** The system's codes for a path that does not exist: nothing there, below a file, or a circle of links. */
const missingCodes: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** The error for a file or folder that exists, as far as is known. */
export function unreadable(path: string, cause: unknown): ColonnadeError {
  const message = `${pathForMessages(path)} cannot be read`;
  return new ColonnadeError("unreadable", message, { kind: "machine", cause, next: nextAfter(cause) });
}

/** The names of definition files among the entries, in code-unit order. */
export function definitionNames(entries: readonly FolderEntry[]): string[] {
  return entries
    .filter((entry) => entry.name.endsWith(".json") && !entry.name.startsWith(".") && entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

/** The same files, some with other texts, as `rename` would write them. @param texts by absolute path */
export function withTexts(files: DefinitionFiles, texts: ReadonlyMap<string, string> | undefined): DefinitionFiles {
  if (!texts) return files;
  const replace = (found: DefinitionFile): DefinitionFile => {
    const text = texts.get(resolve(found.file));
    return text === undefined ? found : { file: found.file, bytes: Buffer.from(text) };
  };
  return { ...files, tables: files.tables.map(replace), userTypes: files.userTypes.map(replace) };
}

/** The text of a file, or undefined if it is not UTF-8. */
export function textOf({ bytes }: DefinitionFile): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8") : undefined;
}

/** A path for messages: relative if it is below the working folder of the process. */
export function pathForMessages(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

export interface KeyspaceFolder {
  readonly keyspace: string;
  readonly directory: string;
}

/**
 * Finds the keyspaces of a folder: the folder itself if it has definition files, else each of its subfolders that has
 * some. A folder with a dot in its name is not a keyspace.
 * @throws {ColonnadeError} `no-definitions` if the folder does not exist or none has any; `mixed-definitions` if it has
 * both, since one of the two would be ignored; `unreadable`, `broken-link`
 */
export async function findKeyspaces(directory: string): Promise<readonly KeyspaceFolder[]> {
  // Nothing is awaited, but all functions of the API that read files return promises.
  const entries = readFolder(directory);
  const folders = entries
    .filter((entry) => entry.name !== typesFolder && !entry.name.includes(".") && entry.isDirectory())
    .map(({ name }) => ({ keyspace: name, directory: join(directory, name) }));
  const found = folders
    .filter((folder) => definitionNames(readFolder(folder.directory)).length > 0)
    .sort((one, other) => byCodeUnits(one.keyspace, other.keyspace));
  const [stray] = definitionNames(entries);
  if (stray !== undefined && found.length > 0) {
    const names = found.map((folder) => folder.keyspace).join(", ");
    const message = `${pathForMessages(directory)} has both ${stray} and folders with definitions: ${names}`;
    throw new ColonnadeError("mixed-definitions", message, {
      next: "move the file into the folder of its keyspace, or choose one folder",
    });
  }
  if (stray !== undefined) return [{ keyspace: basename(resolve(directory)), directory }];
  if (found.length > 0) return found;
  throw withoutDefinitions(
    directory,
    folders.map((folder) => folder.keyspace),
  );
}

/** Formats that users try first. */
const otherFormat = /^[^.].*\.(?:ya?ml|toml|json5|jsonc|cql|sql)$/;

function withoutDefinitions(directory: string, folders: readonly string[]): ColonnadeError {
  const other = [".", ...folders]
    .flatMap((folder) => readFolder(join(directory, folder)).map(({ name }) => join(folder, name)))
    .find((path) => otherFormat.test(basename(path)));
  const reason = other === undefined ? "" : `; ${other} is ignored, because definitions are .json files`;
  const [table, keyspace] = [join(directory, "<table>.json"), join(directory, "<keyspace>", "<table>.json")].map(
    pathForMessages,
  );
  return new ColonnadeError("no-definitions", `no definition file found in ${pathForMessages(directory)}${reason}`, {
    next: `add ${table} for one keyspace, or ${keyspace} for several; \`colonnade introspect\` writes them from a database`,
  });
}

/**
 * Finds the folder of one keyspace: the subfolder with the keyspace's name, or the folder itself, whatever its name.
 *
 * @param definitions the keyspace's folder of definitions, or a folder of such folders
 * @throws {ColonnadeError} `unknown-keyspace`, and the errors of reading a folder
 */
export async function findDefinitionsFolder(keyspace: string, definitions: string): Promise<string> {
  const found = await findKeyspaces(definitions);
  const named = found.find((candidate) => candidate.keyspace === keyspace);
  if (named) return named.directory;
  const itself = found.find((candidate) => relative(candidate.directory, definitions) === "");
  if (itself) return itself.directory;
  const names = found.map((candidate) => candidate.keyspace);
  throw unknownKeyspace(`${definitions} has no keyspace ${keyspace}`, keyspace, names);
}

export function unknownKeyspace(message: string, name: string, existing: readonly string[]): ColonnadeError {
  const next = suggest(name, existing, `existing keyspaces: ${existing.join(", ") || "none"}`);
  return new ColonnadeError("unknown-keyspace", message, { next });
}
