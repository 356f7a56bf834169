/**
 * Definitions at a git revision: in come a folder and a revision, out come the files that it had then, for `parseKeyspace`.
 *
 * Asks the `git` on the path, and checks nothing out: neither the working tree nor the index is touched.
 */
import { spawnSync } from "node:child_process";
import { ColonnadeError } from "../errors.ts";
import { shown, typesFolder } from "./folder.ts";
import type { DefinitionFile, DefinitionFiles } from "./folder.ts";

/**
 * Loads what a folder of definitions held at a revision, such as `main`, `HEAD~2` or `v1.0`; nothing when it was not there.
 * @throws {ColonnadeError} `no-git`, `no-repository`, `unknown-revision`, `git-failed`
 */
export function loadRevision(directory: string, revision: string): DefinitionFiles {
  const commit = findCommit(directory, revision);
  const entries = listFiles(directory, commit);
  const bytes = readObjects(
    directory,
    entries.map(({ object }) => object),
  );
  const files = entries.map(({ path, object }): DefinitionFile & { readonly path: string } => ({
    path,
    file: `${revision}:${shown(directory)}/${path}`.replaceAll("\\", "/"),
    bytes: bytes.get(object) ?? Buffer.alloc(0),
  }));
  const isOfType = ({ path }: { readonly path: string }): boolean => path.startsWith(`${typesFolder}/`);
  return { directory, tables: files.filter((file) => !isOfType(file)), userTypes: files.filter(isOfType) };
}

function findCommit(directory: string, revision: string): string {
  // What looks like a flag would be one.
  const looked = revision.startsWith("-")
    ? undefined
    : runGit(directory, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (looked?.status === 0) return looked.stdout.toString("utf8").trim();
  const repository = looked && runGit(directory, ["rev-parse", "--git-dir"]);
  if (repository && repository.status !== 0) throw withoutRepository(directory, saidFirst(repository));
  throw new ColonnadeError("unknown-revision", `git knows no revision ${JSON.stringify(revision)} here`, {
    next: "check its name; a clone that is not complete may lack it: git fetch --unshallow, or git fetch origin <branch>",
  });
}

/** There is none, or git does not open it, such as one of somebody else. */
function withoutRepository(directory: string, said: string): ColonnadeError {
  if (said === "" || said.includes("not a git repository")) {
    return new ColonnadeError("no-repository", `${shown(directory)} is not in a git repository`, {
      next: "compare with a folder or with the live database: --against DIR, --against live",
    });
  }
  return new ColonnadeError("git-failed", `git does not open the repository of ${shown(directory)}: ${said}`, {
    kind: "machine",
    next: "git status, run there, tells more and what helps",
  });
}

interface Entry {
  /** From the folder, with `/`. */
  readonly path: string;
  readonly object: string;
}

/** Definition files as `folder.ts` finds them on disk: no links, no hidden ones, none in other folders. */
function listFiles(directory: string, commit: string): readonly Entry[] {
  const { stdout } = runOrThrow(directory, ["ls-tree", "-r", "-z", commit, "--", "."]);
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line): Entry[] => {
      const [, mode = "", object = "", path = ""] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return /^100/.test(mode) && /^(?:types\/)?[^./][^/]*\.json$/.test(path) ? [{ path, object }] : [];
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The contents of objects, all by one process. */
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
        next: "fetch what the clone is without: git fetch --refetch",
      });
    }
    found.set(object, stdout.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return found;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

function runOrThrow(directory: string, words: readonly string[], input = ""): Ran {
  const ran = runGit(directory, words, input);
  if (ran.status === 0) return ran;
  throw new ColonnadeError("git-failed", `git ${words[0]} failed: ${saidFirst(ran)}`, { kind: "machine" });
}

function saidFirst({ stderr }: Ran): string {
  return stderr.toString("utf8").split("\n")[0] ?? "";
}

const longestOutput = 1 << 30;

/** A hook says which repository it runs for, by a path from a folder that is not ours: git finds it without that. */
const ofHooks = new Set(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]);

function runGit(directory: string, words: readonly string[], input = ""): Ran {
  const entries = Object.entries(process.env).filter(([name]) => !ofHooks.has(name));
  // What it says is looked at in one language.
  const env = { ...Object.fromEntries(entries), LC_ALL: "C" };
  const ran = spawnSync("git", words, { cwd: directory, env, input, maxBuffer: longestOutput, windowsHide: true });
  if (!ran.error) return ran;
  if ("code" in ran.error && ran.error.code === "ENOENT") {
    throw new ColonnadeError("no-git", "there is no git here to ask for a revision", {
      kind: "machine",
      cause: ran.error,
      next: "install git, or compare with a folder: --against DIR",
    });
  }
  throw new ColonnadeError("git-failed", `git ${words[0]} failed`, { kind: "machine", cause: ran.error });
}
