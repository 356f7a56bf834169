/**
 * Runs `colonnade rename`: plans the change of config or definitions, carries it through the app, and writes all files or
 * none.
 */
import { dirname, resolve } from "node:path";
import { ColonnadeError, loadWithPackage, orUndefined } from "../../errors.ts";
import { finishEarlier, planBindings, writeTogether } from "../../generate/write-renderings.ts";
import type { TextChange } from "../../generate/write-renderings.ts";
import type { RenamedApp } from "../../rename/index.ts";
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
import type { RenamedProject } from "./planned-rename.ts";
import { isComplete, printPatch, printRename, showRename } from "./print-rename.ts";
import { renderBindings } from "./render-bindings.ts";
import type { RenderedRename } from "./render-bindings.ts";

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
  const { findConfigFiles, renameInApp } = await loadWithPackage(
    "ts-morph",
    "rename",
    () => import("../../rename/index.ts"),
  );
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
