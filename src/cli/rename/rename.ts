/**
 * Runs `colonnade rename`: plans the change of config or definitions, carries it through the app, and writes all files or
 * none.
 */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ColonnadeError, loadWithCompiler, orUndefined } from "../../errors.ts";
import { compareAll, finishEarlier, render } from "../../generate.ts";
import type { Rendering, Target } from "../../generate.ts";
import { manifestName, renderArtifact } from "../../output/index.ts";
import type { Bindings, RenamedApp, RenamedBindings } from "../../rename/index.ts";
import { runGit } from "../../source/run-git.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { selectTargets } from "../targets/select-targets.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Talk } from "../terminal/talk.ts";
import { planRename } from "./plan-rename.ts";
import type { PlannedRename, RenamedProject } from "./planned-rename.ts";
import { isComplete, printPatch, printRename, showRename } from "./print-rename.ts";
import { planBindings, writeTogether } from "./write-together.ts";
import type { TextChange } from "./write-together.ts";

/** @returns the exit code */
export async function rename(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const project = await loadProject(flags, io, talk);
  const root = findRoot(project.config.file);
  const planned = await planRename(flags, io, project);
  const dryRun = flags.has("dry-run");
  if (!dryRun && !flags.has("force")) validateGit(root);

  const rendered = await renderBindings(planned, io.cwd);
  const app = await renameApp(rendered, root, flags, io, talk);
  const bindings = await planBindings(rendered.renderings);
  const files = [...planned.files, ...appFiles(app)].filter(({ before, text }) => before !== text);
  const isWritten = !dryRun && (app.errors.length === 0 || flags.has("allow-errors"));
  const changes = { write: [...files, ...bindings.write], remove: bindings.remove };
  if (isWritten) writeTogether(rendered.renderings[0]?.folder.directory ?? root, changes);

  const done = { planned, app, files: changes.write.map(({ path }) => path), dryRun, isWritten };
  if (talk.json) talk.document(printRename(done, io.cwd));
  else if (dryRun) for (const line of printPatch(changes.write, root)) talk.data(line);
  showRename(done, io.cwd, talk);
  return isComplete(done) ? exitCodes.fine : exitCodes.different;
}

/** @throws {ColonnadeError} `no-config`, and the errors of the config and of finding definitions */
async function loadProject(flags: Flags, io: Io, talk: Talk): Promise<RenamedProject> {
  const config = await loadConfigAndWarn(flags, io, talk);
  if (!config) {
    throw new ColonnadeError("no-config", "a rename needs a config file, and there is none", {
      next: "run colonnade init, or name one with --config",
    });
  }
  const targets = await selectTargets(flags, io, config);
  const finished = targets.flatMap((target) => finishEarlier(target));
  for (const warning of finished) talk.warn(warning);
  // The config may be one of the files that were completed.
  return finished.length > 0 ? loadProject(flags, io, talk) : { config, targets, cwd: io.cwd };
}

/** The root of the repository of a file; the file's folder without a repository or without git. */
function findRoot(file: string): string {
  const folder = dirname(file);
  // A relative path, such as "../", because `--show-toplevel` resolves links.
  const found = orUndefined(() => runGit(folder, ["rev-parse", "--show-cdup"]));
  return found?.status === 0 ? resolve(folder, found.stdout.toString("utf8").trim()) : folder;
}

/**
 * Refuses to write what git could not undo.
 *
 * @throws {ColonnadeError} `uncommitted-changes`, `no-git`
 */
