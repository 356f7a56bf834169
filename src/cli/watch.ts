/**
 * `generate --watch`: writes the bindings, and again what depends on a definition or on the config as soon as that is
 * saved, until the command is stopped. A mistake is told and waited out. What did not change is not even read.
 */
import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { watch as watchFiles } from "chokidar";
import { configNames } from "../config/index.ts";
import { generateAll } from "../generate.ts";
import type { GenerateReport, Target } from "../generate.ts";
import { Memory } from "../generate/memory.ts";
import { aborted } from "./aborted.ts";
import type { Flags } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { renderPath } from "./render-fault.ts";
import { createRounds } from "./rounds.ts";
import { showFault } from "./show-fault.ts";
import type { Talk } from "./talk.ts";
import { selectTargets } from "./targets.ts";

/** Tells what a round did. */
type ShowRound = (targets: readonly Target[], reports: readonly GenerateReport[], milliseconds: number) => void;

/**
 * @returns the exit code, when the signal comes
 * @throws {ColonnadeError} when there is nothing to watch
 */
export async function watch(flags: Flags, io: Io, talk: Talk, show: ShowRound): Promise<number> {
  let targets: readonly Target[] | undefined = await selectTargets(flags, io);
  let memory = new Memory();
  let broken = false;

  const config = findConfig(flags, io);
  const watched = new Set([...foldersOf(targets, flags, io), ...(config === undefined ? [] : [config])]);
  const watcher = watchFiles([...watched], {
    ignoreInitial: true,
    ignored: (path, status) => status?.isFile() === true && !path.endsWith(".json") && path !== config,
  });
  const work = async (): Promise<void> => {
    const begun = performance.now();
    targets ??= await selectTargets(flags, io);
    for (const folder of foldersOf(targets, flags, io)) {
      // What is added again is looked through again, and what came meanwhile would not be told.
      if (!watched.has(folder)) watcher.add(folder);
      watched.add(folder);
    }
    const reports = await generateAll(targets, { memory, onPhase: talk.timed });
    if (broken) talk.say(`${talk.paint("green", "✔")} mended`);
    broken = false;
    show(targets, reports, performance.now() - begun);
  };
  const onFailure = (error: unknown): void => {
    broken = true;
    showFault(error, io, talk);
  };
  const rounds = createRounds({ work, onFailure });
  watcher.on("all", (event, path) => {
    if (path === config || event === "addDir" || event === "unlinkDir") {
      // Any definition may mean something else now.
      targets = undefined;
      memory = new Memory();
    } else memory.noteChange(path);
    rounds.ask();
  });

  try {
    // What is saved from now on is noticed, so nothing is lost between the first round and the second.
    await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
    rounds.ask();
    await rounds.settled();
    const folders = foldersOf(targets ?? [], flags, io);
    const outermost = folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}${sep}`)));
    const shown = outermost.map((folder) => renderPath(folder, io.cwd));
    talk.say(`watching ${shown.join(", ")}; Ctrl-C stops it`);
    await aborted(io.signal);
  } finally {
    await rounds.stop();
    await watcher.close();
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
  const folders = targets.map(({ definitions }) => resolve(definitions));
  return [...new Set(root === undefined ? folders : [resolve(io.cwd, root), ...folders])];
}
