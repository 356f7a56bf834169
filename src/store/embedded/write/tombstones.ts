/**
 * What is left of deleted rows, so that an older write that comes later stays without effect.
 *
 * It stands apart from the rows, so that readers never meet it. Only writes that are not later than all others read it.
 *
 *     04 | key of the row without its mark                                      what `row-parts` writes of a row that has gone
 *     05 | beginning of the partition without its mark | length, 4 | from … to   a stamp; of rows of a range
 */
import { endOf, marks } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import type { Layout } from "../rows/layout.ts";
import { emptyRow, encodeRow, leavesTombstone, readParts } from "../rows/row-parts.ts";
import type { RowParts } from "../rows/row-parts.ts";
import { checked } from "../rows/seal.ts";
import type { Stamp } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";
import { isShadowed, mergeRow } from "./row-changes.ts";

const sizeLength = 4;

/** The span of the tombstones of all tables. */
export const tombstoneSpan = { gte: Buffer.of(marks.deletedRow), lt: Buffer.of(marks.deletedRange + 1) } as const;

/** The span of range tombstones. */
export const rangeSpan = { ...tombstoneSpan, gte: Buffer.of(marks.deletedRange) } as const;

/** The tombstone of a deleted row. @throws {StoreError} `damaged` */
export function readTombstone(draft: Draft, layout: Layout, rowKey: Buffer): RowParts | undefined {
  const key = marked(marks.deletedRow, rowKey);
  const sealed = draft.get(key);
  return sealed && readParts(checked(key, sealed, layout.title), layout.numbers.dropped);
}

/** Remembers a deletion that is later than all writes of the row. */
export function writeTombstone(draft: Draft, rowKey: Buffer, deletion: Stamp): void {
  putTombstone(draft, marked(marks.deletedRow, rowKey), { ...emptyRow([]), deletion });
}

/** Remembers what is left of a row, beside what is remembered of it already. */
export function bury(draft: Draft, layout: Layout, rowKey: Buffer, rest: RowParts, nowMs: number): void {
  const earlier = readTombstone(draft, layout, rowKey);
  if (!earlier && !leavesTombstone(rest)) return;
  if (earlier) mergeRow(rest, earlier, layout.types, nowMs);
  putTombstone(draft, marked(marks.deletedRow, rowKey), { ...rest, clustering: [] });
}

export function forgetTombstone(draft: Draft, rowKey: Buffer): void {
  draft.delete(marked(marks.deletedRow, rowKey));
}

function putTombstone(draft: Draft, key: Buffer, parts: RowParts): void {
  if (leavesTombstone(parts)) draft.put(key, encodeRow(key, parts));
  else draft.delete(key);
}

/** A deleted range of the rows of a partition. */
export interface DeletedRange extends KeyRange, Stamp {}

/** Remembers the deletion of a range. */
export function writeRange(draft: Draft, partition: Buffer, { from, to }: KeyRange, deletion: Stamp): void {
  // Both begin as the partition does, but for its last byte.
  const shared = partition.length - 1;
  const length = Buffer.allocUnsafe(sizeLength);
  length.writeUInt32BE(from.length - shared);
  const key = Buffer.concat([
    marked(marks.deletedRange, partition),
    length,
    from.subarray(shared),
    to.subarray(shared),
  ]);
  const earlier = draft.get(key);
  if (earlier && isShadowed(deletion, deletionOf(key, earlier))) return;
  draft.put(key, encodeRow(key, { ...emptyRow([]), deletion }));
}

/** The deleted ranges of a partition. */
export async function readRanges(draft: Draft, partition: Buffer): Promise<readonly DeletedRange[]> {
  const ranges: DeletedRange[] = [];
  const beginning = marked(marks.deletedRange, partition);
  const shared = partition.subarray(0, -1);
  for await (const [key, sealed] of draft.range(beginning, endOf(beginning))) {
    const start = beginning.length + sizeLength;
    const split = start + key.readUInt32BE(beginning.length);
    ranges.push({
      ...deletionOf(key, sealed),
      from: Buffer.concat([shared, key.subarray(start, split)]),
      to: Buffer.concat([shared, key.subarray(split)]),
    });
  }
  return ranges;
}

function deletionOf(key: Buffer, sealed: Buffer): Stamp {
  const { deletion } = readParts(checked(key, sealed, "a deleted range"), []);
  return deletion ?? { writtenAt: 0, expiresAt: 0 };
}

function marked(mark: number, key: Buffer): Buffer {
  const tombstone = Buffer.from(key);
  tombstone[0] = mark;
  return tombstone;
}
