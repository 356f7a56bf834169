/**
 * Reads the entries of a plan, in order: keys with what is stored under them.
 *
 * Takes a scan, and returns entries in batches, since to wait for each alone would cost more than to read it. Reads from
 * one snapshot, and interprets keys alone.
 */
import type { Reads } from "../reads.ts";
import { findHits } from "./entries/hits.ts";
import type { IndexAccess } from "./entries/hits.ts";
import { endOf, isKeyOf, splitKey, staticKey } from "./key.ts";
import type { KeyValueStore, Snapshot, Span } from "./key-value-store.ts";
import { slicesOf } from "./locate.ts";
import type { Slice } from "./locate.ts";
import type { ReadPlan } from "./read-plan.ts";

export interface Scan {
  readonly keyValues: KeyValueStore;
  readonly snapshot: Snapshot;
  readonly plan: ReadPlan;
  readonly nowMs: number;
  readonly signal: AbortSignal | undefined;
  readonly reads: Reads;
  /** The index to follow; undefined to read all rows of the plan. */
  readonly index: IndexAccess | undefined;
  /** Bytes of rows that the caller wants at most, and one row at least. */
  readonly mostBytes: number;
  /** The key of the last row that was given already. */
  readonly after?: Buffer;
  /** How many rows of its partition were given; only where the plan limits them. */
  readonly given: number;
}

/** Whether no more rows of a partition are needed. */
export type IsDone = (partition: Buffer) => boolean;

export type Entry = readonly [key: Buffer, sealed: Buffer];
export type Entries = readonly Entry[];

/** The most entries read at once: handling them takes some milliseconds. */
export const mostAtOnce = 500;
const mostBytesAtOnce = 1024 * 1024;

/** How many keys of rows the plan names; Infinity if it does not name them. */
export function countPoints({ partitions, prefixes, isFull, tests }: ReadPlan): number {
  if (!partitions || tests.length > 0 || !isFull) return Infinity;
  return prefixes.reduce((count, values) => count * values.length, partitions.length);
}

/** The entries of a plan that names every key, each read when it is asked for. */
export function* pointEntries(scan: Scan): Generator<Entries> {
  const { after, ...fromStart } = scan;
  const { plan } = scan;
  const last = after && splitKey(after);
  for (const partition of remainingPartitions(plan.partitions ?? [], after)) {
    const rest = last?.partition.equals(partition) ? scan : fromStart;
    yield staticEntry(scan, partition);
    for (const slice of slicesOf(plan, partition)) yield pointEntry(rest, slice);
  }
}

/**
 * @param wanted how many rows the caller wants; it may end the reading before
 * @param isDone of the entries that were given so far
 */
export async function* scanEntries(scan: Scan, wanted: number, isDone: IsDone): AsyncGenerator<Entries> {
  const { after, ...fromStart } = scan;
  const { index } = scan;
  const hits = index && (await findHits(scan, index));
  const limits = { wanted, isDone };
  if (hits) return yield* index.finds === "rows" ? rowsAmong(scan, hits, isDone) : partitionsAmong(scan, hits, limits);
  const { span, partitions } = scan.plan;
  const last = after && splitKey(after);
  if (!partitions) {
    // A partition that was shown by its static columns alone is done, even if it has rows by now.
    if (last && (last.isStatic || isDone(last.partition))) {
      return yield* sliceEntries(fromStart, { from: endOf(last.partition), to: span.to, point: false }, limits);
    }
    if (last) yield staticEntry(scan, last.partition);
    return yield* sliceEntries(scan, { ...span, point: false }, limits);
  }
  for (const partition of remainingPartitions(partitions, after)) {
    const rest = last?.partition.equals(partition) ? scan : fromStart;
    yield staticEntry(scan, partition);
    for (const slice of slicesOf(scan.plan, partition)) {
      if (isDone(partition)) break;
      yield* sliceEntries(rest, slice, limits);
    }
  }
}

/** The partitions that still have rows to return. */
function remainingPartitions(partitions: readonly Buffer[], after: Buffer | undefined): readonly Buffer[] {
  const last = after && splitKey(after);
  if (!last) return partitions;
  const place = partitions.findIndex((partition) => partition.equals(last.partition));
  return partitions.slice(last.isStatic ? place + 1 : place);
}

