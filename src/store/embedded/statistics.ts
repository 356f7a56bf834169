import type { Statistic } from "../statistics.ts";
import type { TableSize } from "../store.ts";
import type { Chores } from "./chores/chores.ts";
import { endOf, tableKey } from "./rows/key.ts";
import type { KeyValueStore } from "./storage/key-value-store.ts";
import type { Storage } from "./storage/storage.ts";
import type { Commit } from "./write/commit.ts";

/** What the parts of an open store have counted since it was opened, and how it stands now. */
export async function statisticsOf(commit: Commit, chores: Chores, storage: Storage): Promise<readonly Statistic[]> {
  const { builds, dropped } = storage.catalog;
  const indexed = [...builds.values()].reduce((sum, { rows }) => sum + rows, 0);
  const figures: readonly Statistic[] = [
    {
      name: "batch_writes",
      kind: "histogram",
      help: "Writes that went to the disk together, in one batch with one sync.",
      value: commit.groupSizes,
    },
    {
      name: "batch_duration_seconds",
      kind: "histogram",
      help: "Time until a batch was written and synced.",
      value: commit.seconds,
    },
    {
      name: "failed_batches_total",
      kind: "counter",
      help: "Failed batches (disk error or disk full).",
      value: commit.failures,
    },
    { name: "waiting_writes", kind: "gauge", help: "Writes that wait for the batch before.", value: commit.waiting },
    {
      name: "writable",
      kind: "gauge",
      help: "1 while the store accepts writes; 0 from a failed write until it has recovered, when rows can only be read.",
      value: Number(storage.isWritable),
    },
    { name: "index_builds", kind: "gauge", help: "Indexes that are being built.", value: builds.size },
    {
      name: "index_build_rows",
      kind: "gauge",
      help: "Rows that have their entries in the indexes that are being built.",
      value: indexed,
    },
    {
      name: "pending_drops",
      kind: "gauge",
      help: "Dropped tables and indexes of which there is data left to delete.",
      value: dropped.size,
    },
    {
      name: "expired_rows_total",
      kind: "counter",
      help: "Rows that were deleted, all or in part, because their time to live had ended.",
      value: chores.expiredRows,
    },
    {
      name: "compactions_total",
      kind: "counter",
      help: "Compactions that freed the disk of overwritten and deleted rows.",
      value: chores.compactions,
    },
  ];
  const disk = await storage.diskUse();
  if (!disk) return figures;
  return [
    ...figures,
    { name: "disk_used_bytes", kind: "gauge", help: "Size of the files of the data.", value: disk.usedBytes },
    { name: "disk_free_bytes", kind: "gauge", help: "Free space on the disk of the data.", value: disk.freeBytes },
  ];
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
