/** Loads the keyspaces of `--against git:REF`, whose definitions may have been in another folder. Checks nothing out. */
import { existsSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { ColonnadeError, shellWord } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { definitionNames, readFolder } from "../../source/folder.ts";
import type { KeyspaceFolder } from "../../source/folder.ts";
import { findFoldersAt, findPath, findRoot, loadRevision } from "../../source/git.ts";
import { parseKeyspace } from "../../source/parse-keyspace.ts";
import type { Against } from "./keyspace-diff.ts";

/** @param words `main`, or `main:old/definitions`, whose path is from the root of the repository, or with `./` from here */
export function againstRevision(words: string, cwd: string, isOnly: boolean): Against {
  const [revision = "", ...rest] = words.split(":");
  const oldFolder = rest.length === 0 ? undefined : rest.join(":");
  if (revision === "" || oldFolder === "") {
    throw new ColonnadeError("usage", `--against git:${words} names no ${revision === "" ? "revision" : "folder"}`, {
      next: "--against git:HEAD, or git:HEAD:old/definitions",
    });
  }
  const old = (): string | undefined => oldFolder && fromRoot(oldFolder, cwd);
  return {
    name: words,
    load: async (folder, _, knownTypes) => {
      const { keyspace, directory } = folder;
      const files = loadRevision(directory, revision, findOld(revision, old(), folder, isOnly));
      const parsed = parseKeyspace(files, keyspace, knownTypes);
      if (files.tables.length > 0) return parsed;
      checkNew(revision, old(), folder);
      return { ...parsed, warnings: [newKeyspace(keyspace, revision)] };
    },
    findRemoved: (folders) => {
      const parents = new Map(
        folders.map(({ directory }) => [old() ?? posix.dirname(findPath(directory)), join(directory, "..")]),
      );
      const names = new Set(folders.map(({ keyspace }) => keyspace));
      const [first] = folders;
      return [...parents].flatMap(([parent, directory]) =>
        findFoldersAt(first?.directory ?? cwd, revision, parent === "." ? "" : parent)
          .filter((path) => posix.dirname(path) === parent && !names.has(basename(path)))
          .map((path) => ({ keyspace: basename(path), directory: join(directory, basename(path)), settings: [{}] }))
          .filter((folder) => !hasDefinitions(folder.directory)),
      );
    },
  };
}

function fromRoot(path: string, cwd: string): string {
  const isHere = path === "." || path.startsWith("./") || path.startsWith("../");
  return posix.join(isHere ? findPath(cwd) : "", path).replace(/\/$/, "");
}

/**
 * The old folder of a keyspace: a subfolder of the named folder, or that folder itself, unless it is of another keyspace.
 * Undefined if it did not move.
 */
function findOld(
  revision: string,
  old: string | undefined,
  { keyspace, directory }: KeyspaceFolder,
  isOnly: boolean,
): string | undefined {
  if (old === undefined) return undefined;
  const within = posix.join(old, keyspace);
  const mayBeItself = isOnly || basename(old) === keyspace;
  return mayBeItself && !findFoldersAt(directory, revision, old).includes(within) ? old : within;
}

/**
 * @throws {ColonnadeError} `no-definitions` unless other keyspaces were beside it, and none of those may be this one
 * under its old path
 */
function checkNew(revision: string, old: string | undefined, { keyspace, directory }: KeyspaceFolder): void {
  const folders = findFoldersAt(directory, revision);
  const path = old ?? findPath(directory);
  const parent = old ?? posix.dirname(path);
  const root = findRoot(directory);
  const names = new Set([keyspace, basename(directory)]);
  const moved = folders.find((folder) => names.has(posix.basename(folder)) && !existsSync(join(root, folder)));
  if (moved === undefined && folders.some((folder) => posix.dirname(folder) === parent)) return;
  const place = moved ?? folders[0];
  throw new ColonnadeError("no-definitions", `${revision} has no definitions of ${keyspace} in ${path || "."}`, {
    next:
      place === undefined
        ? `${revision} has no definitions at all; choose another revision`
        : `name their old folder: --against ${shellWord(`git:${revision}:${place}`)}`,
  });
}

function newKeyspace(keyspace: string, revision: string): Problem {
  return { code: "no-definitions", message: `${revision} has no definitions of ${keyspace}: the keyspace is new` };
}

export function hasDefinitions(directory: string): boolean {
  return existsSync(directory) && definitionNames(readFolder(directory)).length > 0;
}
