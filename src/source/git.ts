/**
 * Reads definitions at a git revision, for `parseKeyspace`.
 *
 * Runs the `git` on the `PATH` and checks nothing out: neither the working tree nor the index changes.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { pathForMessages, typesFolder } from "./folder.ts";
import type { DefinitionFile, DefinitionFiles } from "./folder.ts";
import { failed, runGit, runOrThrow, saidFirst } from "./run-git.ts";

/**
 * Loads a folder of definitions at a revision, such as `main`, `HEAD~2` or `v1.0`; empty if the folder did not exist.
 * @param path of another folder at that revision, from the root of the repository
 * @throws {ColonnadeError} `no-git`, `no-repository`, `unknown-revision`, `git-failed`, `broken-link`
 */
export function loadRevision(directory: string, revision: string, path?: string): DefinitionFiles {
  const inside = existingFolder(directory);
  const commit = findCommit(inside, revision);
  const entries = listFiles(inside, commit, path ?? findPath(directory));
  const objects = entries.map(({ object }) => object);
  const bytes = readObjects(inside, objects);
  const files = entries.map((entry): DefinitionFile & { readonly path: string } => ({
    path: entry.path,
    file: `${revision}:${path ?? pathForMessages(directory)}/${entry.path}`.replaceAll("\\", "/"),
    bytes: bytes.get(entry.object) ?? Buffer.alloc(0),
  }));
  const isOfType = ({ path }: { readonly path: string }): boolean => path.startsWith(`${typesFolder}/`);
  return { directory, tables: files.filter((file) => !isOfType(file)), userTypes: files.filter(isOfType) };
}

/**
 * The path of a folder from the root of its repository, with `/`; the folder itself may have been removed.
 * @throws {ColonnadeError} `no-git`, `git-failed`
 */
export function findPath(directory: string): string {
  if (!existsSync(directory)) return join(findPath(dirname(directory)), basename(directory)).replaceAll("\\", "/");
  const prefix = runOrThrow(directory, ["rev-parse", "--show-prefix"]).stdout.toString("utf8");
  return prefix.replace(/\/?\n$/, "");
}

/**
 * The folders that had table definitions at a revision, by their paths from the root of the repository, in order.
 * @param below only those within this path
 * @throws {ColonnadeError} `no-git`, `no-repository`, `unknown-revision`, `git-failed`
 */
export function findFoldersAt(directory: string, revision: string, below = ""): readonly string[] {
  const inside = existingFolder(directory);
  const commit = findCommit(inside, revision);
  const flags = ["-l", "-z", "--full-name", "-F"];
  const ran = runGit(inside, ["grep", ...flags, "-e", '"columnDefinitions"', commit, "--", `:(top,literal)${below}`]);
  // 1 means that nothing was found.
  if (ran.status !== 0 && ran.status !== 1) throw failed("grep", ran);
  const paths = ran.stdout.toString("utf8").split("\0");
  const folders = paths.flatMap((found) => /^[^:]+:(?:(.*)\/)?[^./][^/]*\.json$/s.exec(found)?.[1] ?? []);
  return [...new Set(folders)].sort();
}

/** Returns the root of a folder's repository, absolute. @throws {ColonnadeError} `no-git`, `git-failed` */
export function findRoot(directory: string): string {
  const { stdout } = runOrThrow(existingFolder(directory), ["rev-parse", "--show-toplevel"]);
  return stdout.toString("utf8").replace(/\n$/, "");
}

/** A folder in which git can run, if the given one was removed. */
function existingFolder(directory: string): string {
  return existsSync(directory) ? directory : existingFolder(dirname(directory));
}

