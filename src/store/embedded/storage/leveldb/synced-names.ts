/**
 * Syncs the names of new files to disk before anything written under them is acknowledged.
 *
 * LevelDB syncs the bytes of a log, but not the folder that names it, and renames CURRENT without a sync of the folder:
 * after a power cut, the file system may not have the name.
 */
import { readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { codeOf } from "../level-error.ts";

/**
 * How long after a change another one may get the same time. Some file systems round times to two seconds. Those with fractions
 * of a second round them to 10 ms at most; 50 ms leave a margin.
 */
const roundingMs = (mtimeMs: number): number => (mtimeMs % 1000 === 0 ? 2000 : 50);

export class SyncedNames {
  readonly #directory: string;
  #logs: ReadonlySet<string> = new Set();
  /** The time of the folder's last change, by the file system's clock. */
  #mtimeMs = Number.NaN;
  /** When this time was first seen, by our clock. */
  #seenAtMs = 0;
  /** Whether a later change would have a different time. */
  #isFinal = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Syncs all names in the folder. */
  async syncAll(): Promise<void> {
    const logs = this.#findLogs();
    await syncFolder(this.#directory);
    this.#logs = logs;
  }

  /** Syncs all names if a log was created since the last sync. Costs only some microseconds if not. */
  async syncNewLogs(): Promise<void> {
    const { mtimeMs } = statSync(this.#directory);
    const nowMs = performance.now();
    if (mtimeMs !== this.#mtimeMs) {
      this.#mtimeMs = mtimeMs;
      this.#seenAtMs = nowMs;
    } else if (this.#isFinal) return;
    this.#isFinal = nowMs - this.#seenAtMs > roundingMs(mtimeMs);
    const logs = this.#findLogs();
    if ([...logs].some((name) => !this.#logs.has(name))) await this.syncAll();
  }

  #findLogs(): ReadonlySet<string> {
    return new Set(readdirSync(this.#directory).filter((name) => name.endsWith(".log")));
  }
}

async function syncFolder(directory: string): Promise<void> {
  // Windows cannot open folders; its file system preserves the order of name changes.
  if (process.platform === "win32") return;
  const folder = await open(directory);
  try {
    await folder.sync();
  } catch (error) {
    // Some network and user-space file systems cannot sync folders.
    if (codeOf(error) !== "EINVAL" && codeOf(error) !== "ENOTSUP") throw error;
  } finally {
    await folder.close();
  }
}
