import { expiryKey, parseExpiryKey } from "../entries/entry-key.ts";
import { endOf, tableIdOf } from "../rows/key.ts";
import type { Layout } from "../rows/layout.ts";
import { readParts } from "../rows/row-parts.ts";
import { undamaged } from "../rows/seal.ts";
import type { Draft } from "../storage/draft.ts";
import type { OpenData } from "../storage/storage.ts";
import { purge } from "../write/row-changes.ts";
import { RowWriter } from "../write/row-writer.ts";

const rowsPerStep = 100;

export interface Expired {
  /** When something expires next, in milliseconds since 1970; Infinity if nothing does. */
  readonly next: number;
  /** The entry to go on after, while there is more: LevelDB would be slow to find it behind all that were deleted. */
  readonly after?: Buffer;
  /** Rows that lost all or some of their values. */
  readonly rows: number;
  /** The shortest time for which their tables remember deletions. */
  readonly graceMs: number;
}

/** Drafts the deletion of some of what has expired. */
export async function expireSome(
  draft: Draft,
  { keyValues, catalog }: OpenData,
  nowMs: number,
  after: Buffer | undefined,
): Promise<Expired> {
  const first = expiryKey(0);
  const from = after ? { gt: after } : { gte: first };
  const lt = endOf(first.subarray(0, 1));
  const keys = await keyValues.keys({ ...from, lt, limit: rowsPerStep }).all();
  let [rows, graceMs] = [0, Infinity];
  for (const key of keys) {
    const { expiresAt, rowKey } = parseExpiryKey(key);
    if (expiresAt > nowMs) return { next: expiresAt, rows, graceMs };
    draft.delete(key);
    const layout = catalog.layout(tableIdOf(rowKey));
    if (!layout || !expireRow(draft, layout, rowKey, nowMs)) continue;
    rows++;
    graceMs = Math.min(graceMs, layout.graceMs);
  }
  const last = keys.at(-1);
  const hasMore = last !== undefined && keys.length === rowsPerStep;
  return hasMore ? { next: nowMs, after: last, rows, graceMs } : { next: Infinity, rows, graceMs };
}

/** @returns whether anything of the row has expired */
function expireRow(draft: Draft, layout: Layout, key: Buffer, nowMs: number): boolean {
  const stored = undamaged(key, draft.get(key), layout.title);
  if (!stored) return false;
  const row = readParts(stored, layout.numbers.dropped);
  if (!purge(row, layout, nowMs)) return false;
  new RowWriter(draft, { nowMs, isLatest: true }).store(layout, key, row);
  return true;
}
