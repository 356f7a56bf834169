/**
 * Syncs the names of new files to disk before anything written under them is acknowledged.
 *
 * LevelDB syncs the bytes of a log, but not the folder that names it, and renames CURRENT without a sync of the folder:
 * after a power cut, the file system may not have the name.
 */
import { readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf } from "../level-error.ts";

/** File systems round the time of a change, some to two seconds: a later change may have the same time. */
const roundingMs = 2000;

export class SyncedNames {
  private readonly directory: string;
  private logs: ReadonlySet<string> = new Set();
  /** Of the last change of the folder that cannot be mistaken for a later one. */
  private settledMs = Number.NaN;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Syncs all names in the folder. */
  async syncAll(): Promise<void> {
    const logs = this.findLogs();
    await syncFolder(this.directory);
    this.logs = logs;
  }

  /** The same if there is a log that was not there at the last sync. Costs some microseconds otherwise. */
  async syncNewLogs(): Promise<void> {
    const { mtimeMs } = statSync(this.directory);
    if (mtimeMs === this.settledMs) return;
    const logs = this.findLogs();
    if ([...logs].some((name) => !this.logs.has(name))) await this.syncAll();
    if (Math.abs(Date.now() - mtimeMs) > roundingMs) this.settledMs = mtimeMs;
  }

  private findLogs(): ReadonlySet<string> {
    return new Set(readdirSync(this.directory).filter((name) => name.endsWith(".log")));
  }
}

async function syncFolder(directory: string): Promise<void> {
  // Windows opens no folders; its file system keeps the order of names.
  if (process.platform === "win32") return;
  const folder = await open(directory);
  try {
    await folder.sync();
  } catch (error) {
    // Some network and user-space file systems sync no folders.
    if (codeOf(error) !== "EINVAL" && codeOf(error) !== "ENOTSUP") throw error;
  } finally {
    await folder.close();
  }
}
