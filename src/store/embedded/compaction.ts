/**
 * Frees the disk of rows that were overwritten or deleted, when LevelDB by itself would not.
 *
 * LevelDB merges its files as they become many, and keeps some 4 MB of changes in a log: of large data that is little, but a
 * few rows that are written all the time could take the room of thousands.
 */
import type { Level } from "./level.ts";
import { freeBytes } from "./disk-use.ts";

/** Bytes that are written before it is worth the work. */
const least = 2 ** 20;
/** Bytes of data; of more, it would take long, and what is left is small beside it. */
const most = 2 ** 26;

const [first, last] = [Buffer.of(0), Buffer.of(0xff)];

/** Whether as much was written as the data was large after the last compaction. */
export function isBloated({ files, written, compactedSize }: Level): boolean {
  return files !== undefined && written >= Math.max(least, compactedSize);
}

export async function compact(level: Level): Promise<void> {
  const { files, written } = level;
  if (!files) return;
  const size = await files.approximateSize(first, last);
  // For the time of the work both forms are on disk.
  if (size <= most && (await freeBytes(files.location)) > 2 * (size + written)) await files.compactRange(first, last);
  level.written -= written;
  level.compactedSize = await files.approximateSize(first, last);
}
