/**
 * The runtimes that a run compares: that of the working tree and, with `--before COMMIT`, that of a commit.
 *
 * Extracts the commit's files into a temporary folder and links the installed packages into it. Its modules are found by the
 * entries in the runtime's `package.json`, wherever its files are.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { labelOfBefore } from "./results.mjs";

const root = join(import.meta.dirname, "../../..");

/** The label is appended to the names of the cases; the working tree comes first and has none. */
export function takeVersions(folder, before) {
  return [{ label: "", root }, ...(before ? [{ label: labelOfBefore, root: checkOut(before, folder) }] : [])];
}

/** @returns the full id of a commit @throws {Error} when there is none of that name */
export function findCommit(name) {
  return git("rev-parse", "--verify", "--end-of-options", `${name}^{commit}`).trim();
}

/** Builds a version by the script that comes with it: the working tree only when a source has changed. */
export function build({ label, root }) {
  const script = join(root, ".ci", label ? "build.mjs" : "prepare.mjs");
  execFileSync(process.execPath, [script], { stdio: ["ignore", 2, 2] });
}

/** The file that an app loads when it imports the built runtime. */
export function builtRuntime({ root }) {
  const folder = join(root, "src/runtime");
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { import: entry, default: other } = exports["."];
  return join(folder, entry?.default ?? entry ?? other);
}

function checkOut(commit, folder) {
  // The bundler reports real paths.
  const place = join(realpathSync(folder), "before");
  const modules = join(place, "node_modules");
  const archive = join(folder, "before.tar");
  mkdirSync(modules, { recursive: true });
  git("archive", "--format=tar", "-o", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", place]);
  const packages = readdirSync(join(root, "node_modules")).filter((name) => !/^(\.|@colonnade$)/.test(name));
  for (const name of packages) symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  mkdirSync(join(modules, "@colonnade"));
  symlinkSync(join(place, "src/runtime"), join(modules, "@colonnade/runtime"), "junction");
  return place;
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" });
}
