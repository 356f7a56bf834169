import { existsSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { join, resolve } from "node:path";
import { typesFolder } from "../source/folder.ts";
import type { Target } from "./target.ts";

/** Repeats work, one round at a time. */
export interface Rounds {
  /** Requests a round. The first request starts one at once; requests during it or shortly after share the next one. */
  readonly ask: () => void;
  /** Resolves when no round is running or requested. */
  readonly settled: () => Promise<void>;
  /** Stops after the running round. */
  readonly stop: () => Promise<void>;
}

interface RoundsOptions {
  /**
   * @param isSettled whether a round has failed or waited, without a request since
   * @returns "wait" if its inputs may be half saved; a settled round does not wait
   */
  readonly work: (isSettled: boolean) => Promise<"done" | "wait">;
  /** Gets the error of a round that failed, and failed again without a request in between. */
  readonly onFailure: (error: unknown) => void;
  readonly times?: Partial<RoundTimes>;
}

interface RoundTimes {
  /** How long a round after another waits for each further request. */
  readonly foldMs: number;
  /** The longest it waits in all. */
  readonly longestMs: number;
  /** A broken or removed file may be half saved: it is tried again after this. */
  readonly patienceMs: number;
}

const usualTimes: RoundTimes = { foldMs: 4, longestMs: 100, patienceMs: 300 };

export function createRounds({ work, onFailure, times }: RoundsOptions): Rounds {
  const { foldMs, longestMs, patienceMs } = { ...usualTimes, ...times };
  let requested = false;
  let lastAsked = 0;
  let stopped = false;
  let running: Promise<void> | undefined;

  let onAsk = (): void => undefined;
  const nextAsk = (): Promise<void> => new Promise((resolve) => (onAsk = resolve));
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Waits until there was no request for `foldMs`, or the first one has waited long enough. */
  const fold = async (): Promise<void> => {
    const since = performance.now();
    for (let wait = foldMs; wait > 0 && performance.now() - since < longestMs;) {
      await pause(wait);
      wait = lastAsked + foldMs - performance.now();
    }
  };

  /** @returns whether nothing has to be retried */
  const attempt = async (isSettled: boolean): Promise<boolean> => {
    try {
      return (await work(isSettled)) === "done" || isSettled;
    } catch (error) {
      if (isSettled) onFailure(error);
      return isSettled;
    }
  };

  const runAll = async (): Promise<void> => {
    let isSettled = false;
    while (requested && !stopped) {
      requested = false;
      if (await attempt(isSettled)) isSettled = false;
      else {
        isSettled = await Promise.race([pause(patienceMs).then(() => true), nextAsk().then(() => false)]);
        requested = true;
      }
      await fold();
    }
    running = undefined;
  };

  return {
    ask: () => {
      if (stopped) return;
      requested = true;
      lastAsked = performance.now();
      onAsk();
      running ??= runAll();
    },
    settled: async () => running,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

interface FolderWatcher {
  /** Watches one more folder, without its subfolders; does nothing for a folder that is watched already. */
  readonly add: (folder: string) => void;
  readonly close: () => void;
}

/** The folders of the definitions and of their user types. */
export function definitionFoldersOf(targets: readonly Target[]): readonly string[] {
  return targets.flatMap(({ definitions }) => [resolve(definitions), resolve(definitions, typesFolder)]);
}

/** How often to check whether a folder was removed, which not every system reports, or created again. */
const returnMs = 200;

/**
 * Watches folders with the events of the operating system. A library that also checks each file would take longer than
 * everything else in a folder of a thousand files.
 *
 * @param onChange is called for each entry that was created, removed or written, and for a folder that was removed or
 * created again
 */
export function watchFolders(onChange: (path: string) => void): FolderWatcher {
  const watchers = new Map<string, FSWatcher>();
  const gone = new Set<string>();

  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    if (existsSync(folder)) return add(folder);
    gone.add(folder);
    onChange(folder);
  };
  const add = (folder: string): void => {
    if (watchers.has(folder)) return;
    if (!existsSync(folder)) return void gone.add(folder);
    const watcher = watch(folder, (_, name) => {
      // Some systems name the folder itself when it is removed.
      if (name === null || !existsSync(folder)) forget(folder);
      else onChange(join(folder, name));
    });
    watcher.on("error", () => forget(folder));
    watchers.set(folder, watcher);
  };
  const returns = setInterval(() => {
    for (const folder of watchers.keys()) if (!existsSync(folder)) forget(folder);
    for (const folder of gone) {
      if (!existsSync(folder)) continue;
      gone.delete(folder);
      add(folder);
      onChange(folder);
    }
  }, returnMs);

  return {
    add,
    close: () => {
      clearInterval(returns);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
