import { Histogram } from "../statistics.ts";
import type { Statistic } from "../statistics.ts";
import type { TableSize } from "../store.ts";
import type { Chores } from "./chores/chores.ts";
import { endOf, tableKey } from "./rows/key.ts";
import type { KeyValueStore } from "./storage/key-value-store.ts";
import type { Storage } from "./storage/storage.ts";
import type { Commit } from "./write/commit.ts";

type Figure = readonly [name: string, value: number | Histogram, help: string];

/** What the parts of an open store have counted since it was opened, and how it stands now. */
export async function statisticsOf(commit: Commit, chores: Chores, storage: Storage): Promise<readonly Statistic[]> {
  const { builds, dropped } = storage.catalog;
  const indexed = [...builds.values()].reduce((sum, { rows }) => sum + rows, 0);
  const figures: Figure[] = [
    ["batch_writes", commit.groupSizes, "Writes that went to the disk together, in one batch with one sync."],
    ["batch_duration_seconds", commit.seconds, "Time until a batch was written and synced."],
    ["failed_batches_total", commit.failures, "Failed batches (disk error or disk full)."],
    ["waiting_writes", commit.waiting, "Writes that wait for the batch before."],
    [
      "writable",
      Number(storage.isWritable),
      "1 while the store accepts writes; 0 from a failed write until it has recovered, when rows can only be read.",
    ],
    ["index_builds", builds.size, "Indexes that are being built."],
    ["index_build_rows", indexed, "Rows that have their entries in the indexes that are being built."],
    ["pending_drops", dropped.size, "Dropped tables and indexes of which there is data left to delete."],
    [
      "expired_rows_total",
      chores.expiredRows,
      "Rows that were deleted, all or in part, because their time to live had ended.",
    ],
    ["compactions_total", chores.compactions, "Compactions that freed the disk of overwritten and deleted rows."],
  ];
  const disk = await storage.diskUse();
  if (disk) {
    figures.push(["disk_used_bytes", disk.usedBytes, "Size of the files of the data."]);
    figures.push(["disk_free_bytes", disk.freeBytes, "Free space on the disk of the data."]);
  }
  return figures.map(([name, value, help]) => ({ name, kind: kindOf(name, value), help, value }));
}

function kindOf(name: string, value: Figure[1]): Statistic["kind"] {
  if (value instanceof Histogram) return "histogram";
  return name.endsWith("_total") ? "counter" : "gauge";
}

/** Reading this much takes some milliseconds. */
const mostRead = 4 * 2 ** 20;
const mostAtOnce = 500;

/**
 * The bytes of a table's rows, as they are stored.
 *
 * They are read and counted, because LevelDB's own estimate leaves out its log, which holds all there is of small tables.
 * Beyond 4 MB the log is little beside the rest, and the estimate serves.
 */
export async function sizeOfTable(keyValues: KeyValueStore, id: number): Promise<TableSize> {
  const [from, end] = [tableKey(id), endOf(tableKey(id))];
  const cursor = keyValues.iterator({ gte: from, lt: end });
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
  if (!keyValues.files) return { bytes: mostRead, isLeast: true };
  return { bytes: Math.max(bytes, await keyValues.files.approximateSize(from, end)), isLeast: false };
}
