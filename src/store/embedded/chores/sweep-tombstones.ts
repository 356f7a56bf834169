import { numberOf } from "../rows/key.ts";
import { readParts } from "../rows/row-parts.ts";
import { undamaged } from "../rows/seal.ts";
import type { Stamp } from "../rows/stamp.ts";
import type { Draft } from "../storage/draft.ts";
import type { OpenData } from "../storage/storage.ts";
import { tombstoneSpan } from "../write/row-writer.ts";

const keysPerStep = 500;

interface Swept {
  /** When the first of the remaining tombstones becomes unnecessary, in milliseconds since 1970; Infinity if none does. */
  readonly next: number;
  /** The key to go on after, while there is more. */
  readonly after: Buffer | undefined;
}

/** Drafts the deletion of some tombstones whose deletions are all old. */
export async function sweepTombstones(
  draft: Draft,
  { keyValues, catalog }: OpenData,
  nowMs: number,
  after: Buffer | undefined,
): Promise<Swept> {
  const { gte, lt } = tombstoneSpan;
  const keys = await keyValues.keys({ ...(after ? { gt: after } : { gte }), lt, limit: keysPerStep }).all();
  let next = Infinity;
  for (const key of keys) {
    // An earlier write of the group may have changed it.
    const sealed = draft.get(key);
    // Tombstones of a dropped table are deleted with its rows.
    const layout = catalog.layout(numberOf(key));
    const neededUntil = sealed && layout ? latestDeletion(key, sealed) + layout.graceMs : Infinity;
    if (neededUntil <= nowMs) draft.delete(key);
    else next = Math.min(next, neededUntil);
  }
  return { after: keys.length === keysPerStep ? keys.at(-1) : undefined, next };
}

/** In milliseconds since 1970; -Infinity for a damaged tombstone, which no write could read. */
function latestDeletion(key: Buffer, sealed: Buffer): number {
  const stored = undamaged(key, sealed, "a deleted row");
  if (!stored) return -Infinity;
  let latest = -Infinity;
  const add = (stamp: Stamp | undefined): void => {
    if (stamp && stamp.expiresAt > latest) latest = stamp.expiresAt;
  };
  const { marker, deletion, cells, collections } = readParts(stored, []);
  for (const stamp of [marker, deletion, ...cells.values()]) add(stamp);
  for (const { emptied, elements } of collections.values())
    for (const stamp of [emptied, ...elements.values()]) add(stamp);
  return latest;
}
