/**
 * Finds the entries of a plan, in order: what is stored under its keys.
 *
 * Takes a scan and returns pieces, entries that were read by their keys or a range still to be read. Reads from one
 * snapshot, and interprets keys alone.
 */
import type { Reads } from "../../reads.ts";
import { findHits } from "../entries/hits.ts";
import type { IndexAccess } from "../entries/hits.ts";
import { endOf, keyAfter, splitKey, staticKey } from "../rows/key.ts";
import type { KeyParts, KeyRange } from "../rows/key.ts";
import type { KeyValueStore, Snapshot } from "../storage/key-value-store.ts";
import { slicesOf, wholePartitions } from "./locate.ts";
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
  readonly after: Buffer | undefined;
  /** How many rows of its partition were given; only where the plan limits them. */
  readonly given: number;
}

/** Whether no more rows of a partition are needed, by the pieces that were read so far. */
export type IsDone = (partition: Buffer) => boolean;

/** Without a key if it was read from a range of one partition. */
export type Entry = readonly [key: Buffer | undefined, sealed: Buffer];
export type Entries = readonly Entry[];
export type Piece = Entries | PieceRange;

export interface PieceRange extends KeyRange {
  /** The only one with keys in the range, if that is known. */
  readonly partition?: Buffer;
}

export async function findPieces(scan: Scan, isDone: IsDone): Promise<Iterable<Piece> | AsyncIterable<Piece>> {
  const { index, plan } = scan;
  const hits = index && (await findHits(scan, index));
  if (hits) return index.finds === "rows" ? rowsAmong(scan, hits, isDone) : partitionsAmong(scan, hits, isDone);
  return plan.partitions ? piecesOf(scan, plan.partitions, isDone) : piecesOfTable(scan, isDone);
}

function* piecesOf(scan: Scan, partitions: readonly Buffer[], isDone: IsDone): Generator<Piece> {
  const { plan, after } = scan;
  const last = after && splitKey(after);
  // The static values of a whole partition come with its rows, before them.
  const staticsApart = plan.reversed || !wholePartitions(plan);
  for (const partition of remainingPartitions(partitions, last)) {
    const begun = last?.partition.equals(partition) ? after : undefined;
    if (plan.layout.hasStatics && (begun || staticsApart)) yield staticEntry(scan, partition);
    for (const slice of slicesOf(plan, partition)) {
      if (isDone(partition)) break;
      const { from, to } = begun ? restOf(slice, begun, plan.reversed) : slice;
      if (Buffer.compare(from, to) < 0) yield slice.point ? entryOf(scan, from) : { from, to, partition };
    }
  }
}

/** In the order of the keys: only the rows of named partitions can be read in reverse. */
function* piecesOfTable(scan: Scan, isDone: IsDone): Generator<Piece> {
  const { after, plan } = scan;
  const { span } = plan;
  const last = after && splitKey(after);
  // A partition that was shown by its static columns alone is done, even if it has rows by now.
  if (last && (last.isStatic || isDone(last.partition))) return yield { from: endOf(last.partition), to: span.to };
  if (last) yield staticEntry(scan, last.partition);
  yield after ? restOf(span, after, false) : span;
}

/** The partitions that still have rows to return. @param last that of the last row that was given */
function remainingPartitions(partitions: readonly Buffer[], last: KeyParts | undefined): readonly Buffer[] {
  if (!last) return partitions;
  const place = partitions.findIndex((partition) => partition.equals(last.partition));
  return partitions.slice(last.isStatic ? place + 1 : place);
}

/** What of a range is behind a key, in the order of reading. Its end may come before its start. */
function restOf({ from, to }: KeyRange, after: Buffer, reversed: boolean): KeyRange {
  if (reversed) return { from, to: Buffer.compare(after, to) < 0 ? after : to };
  return { from: Buffer.compare(after, from) < 0 ? from : keyAfter(after), to };
}

/** @param hits keys of rows, in order */
async function* rowsAmong(
  scan: Scan,
  hits: AsyncIterable<Buffer> | Iterable<Buffer>,
  isDone: IsDone,
): AsyncGenerator<Piece> {
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
  isDone: IsDone,
): AsyncGenerator<Piece> {
  const { after } = scan;
  const last = after && splitKey(after);
  for await (const partition of hits) {
    const isLast = last?.partition.equals(partition);
    if ((isLast && last?.isStatic) || isDone(partition)) continue;
    if (isLast) yield staticEntry(scan, partition);
    const range = { from: partition, to: endOf(partition) };
    yield isLast && after ? restOf(range, after, false) : range;
  }
}

function staticEntry(scan: Scan, partition: Buffer): Entries {
  return scan.plan.layout.hasStatics ? entryOf(scan, staticKey(partition)) : [];
}

function entryOf({ keyValues, snapshot }: Scan, key: Buffer): Entries {
  const sealed = keyValues.getSync(key, { snapshot });
  return sealed ? [[key, sealed]] : [];
}

const usualLength = 1024;

/** How many entries of usual length an entry is: a long one counts once per kilobyte. */
export function weigh(sealed: Uint8Array): number {
  return Math.ceil(sealed.length / usualLength);
}
