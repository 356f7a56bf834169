/**
 * Runs `generate --watch`: writes the bindings, and again whatever depends on a saved definition or config, until the
 * command is stopped. Reports a mistake and waits for its correction. A definition that disappears may come back: many
 * editors move a file away before they write it again. Unchanged files are not even read.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { configNames } from "../../config/index.ts";
import { generateAll } from "../../generate.ts";
import type { GenerateReport, Target } from "../../generate.ts";
import { createRounds, definitionFoldersOf, watchFolders } from "../../generate/rounds.ts";
import { RunCache } from "../../generate/run-cache.ts";
import { aborted } from "../terminal/io.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { describeError } from "../faults/fault.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { showFault } from "../faults/show-fault.ts";
import type { Talk } from "../terminal/talk.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { selectTargets } from "../targets/select-targets.ts";

/** How long after a failure the work is retried, unless a change triggers it first. */
const retryMs = 1000;

/** Reports what a round did. */
type ShowRound = (targets: readonly Target[], reports: readonly GenerateReport[], milliseconds: number) => void;

/**
 * @returns the exit code, after the signal
 * @throws {ColonnadeError} if there is nothing to watch
 */
export async function watch(flags: Flags, io: Io, talk: Talk, show: ShowRound): Promise<number> {
  const config = findConfig(flags, io);
  const select = async (): Promise<readonly Target[]> =>
    selectTargets(flags, io, await loadConfigAndWarn(flags, io, talk));
  let selected = await select();
  let isSelected = true;
  let cache = new RunCache();
  /** Missing definition files: removed, or about to be written again by an editor. */
  const gone = new Set<string>();
  /** The last reported mistake, until it is corrected. */
  let reported: string | undefined;

  const onChange = (path: string): void => {
    const folders = foldersOf(selected, flags, io);
    if (path === config || folders.includes(path) || (folders.includes(dirname(path)) && isFolder(path))) {
      // The config may change the meaning of any definition.
      isSelected = false;
      cache = new RunCache();
    } else if (path.endsWith(".json") && folders.includes(dirname(path))) {
      cache.noteChange(path);
      if (existsSync(path)) gone.delete(path);
      else gone.add(path);
    } else return;
    rounds.ask();
  };
  const watcher = watchFolders(onChange);
  const work = async (isSettled: boolean): Promise<"done" | "wait"> => {
    if (gone.size > 0 && !isSettled) return "wait";
    gone.clear();
    const begun = performance.now();
    if (!isSelected) selected = await select();
    isSelected = true;
    for (const folder of foldersOf(selected, flags, io)) watcher.add(folder);
    const reports = await generateAll(selected, { cache, onPhase: talk.timed });
    if (reported !== undefined) talk.say(`${talk.paint("green", "✔")} fixed`);
    reported = undefined;
    show(selected, reports, performance.now() - begun);
    return "done";
  };
  const onFailure = (error: unknown): void => {
    const { message } = describeError(error);
    if (message !== reported) showFault(error, io, talk);
    reported = message;
    // The cause may be fixed outside the watched folders, such as a file in the way or a permission.
    setTimeout(rounds.ask, retryMs).unref();
  };
  const rounds = createRounds({ work, onFailure });

  try {
    if (config !== undefined) watcher.add(dirname(config));
    // From here on every save is noticed, so nothing is lost between the first round and the second.
    for (const folder of foldersOf(selected, flags, io)) watcher.add(folder);
    rounds.ask();
    await rounds.settled();
    talk.say(`watching ${renderFolders(foldersOf(selected, flags, io), io)}; Ctrl-C stops it`);
    await aborted(io.signal);
    talk.say("stopped");
  } finally {
    await rounds.stop();
    watcher.close();
  }
  return exitCodes.fine;
}

function findConfig(flags: Flags, io: Io): string | undefined {
  const named = flags.text("config");
  if (named !== undefined) return resolve(io.cwd, named);
  return configNames.map((name) => join(io.cwd, name)).find((file) => existsSync(file));
}

/** The folders of definitions, and those in which a keyspace may be added. */
function foldersOf(targets: readonly Target[], flags: Flags, io: Io): string[] {
  const root = flags.text("definitions");
  const folders = definitionFoldersOf(targets);
  return [...new Set(root === undefined ? folders : [resolve(io.cwd, root), ...folders])];
}

/** The outermost of the folders. */
function renderFolders(folders: readonly string[], io: Io): string {
  const outermost = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}${sep}`)));
  return outermost.map((folder) => renderPath(folder, io.cwd)).join(", ");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
