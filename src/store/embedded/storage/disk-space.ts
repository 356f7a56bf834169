/** How much of the disk the data takes, whether there is room for it, and how to free some. */
import { randomBytes } from "node:crypto";
import { open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { KeyValueStore } from "./key-value-store.ts";

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

const trialName = "ROOM";
const chunkLength = 1024 * 1024;

/**
 * Tries whether there is room to open the data: LevelDB turns its logs into tables then, and nothing can be read when it
 * fails at that. Writes a file and deletes it, because free space that the system reports may belong to someone else.
 *
 * @throws an error of the system, with the code `ENOSPC` when there is none
 */
export async function checkRoom(directory: string): Promise<void> {
  const logs = (await readdir(directory)).filter((name) => /^\d+\.log$/.test(name));
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(directory, name))).size));
  const needed = chunkLength + sizes.reduce((sum, size) => sum + size, 0);
  const trial = join(directory, trialName);
  const chunk = randomBytes(chunkLength);
  const file = await open(trial, "w", 0o600);
  try {
    for (let written = 0; written < needed; written += chunkLength) await file.write(chunk);
    await file.datasync();
  } finally {
    await file.close();
    await rm(trial, { force: true });
  }
}

/** The fewest bytes written since the last compaction for which another one is worth the work. */
const least = 2 ** 20;
/** The most bytes of data that are compacted: more would take long, and LevelDB's own compactions leave little to free. */
const most = 2 ** 26;

const [first, last] = [Buffer.of(0), Buffer.of(0xff)];

/** Whether as much was written as the data was large after the last compaction. */
export function isBloated({ files, written, compactedSize }: KeyValueStore): boolean {
  return files !== undefined && written >= Math.max(least, compactedSize);
}

/** Compacts the files, unless the data is too large or the disk too full for it. @returns whether it did */
export async function compact(keyValues: KeyValueStore): Promise<boolean> {
  const { files, written } = keyValues;
  if (!files) return false;
  const size = await files.approximateSize(first, last);
  // During the work, the old and the new files are on disk.
  const fits = size <= most && (await freeBytes(files.location)) > 2 * (size + written);
  if (fits) await files.compactRange(first, last);
  keyValues.written -= written;
  keyValues.compactedSize = await files.approximateSize(first, last);
  return fits;
}
