import type { TableSize } from "../store.ts";
import { endOf, tableKey } from "./key.ts";
import type { Level } from "./level.ts";

/** Reading this much takes some milliseconds. */
const mostRead = 4 * 2 ** 20;
const mostAtOnce = 500;

/**
 * The bytes of a table's rows, as they are stored.
 *
 * They are read and counted, because LevelDB's own estimate leaves out its log, which holds all there is of small tables.
 * Beyond 4 MB the log is little beside the rest, and the estimate serves.
 */
export async function sizeOfTable(level: Level, id: number): Promise<TableSize> {
  const [from, end] = [tableKey(id), endOf(tableKey(id))];
  const cursor = level.iterator({ gte: from, lt: end });
  let bytes = 0;
  try {
    for (;;) {
      const entries = await cursor.nextv(mostAtOnce);
      if (entries.length === 0) return { bytes, isLeast: false };
      for (const [key, value] of entries) bytes += key.length + value.length;
      if (bytes > mostRead) break;
    }
  } finally {
    await cursor.close();
  }
  if (!level.files) return { bytes: mostRead, isLeast: true };
  return { bytes: Math.max(bytes, await level.files.approximateSize(from, end)), isLeast: false };
}