function validateGit(root: string): void {
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

interface RenderedRename {
  readonly bindings: readonly RenamedBindings[];
  /** The files to write, by output. */
  readonly renderings: readonly Rendering[];
}

/**
 * The bindings before a rename, as they are on disk, and after it.
 *
 * @throws {ColonnadeError} `stale-bindings`, and the errors of definitions and names
 */
async function renderBindings({ outputs, files }: PlannedRename, cwd: string): Promise<RenderedRename> {
  const compared = await compareAll(outputs.map(({ before }) => before));
  const definitions = new Map(files.map(({ path, text }) => [path, text]));
  const bindings: RenamedBindings[] = [];
  const renderings: Rendering[] = [];
  for (const [index, { before, after }] of outputs.entries()) {
    const report = compared[index]?.report;
    if (!report?.upToDate) throw stale(before, cwd);
    const paths = report.files.map(({ path }) => path).filter((path) => path !== manifestName);
    const rendering = await render(after, { definitions });
    renderings.push(rendering);
    bindings.push({ before: readBindings(before.output, paths), after: bindingsOf(rendering) });
  }
  return { bindings, renderings };
}

function readBindings(folder: string, paths: readonly string[]): Bindings {
  return { folder, modules: new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")])) };
}

function bindingsOf({ folder: { directory: folder }, artifacts }: Rendering): Bindings {
  const texts = artifacts.map((artifact): [string, string] => {
    const rendered = renderArtifact(artifact);
    const text = "text" in rendered ? rendered.text : readFileSync(join(folder, rendered.path), "utf8");
    return [rendered.path, text];
  });
  return { folder, modules: new Map(texts) };
}

function stale({ keyspace, output }: Target, cwd: string): ColonnadeError {
  return new ColonnadeError(
    "stale-bindings",
    `the bindings of ${keyspace} in ${renderPath(output, cwd)} are out of date`,
    {
      next: "run colonnade generate, and commit, so that the rename changes nothing else",
    },
  );
}

const unchanged: RenamedApp = {
  files: new Map(),
  changes: [],
  names: 0,
  findings: [],
  errorsBefore: [],
  errors: [],
  programs: [],
};

async function renameApp(
  { bindings }: RenderedRename,
  root: string,
  flags: Flags,
  io: Io,
  talk: Talk,
): Promise<RenamedApp> {
  const isSame = bindings.every(({ before, after }) =>
    [...after.modules].every(([path, text]) => before.modules.get(path) === text),
  );
  if (isSame) return unchanged;
  const { findConfigFiles, renameInApp } = await loadWithCompiler("rename", () => import("../../rename/index.ts"));
  const projects = flags.list("project")?.map((file) => resolve(io.cwd, file).replaceAll("\\", "/"));
  const progress = createProgress(io, talk);
  let begun = performance.now();
  let phase: string | undefined;
  const onPhase = (next?: string): void => {
    if (phase !== undefined) talk.timed(phase, performance.now() - begun);
    [begun, phase] = [performance.now(), next];
    if (next !== undefined) progress.show(next);
  };
  const allowErrors = flags.has("allow-errors");
  const configFiles = projects ?? findConfigFiles(root);
  const folder = root.replaceAll("\\", "/");
  const app = renameInApp({ bindings, configFiles, folder, allowErrors, onPhase });
  onPhase();
  progress.clear();
  validateApp(app, { allowErrors, root: renderPath(root, io.cwd) });
  return app;
}

/** @throws {ColonnadeError} `no-program`, `app-errors` */
function validateApp(
  { programs, errorsBefore }: RenamedApp,
  { allowErrors, root }: { readonly allowErrors: boolean; readonly root: string },
): void {
  if (programs.length === 0) {
    throw new ColonnadeError("no-program", `no program in ${root} imports the bindings`, {
      next: "name the app's config: --project tsconfig.app.json",
    });
  }
  if (errorsBefore.length === 0 || allowErrors) return;
  throw new ColonnadeError("app-errors", "the app does not compile, before anything is renamed", {
    next: "correct these errors, or pass --allow-errors",
    problems: errorsBefore.map((error) => ({ code: "app-errors", ...error })),
  });
}

function appFiles({ files }: RenamedApp): readonly TextChange[] {
  return Array.from(files, ([path, { before, after }]) => ({ path, before, text: after }));
}
