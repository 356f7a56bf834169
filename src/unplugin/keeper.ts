/**
 * Writes bindings at each start of a build and after each change of a definition, one run at a time.
 *
 * Watches the definitions itself: bundlers differ in what they notice. They all notice the bindings that are written.
 */
import { existsSync } from "node:fs";
import { createRounds } from "../generate/rounds.ts";
import { definitionFoldersOf, watchFolders } from "../generate/watch-folders.ts";
import { generateAll } from "../generate.ts";
import type { Target } from "../generate.ts";

export interface Keeper {
  /** Resolves when the bindings are written, or the reason why not was shown. */
  readonly keep: () => Promise<void>;
  /** Ends the watch after a run that is under way. */
  readonly close: () => Promise<void>;
}

/** @param show gets the error of a run; the next change of a definition starts another */
export function createKeeper(load: () => Promise<readonly Target[]>, show: (error: unknown) => void): Keeper {
  /** Missing definition files: removed, or about to be written again by an editor. */
  const gone = new Set<string>();
  const rounds = createRounds({
    work: async (isSettled) => {
      if (gone.size > 0 && !isSettled) return "wait";
      gone.clear();
      const targets = await load();
      for (const folder of definitionFoldersOf(targets)) watcher.add(folder);
      await generateAll(targets);
      return "done";
    },
    onFailure: show,
  });
  const watcher = watchFolders((path) => {
    if (existsSync(path)) gone.delete(path);
    else if (path.endsWith(".json")) gone.add(path);
    rounds.ask();
  });
  return {
    keep: () => {
      rounds.ask();
      return rounds.settled();
    },
    close: async () => {
      watcher.close();
      await rounds.stop();
    },
  };
}
