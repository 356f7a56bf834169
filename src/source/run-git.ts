/** Runs the `git` on the path, in a folder that exists. */
import { spawnSync } from "node:child_process";
import { ColonnadeError, codeOf } from "../errors.ts";

interface Ran {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export function runOrThrow(directory: string, words: readonly string[], input = ""): Ran {
  const ran = runGit(directory, words, input);
  if (ran.status === 0) return ran;
  throw failed(words[0] ?? "", ran);
}

export function failed(command: string, ran: Ran): ColonnadeError {
  return new ColonnadeError("git-failed", `git ${command} failed: ${saidFirst(ran)}`, { kind: "machine" });
}

export function saidFirst({ stderr }: Ran): string {
  return stderr.toString("utf8").split("\n")[0] ?? "";
}

const longestOutput = 1 << 30;

/** A hook sets these to paths relative to a folder that is not ours; git finds the repository without them. */
const ofHooks = new Set(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]);

export function runGit(directory: string, words: readonly string[], input = ""): Ran {
  const entries = Object.entries(process.env).filter(([name]) => !ofHooks.has(name));
  // Its messages are parsed, so they have to be in one language.
  const env = { ...Object.fromEntries(entries), LC_ALL: "C" };
  const ran = spawnSync("git", words, { cwd: directory, env, input, maxBuffer: longestOutput, windowsHide: true });
  if (!ran.error) return ran;
  if (codeOf(ran.error) === "ENOENT") {
    throw new ColonnadeError("no-git", "git is not installed", {
      kind: "machine",
      cause: ran.error,
      next: "install git, or compare with a folder: --against DIR",
    });
  }
  throw new ColonnadeError("git-failed", `git ${words[0]} failed`, { kind: "machine", cause: ran.error });
}
