import { existsSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { join } from "node:path";

export interface FolderWatcher {
  /** Watches one more folder, not what is below it; one that is watched already stays so. */
  readonly add: (folder: string) => void;
  readonly close: () => void;
}

/** How often to look whether a folder went, which not every system tells, or came back. */
const returnMs = 200;

/**
 * Watches folders by what the system itself tells. A library that looks at each file again would take longer than all the
 * rest does, in a folder of a thousand.
 *
 * @param onChange is told of each entry that came, went or was written to, and of a folder that went or came back
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
      // Some systems name the folder itself when it goes.
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
