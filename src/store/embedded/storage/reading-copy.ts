import { copyFile, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { StoreFiles } from "./leveldb/check-files.ts";

/**
 * A folder from which LevelDB can read data that it cannot open, because it writes some files when it opens: small files
 * are copied, and tables, which never change, are linked to.
 *
 * @returns the folder, to be deleted after use; undefined when there is no room for it either
 */
export async function createReadingCopy(directory: string, files: StoreFiles): Promise<string | undefined> {
  // Perhaps there is room that the disk of the data does not have.
  for (const place of [tmpdir(), "/dev/shm"]) {
    const copy = await mkdtemp(join(place, "colonnade-reading-")).catch(() => undefined);
    if (copy === undefined) continue;
    try {
      const { current, manifest, logs, tables } = files;
      for (const name of [current, manifest, ...logs]) await copyFile(join(directory, name), join(copy, name));
      for (const name of tables) await symlink(resolve(directory, name), join(copy, name));
      return copy;
    } catch {
      await rm(copy, { recursive: true, force: true });
    }
  }
  return undefined;
}