function findCommit(directory: string, revision: string): string {
  // A revision that looks like a flag would be one.
  const looked = revision.startsWith("-")
    ? undefined
    : runGit(directory, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (looked?.status === 0) return looked.stdout.toString("utf8").trim();
  const repository = looked && runGit(directory, ["rev-parse", "--git-dir"]);
  if (repository && repository.status !== 0) throw withoutRepository(directory, saidFirst(repository));
  throw new ColonnadeError("unknown-revision", `git does not know the revision ${JSON.stringify(revision)}`, {
    next: "check its name; a shallow clone may lack it: git fetch --unshallow, or git fetch origin <branch>",
  });
}

/** There is no repository, or git refuses to open it, for example because of its owner. */
function withoutRepository(directory: string, stderr: string): ColonnadeError {
  if (stderr === "" || stderr.includes("not a git repository")) {
    return new ColonnadeError("no-repository", `${pathForMessages(directory)} is not in a git repository`, {
      next: "compare with a folder or with the live database: --against DIR, --against live",
    });
  }
  const message = `git refuses to open the repository of ${pathForMessages(directory)}: ${stderr}`;
  return new ColonnadeError("git-failed", message, { kind: "machine", next: "run git status there for details" });
}

interface Entry {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly object: string;
}

/** Finds definition files like `folder.ts` on disk: links count as their targets, hidden files are ignored. */
function listFiles(directory: string, commit: string, folder: string): readonly Entry[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const target = (path: string): string => followLink(directory, `${commit}:${prefix}${path}`, `${prefix}${path}`);
  const found = listTree(directory, commit, prefix).flatMap(({ mode, object, path }): Entry[] => {
    const isLink = mode === "120000";
    if (isLink && path === typesFolder) {
      return listTree(directory, target(path), "").flatMap((entry) =>
        isRegular(entry.mode) ? [{ path: `${typesFolder}/${entry.path}`, object: entry.object }] : [],
      );
    }
    if (!isLink) return isRegular(mode) ? [{ path, object }] : [];
    return definitionPath.test(path) ? [{ path, object: target(path) }] : [];
  });
  return found.filter(({ path }) => definitionPath.test(path)).sort((one, other) => (one.path < other.path ? -1 : 1));
}

const definitionPath = /^(?:types\/)?[^./][^/]*\.json$/;

function isRegular(mode: string): boolean {
  return mode.startsWith("100");
}

interface TreeEntry extends Entry {
  readonly mode: string;
}

/** @param tree a commit or a tree; the entries' paths are from the prefix on */
function listTree(directory: string, tree: string, prefix: string): readonly TreeEntry[] {
  const below = prefix === "" ? [] : ["--", prefix];
  const { stdout } = runOrThrow(directory, ["ls-tree", "-r", "-z", "--full-tree", tree, ...below]);
  const lines = stdout.toString("utf8").split("\0");
  return lines.flatMap((line): TreeEntry[] => {
    const [, mode = "", object = "", whole = ""] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return mode === "" ? [] : [{ mode, object, path: whole.slice(prefix.length) }];
  });
}

/** The target of a link within the repository. @throws {ColonnadeError} `broken-link` */
function followLink(directory: string, name: string, shownPath: string): string {
  const { stdout } = runOrThrow(directory, ["cat-file", "--batch-check", "--follow-symlinks"], `${name}\n`);
  const [, object] = /^([0-9a-f]+) (?:blob|tree) \d+\n/.exec(stdout.toString("latin1")) ?? [];
  if (object !== undefined) return object;
  const message = `${shownPath} is a symbolic link to nothing in the repository at that revision`;
  const next = "compare with a folder that contains the target: --against DIR";
  throw new ColonnadeError("broken-link", message, { next });
}

/** Reads the contents of objects with one process. */
function readObjects(directory: string, objects: readonly string[]): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  if (objects.length === 0) return found;
  const { stdout } = runOrThrow(directory, ["cat-file", "--batch"], objects.map((object) => `${object}\n`).join(""));
  // Each is `<object> blob <size>`, a line end, the bytes, and a line end.
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf("\n", at);
    const [object = "", kind, size] = stdout.toString("latin1", at, end).split(" ");
    if (kind !== "blob") {
      throw new ColonnadeError("git-failed", `git lacks the contents of a file: ${object}`, {
        kind: "machine",
        next: "fetch the missing objects: git fetch --refetch",
      });
    }
    found.set(object, stdout.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return found;
}
