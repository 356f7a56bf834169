import { dirname, resolve } from "node:path";
import { ColonnadeError, isColonnadeError } from "../../errors.ts";
import { runGit } from "../../source/run-git.ts";

/** The root of the repository that has the file; its folder without a repository, or without git. */
export function findRoot(file: string): string {
  const folder = dirname(file);
  try {
    const { status, stdout } = runGit(folder, ["rev-parse", "--show-cdup"]);
    return status === 0 ? resolve(folder, stdout.toString("utf8").trim()) : folder;
  } catch (error) {
    if (isColonnadeError(error)) return folder;
    throw error;
  }
}

/**
 * Refuses to write where git cannot undo it.
 *
 * @throws {ColonnadeError} `uncommitted-changes`, `no-git`
 */
export function validateGit(root: string): void {
  const { status, stdout } = runGit(root, ["status", "--porcelain"]);
  const next = "so that git can undo the rename, or pass --force";
  if (status !== 0) {
    throw new ColonnadeError("uncommitted-changes", `${root} is not in a git repository`, {
      next: `commit the app to git, ${next}`,
    });
  }
  const changed = stdout.toString("utf8").split("\n").filter(Boolean);
  if (changed.length === 0) return;
  throw new ColonnadeError("uncommitted-changes", `git has uncommitted changes, such as ${changed[0]?.slice(3)}`, {
    next: `commit or stash them, ${next}`,
  });
}
