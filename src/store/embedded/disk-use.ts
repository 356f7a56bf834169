import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

export interface DiskUse {
  /** The size of the data files. */
  readonly usedBytes: number;
  /** The free space on the disk for this user. */
  readonly freeBytes: number;
}

/** @returns undefined if the system does not report it */
export async function diskUse(directory: string): Promise<DiskUse | undefined> {
  try {
    // LevelDB may delete a file meanwhile.
    const sizeOf = (name: string): Promise<number> => stat(join(directory, name)).then(({ size }) => size, none);
    const sizes = await Promise.all((await readdir(directory)).map(sizeOf));
    return { usedBytes: sizes.reduce((sum, size) => sum + size, 0), freeBytes: await freeBytes(directory) };
  } catch {
    return undefined;
  }
}

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

function none(): number {
  return 0;
}
