import type { Commit } from "./commit.ts";
import type { Draft } from "./draft.ts";
import { readParts } from "./row-parts.ts";
import type { Stamp } from "./stamp.ts";
import { undamaged } from "./seal.ts";
import type { OpenData } from "./storage.ts";
import { tombstoneSpan } from "./tombstones.ts";
import { numberOf } from "./key.ts";

const keysPerStep = 500;
/** The shortest time between two sweeps of all tombstones. */
const shortestWaitMs = 3_600_000;

/** Deletes tombstones whose deletions are all old, some at a time. Knows when the first may exist, and reads none earlier. */
export class Sweep {
  /** When the first tombstone may become unnecessary, as far as is known; Infinity if there is none. */
  private next = 0;
  /** An hour after the last sweep of all tombstones. */
  private earliest = 0;
  /** The last key examined, during a sweep. */
  private after: Buffer | undefined;
  /** When the first of the examined and remaining tombstones becomes unnecessary. */
  private found = Infinity;

  isDue(nowMs: number): boolean {
    return nowMs >= this.next;
  }

  /** Expects a deletion in a table that keeps its tombstone for `graceMs`. */
  expect(nowMs: number, graceMs: number): void {
    this.next = Math.min(this.next, Math.max(nowMs + graceMs, this.earliest));
  }

  /** Anything may have changed. */
  restart(): void {
    this.next = 0;
  }

  /** @returns whether there is more to do */
  async step(commit: Commit, nowMs: number): Promise<boolean> {
    if (!this.isDue(nowMs)) return false;
    const { after, next } = await commit.write((draft, data) => sweepSome(draft, data, nowMs, this.after));
    this.after = after;
    this.found = Math.min(this.found, next);
    if (after) return true;
    this.earliest = nowMs + shortestWaitMs;
    this.next = Math.max(this.found, this.earliest);
    this.found = Infinity;
    return false;
  }
}

/** @returns the key to continue after, if any, and when the first of the remaining tombstones becomes unnecessary */
async function sweepSome(
  draft: Draft,
  { keyValues, catalog }: OpenData,
  nowMs: number,
  after: Buffer | undefined,
): Promise<{ readonly after: Buffer | undefined; readonly next: number }> {
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
