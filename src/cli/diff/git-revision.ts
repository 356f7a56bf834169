/**
 * Compares with the definitions at a git revision: `--against git:REF` and `git:REF:PATH`.
 *
 * A folder without definitions at that revision is an error unless its keyspace is certainly new: a CI gate that
 * compares with nothing would let everything pass.
 */
import { existsSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { parseKeyspace } from "../../source/files.ts";
import { definitionNames, readFolder } from "../../source/folder.ts";
import { findFoldersAt, findPath, findRoot, loadRevision } from "../../source/git.ts";
import type { Io } from "../terminal/io.ts";
import type { Against } from "./against-source.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** @param words `main`, or `main:old/definitions`, whose path is from the root of the repository, or with `./` from here */
export function gitRevision(words: string, io: Io): Against {
  const [revision = "", ...rest] = words.split(":");
  const given = rest.length === 0 ? undefined : rest.join(":");
  if (revision === "" || given === "") {
    throw new ColonnadeError("usage", `--against git:${words} names no ${revision === "" ? "revision" : "folder"}`, {
      next: "--against git:HEAD, or git:HEAD:old/definitions",
    });
  }
  const old = (): string | undefined => given && fromRoot(given, io.cwd);
  return {
    name: words,
    load: async ({ keyspace, directory }, known) => {
      const files = loadRevision(directory, revision, findOld(revision, old(), { keyspace, directory }));
      const parsed = parseKeyspace(files, keyspace, known);
      if (files.tables.length > 0) return parsed;
      checkNew(revision, old(), { keyspace, directory });
      return { ...parsed, warnings: [newKeyspace(keyspace, revision)] };
    },
    findGone: (folders) => {
      const parents = new Map(
        folders.map(({ directory }) => [old() ?? posix.dirname(findPath(directory)), join(directory, "..")]),
      );
      const names = new Set(folders.map(({ keyspace }) => keyspace));
      const [first] = folders;
      return [...parents].flatMap(([parent, directory]) =>
        findFoldersAt(first?.directory ?? io.cwd, revision, parent === "." ? "" : parent)
          .filter((path) => posix.dirname(path) === parent && !names.has(basename(path)))
          .map((path) => ({ keyspace: basename(path), directory: join(directory, basename(path)), settings: [{}] }))
          .filter((folder) => !hasDefinitions(folder.directory)),
      );
    },
  };
}

type Place = Pick<DefinedFolder, "keyspace" | "directory">;

function fromRoot(path: string, cwd: string): string {
  const isHere = path === "." || path.startsWith("./") || path.startsWith("../");
  return posix.join(isHere ? findPath(cwd) : "", path).replace(/\/$/, "");
}

/**
 * The old folder of a keyspace: a subfolder of the named folder, or that folder itself. Undefined if it did not move.
 */
function findOld(revision: string, old: string | undefined, { keyspace, directory }: Place): string | undefined {
  if (old === undefined) return undefined;
  const within = posix.join(old, keyspace);
  return findFoldersAt(directory, revision, old).includes(within) ? within : old;
}

/**
 * @throws {ColonnadeError} `no-definitions` unless other keyspaces were beside it, and none of those may be this one
 * under its old path
 */
function checkNew(revision: string, old: string | undefined, { keyspace, directory }: Place): void {
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
        : `name their old folder: --against git:${revision}:${place}`,
  });
}

function newKeyspace(keyspace: string, revision: string): Problem {
  return { code: "no-definitions", message: `${revision} has no definitions of ${keyspace}: the keyspace is new` };
}

function hasDefinitions(directory: string): boolean {
  return existsSync(directory) && definitionNames(readFolder(directory)).length > 0;
}
