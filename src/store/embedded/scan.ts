/**
 * Reads the rows of a plan, in order.
 *
 * Takes a plan and a start position, and returns rows with their keys. Reads from one snapshot; handles expired cells,
 * and static values without rows. Does not count rows: pages are handled by the caller.
 */
import { breathe } from "./breathe.ts";
import type { Level } from "./draft.ts";
import { findHits } from "./entries/hits.ts";
import type { IndexAccess } from "./entries/index-access.ts";
import { endOf, splitKey, staticKey, tableKey } from "./key.ts";
import { slicesOf, wholePartitions } from "./read-plan.ts";
import type { ReadPlan, Slice } from "./read-plan.ts";
import { liveRow } from "./row.ts";
import type { Row } from "./row.ts";
import { passes } from "./row-test.ts";
import { cellOf, parseRow } from "./row-values.ts";

/** A row that is not decoded yet: callers may drop it, or need some of its columns only. */
export interface FoundRow {
  readonly key: Buffer;
  readonly partition: Buffer;
  /** Undefined for a partition with static values alone. */
  readonly row: Row | undefined;
  readonly statics: Row | undefined;
}

export interface Scan {
  readonly level: Level;
  readonly snapshot: ReturnType<Level["snapshot"]>;
  readonly plan: ReadPlan;
  readonly nowMs: number;
  readonly signal: AbortSignal | undefined;
  /** The index to follow; undefined to read all rows of the plan. */
  readonly index: IndexAccess | undefined;
  /** The key of the last row that was given already. */
  readonly after?: Buffer;
}

type Entry = readonly [key: Buffer, sealed: Buffer];

interface Partition {
  readonly beginning: Buffer;
  readonly key: Buffer;
  statics: Row | undefined;
  hasRows: boolean;
}

/** The static cells of a partition come first among its keys, so each row can be shown with them. */
export async function* scanRows(scan: Scan): AsyncGenerator<FoundRow> {
  const { layout } = scan.plan;
  const alone = wholePartitions(scan.plan);
  const breath = breathe();
  let partition: Partition | undefined;
  for await (const [key, sealed] of entries(scan)) {
    const pause = breath();
    if (pause) await pause;
    scan.signal?.throwIfAborted();
    const parts = splitKey(key);
    if (!parts) continue;
    if (!partition?.beginning.equals(parts.partition)) {
      if (partition && alone) yield* staticRow(scan, partition);
      const seen = scan.after !== undefined && startsWith(scan.after, parts.partition);
      partition = { beginning: parts.partition, key, statics: undefined, hasRows: seen };
    }
    const row = liveRow(parseRow(layout, key, sealed), scan.nowMs);
    if (parts.isStatic) {
      partition.statics = row;
    } else if (row) {
      partition.hasRows = true;
      if (isWanted(scan, partition, row)) {
        yield { key, partition: partition.beginning, row, statics: partition.statics };
      }
    }
  }
  if (partition && alone) yield* staticRow(scan, partition);
}

/** A partition without rows is one row, with null for the clustering columns, if it has static values. */
function* staticRow(scan: Scan, partition: Partition): Generator<FoundRow> {
  const { beginning, key, statics, hasRows } = partition;
  if (hasRows || !statics || !isWanted(scan, partition, undefined)) return;
  yield { key, partition: beginning, row: undefined, statics };
}

function isWanted({ plan }: Scan, { beginning, statics }: Partition, row: Row | undefined): boolean {
  return plan.tests.every((test) => passes(test, cellOf(plan.layout, test.column, beginning, row, statics)));
}

async function* entries(scan: Scan): AsyncGenerator<Entry> {
  const { after, ...fromStart } = scan;
  const { index } = scan;
  const hits = index && (await findHits(scan, index));
  if (hits) return yield* index.finds === "rows" ? rowsAmong(scan, hits) : partitionsAmong(scan, hits);
  const { layout, partitions } = scan.plan;
  const last = after && splitKey(after);
  if (!partitions) {
    const end = endOf(tableKey(layout.id));
    // A partition that was shown by its static columns alone is done, even if it has rows by now.
    if (last?.isStatic) return yield* sliceEntries(fromStart, { from: endOf(last.partition), to: end, point: false });
    if (last) yield* staticEntry(scan, last.partition);
    return yield* sliceEntries(scan, { from: tableKey(layout.id), to: end, point: false });
  }
  const place = last ? partitions.findIndex((partition) => partition.equals(last.partition)) : 0;
  for (const partition of partitions.slice(last?.isStatic ? place + 1 : place)) {
    const rest = last?.partition.equals(partition) ? scan : fromStart;
    yield* staticEntry(scan, partition);
    for (const slice of slicesOf(scan.plan, partition)) yield* sliceEntries(rest, slice);
  }
}

/** @param hits keys of rows, in order */
async function* rowsAmong(scan: Scan, hits: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Entry> {
  const { level, snapshot } = scan;
  let partition: Buffer | undefined;
  for await (const key of hits) {
    const parts = splitKey(key);
    if (!parts) continue;
    if (!partition?.equals(parts.partition)) yield* staticEntry(scan, parts.partition);
    partition = parts.partition;
    const sealed = level.getSync(key, { snapshot });
    if (sealed) yield [key, sealed];
  }
}

/** @param hits beginnings of partitions, in order */
async function* partitionsAmong(scan: Scan, hits: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Entry> {
  const last = scan.after && splitKey(scan.after);
  for await (const partition of hits) {
    const isLast = last?.partition.equals(partition);
    if (isLast && last?.isStatic) continue;
    if (isLast) yield* staticEntry(scan, partition);
    yield* sliceEntries(scan, { from: partition, to: endOf(partition), point: false });
  }
}

function* staticEntry({ level, snapshot, plan }: Scan, partition: Buffer): Generator<Entry> {
  if (!plan.layout.hasStatics) return;
  const key = staticKey(partition);
  const sealed = level.getSync(key, { snapshot });
  if (sealed) yield [key, sealed];
}

async function* sliceEntries({ level, snapshot, plan, after }: Scan, slice: Slice): AsyncGenerator<Entry> {
  const { from, to, point } = slice;
  const { reversed } = plan;
  const beyond = after && (reversed ? Buffer.compare(after, from) <= 0 : Buffer.compare(after, to) >= 0);
  if (beyond || Buffer.compare(from, to) >= 0) return;
  // Within this slice the last page ended.
  const within = after && Buffer.compare(after, from) >= 0 && Buffer.compare(after, to) < 0 ? after : undefined;
  if (point) {
    const sealed = within ? undefined : level.getSync(from, { snapshot });
    if (sealed) yield [from, sealed];
    return;
  }
  const order = { reverse: reversed, snapshot };
  if (!within) yield* level.iterator({ ...order, gte: from, lt: to });
  else if (reversed) yield* level.iterator({ ...order, gte: from, lt: within });
  else yield* level.iterator({ ...order, gt: within, lt: to });
}

function startsWith(key: Buffer, beginning: Buffer): boolean {
  return key.subarray(0, beginning.length).equals(beginning);
}