/** @param hits keys of rows, in order */
async function* rowsAmong(
  scan: Scan,
  hits: AsyncIterable<Buffer> | Iterable<Buffer>,
  isDone: IsDone,
): AsyncGenerator<Entries> {
  let partition: Buffer | undefined;
  for await (const key of hits) {
    const parts = splitKey(key);
    if (!parts || isDone(parts.partition)) continue;
    const statics = partition?.equals(parts.partition) ? [] : staticEntry(scan, parts.partition);
    partition = parts.partition;
    yield [...statics, ...entryOf(scan, key)];
  }
}

/** @param hits beginnings of partitions, in order */
async function* partitionsAmong(
  scan: Scan,
  hits: AsyncIterable<Buffer> | Iterable<Buffer>,
  limits: SliceLimits,
): AsyncGenerator<Entries> {
  const last = scan.after && splitKey(scan.after);
  for await (const partition of hits) {
    const isLast = last?.partition.equals(partition);
    if ((isLast && last?.isStatic) || limits.isDone(partition)) continue;
    if (isLast) yield staticEntry(scan, partition);
    yield* sliceEntries(scan, { from: partition, to: endOf(partition), point: false }, limits);
  }
}

function staticEntry(scan: Scan, partition: Buffer): Entries {
  return scan.plan.layout.hasStatics ? entryOf(scan, staticKey(partition)) : [];
}

function pointEntry(scan: Scan, { from }: Slice): Entries {
  const { plan, after } = scan;
  const order = after ? Buffer.compare(after, from) : -1;
  const isGiven = after !== undefined && (plan.reversed ? order <= 0 : order >= 0);
  return isGiven ? [] : entryOf(scan, from);
}

function entryOf({ keyValues, snapshot }: Scan, key: Buffer): Entries {
  const sealed = keyValues.getSync(key, { snapshot });
  return sealed ? [[key, sealed]] : [];
}

interface SliceLimits {
  readonly wanted: number;
  readonly isDone: IsDone;
}

async function* sliceEntries(scan: Scan, slice: Slice, { wanted, isDone }: SliceLimits): AsyncGenerator<Entries> {
  const { keyValues, snapshot, plan, after } = scan;
  const { from, to, point } = slice;
  const { reversed } = plan;
  if (point) return yield pointEntry(scan, slice);
  const beyond = after && (reversed ? Buffer.compare(after, from) <= 0 : Buffer.compare(after, to) >= 0);
  if (beyond || Buffer.compare(from, to) >= 0) return;
  // Within this slice the last page ended.
  const within = after && Buffer.compare(after, from) >= 0 && Buffer.compare(after, to) < 0 ? after : undefined;
  const how = { reverse: reversed, highWaterMarkBytes: Math.min(mostBytesAtOnce, scan.mostBytes), snapshot };
  const isLimited = plan.perPartition < Infinity;
  // One may hold static values.
  const most = Math.min(wanted + 1, mostAtOnce);
  const fewest = Math.min(plan.perPartition + 1, most);
  let gap: Span = reversed ? { lt: within ?? to, gte: from } : { lt: to, ...(within ? { gt: within } : { gte: from }) };
  for (;;) {
    const iterator = keyValues.iterator({ ...gap, ...how });
    let next: Buffer | undefined;
    try {
      for (let size = fewest; !next; size = Math.min(2 * size, most)) {
        const entries = await iterator.nextv(size);
        if (entries.length === 0) return;
        yield entries;
        if (isLimited) next = afterDone(entries, isDone);
      }
    } finally {
      await iterator.close();
    }
    // A slice of a partition that the plan names has no other.
    if (plan.partitions || Buffer.compare(next, to) >= 0) return;
    gap = { gte: next, lt: to };
  }
}

/** Where the next partition begins, if all entries belong to one that needs no more rows. */
function afterDone(entries: Entries, isDone: IsDone): Buffer | undefined {
  const [first, last] = [entries[0], entries.at(-1)];
  const partition = last && splitKey(last[0])?.partition;
  return partition && first && isKeyOf(partition, first[0]) && isDone(partition) ? endOf(partition) : undefined;
}
