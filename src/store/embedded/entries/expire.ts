import type { Catalog } from "../catalog.ts";
import type { Draft } from "../draft.ts";
import { tableIdOf } from "../key.ts";
import type { Level } from "../level.ts";
import { encodeRow, liveRow } from "../row.ts";
import { parseUndamaged } from "../row-values.ts";
import { seal } from "../seal.ts";
import { expiryKey, parseExpiryKey } from "./entry-key.ts";

const rowsPerStep = 100;

/** When the next cell or marker expires, in milliseconds since 1970; Infinity if none does. */
export async function nextExpiry(level: Level): Promise<number> {
  const [key] = await level.keys({ gte: expiryKey(0), limit: 1 }).all();
  return key ? parseExpiryKey(key).expiresAt : Infinity;
}

/** Drafts the deletion of some of what has expired. */
export async function expireSome(draft: Draft, level: Level, catalog: Catalog, nowMs: number): Promise<void> {
  const keys = await level.keys({ gte: expiryKey(0), lt: expiryKey(nowMs + 1), limit: rowsPerStep }).all();
  for (const key of keys) {
    draft.delete(key);
    const { rowKey } = parseExpiryKey(key);
    const layout = catalog.layout(tableIdOf(rowKey));
    const row = layout && parseUndamaged(layout, rowKey, draft.get(rowKey));
    const live = liveRow(row, nowMs);
    if (live === row) continue;
    if (live) draft.put(rowKey, seal(rowKey, encodeRow(live)));
    else draft.delete(rowKey);
  }
}
