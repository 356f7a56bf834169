import type { WrittenFolder } from "../output/index.ts";
import type { DefinitionFiles } from "../source/folder.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";

/** What a run caches about a target. */
interface CachedTarget {
  readonly files: DefinitionFiles;
  readonly parsed?: ParsedKeyspace | undefined;
  readonly written: WrittenFolder;
}

/**
 * The cache that one run passes to the next in the same process, for the same targets and settings. Definitions without
 * a recorded change are not read again, and written files are assumed to be in place.
 */
export class RunCache {
  /** By output folder. */
  readonly #targets = new Map<string, CachedTarget>();
  #changed = new Set<string>();

  /**
   * Records a change.
   *
   * @param path of a definition file that was changed, created or removed; absolute
   */
  noteChange(path: string): void {
    this.#changed.add(path);
  }

  get(output: string): CachedTarget | undefined {
    return this.#targets.get(output);
  }

  set(output: string, target: CachedTarget): void {
    this.#targets.set(output, target);
  }

  /** Runs work with the changes recorded so far. They stay recorded if the work fails. */
  async withChanges<Result>(work: (changed: ReadonlySet<string>) => Promise<Result>): Promise<Result> {
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      return await work(changed);
    } catch (error) {
      for (const path of changed) this.#changed.add(path);
      throw error;
    }
  }
}
