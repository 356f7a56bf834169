import { existsSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { join, resolve } from "node:path";
import { typesFolder } from "../source/folder.ts";
import type { Target } from "./target.ts";

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
