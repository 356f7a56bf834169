/**
 * `generate --watch`: writes the bindings, and again what depends on a definition or on the config as soon as that is
 * saved, until the command is stopped. A mistake is told and waited out, and so is a definition that vanishes: many editors
 * move a file away before they write it again. What did not change is not even read.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { configNames } from "../../config/index.ts";
import { generateAll } from "../../generate.ts";
import type { GenerateReport, Target } from "../../generate.ts";
import { RunCache } from "../../generate/run-cache.ts";
import { typesFolder } from "../../source/folder.ts";
import { aborted } from "../terminal/io.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { describeError } from "../faults/fault.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import { createRounds } from "./rounds.ts";
import { showFault } from "../faults/show-fault.ts";
import type { Talk } from "../terminal/talk.ts";
import { loadShownConfig } from "../targets/load-shown-config.ts";
import { selectTargets } from "../targets/select-targets.ts";
import { watchFolders } from "./watch-folders.ts";

/** How long after a failure the work is tried again, if nothing else asks for it. */
const retryMs = 1000;

/** Tells what a round did. */
type ShowRound = (targets: readonly Target[], reports: readonly GenerateReport[], milliseconds: number) => void;

/**
 * @returns the exit code, when the signal comes
 * @throws {ColonnadeError} when there is nothing to watch
 */
export async function watch(flags: Flags, io: Io, talk: Talk, show: ShowRound): Promise<number> {
  const config = findConfig(flags, io);
  const select = async (): Promise<readonly Target[]> =>
    selectTargets(flags, io, await loadShownConfig(flags, io, talk));
  let selected = await select();
  let isSelected = true;
  let cache = new RunCache();
  /** Definition files that are gone: removed, or about to be written again by an editor. */
  const gone = new Set<string>();
  /** What was told of last, as long as it lasts. */
  let told: string | undefined;

  const onChange = (path: string): void => {
    const folders = foldersOf(selected, flags, io);
    if (path === config || folders.includes(path) || (folders.includes(dirname(path)) && isFolder(path))) {
      // Any definition may mean something else now.
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
    if (told !== undefined) talk.say(`${talk.paint("green", "✔")} mended`);
    told = undefined;
    show(selected, reports, performance.now() - begun);
    return "done";
  };
  const onFailure = (error: unknown): void => {
    const { message } = describeError(error);
    if (message !== told) showFault(error, io, talk);
    told = message;
    // It may be mended where nobody watches: a file in the way that is moved, a permission.
    setTimeout(rounds.ask, retryMs).unref();
  };
  const rounds = createRounds({ work, onFailure });

  try {
    if (config !== undefined) watcher.add(dirname(config));
    // What is saved from now on is noticed, so nothing is lost between the first round and the second.
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

/** Where definitions are, and where a keyspace may come to be. */
function foldersOf(targets: readonly Target[], flags: Flags, io: Io): string[] {
  const root = flags.text("definitions");
  const folders = targets.flatMap(({ definitions }) => [resolve(definitions), resolve(definitions, typesFolder)]);
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
