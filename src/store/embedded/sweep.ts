import type { Commit } from "./commit.ts";
import type { Draft } from "./draft.ts";
import { readParts } from "./row-parts.ts";
import type { Stamp } from "./stamp.ts";
import { undamaged } from "./seal.ts";
import type { Data } from "./storage.ts";
import { tombstoneSpan, tombstoneTableOf } from "./tombstones.ts";

const keysPerStep = 500;
/** Tombstones are looked through no more often. */
const shortestWaitMs = 3_600_000;

/** Deletes tombstones of which every deletion is old, some at a time. Knows when there may be one, and reads none before. */
export class Sweep {
  /** When the first tombstone may have become needless, as far as is known; Infinity while there is none. */
  private next = 0;
  /** An hour after the last time that all were looked through. */
  private earliest = 0;
  /** The last key that was looked at, in the middle of them. */
  private after: Buffer | undefined;
  /** Of those that were looked at and stay, when the first becomes needless. */
  private found = Infinity;

  isDue(nowMs: number): boolean {
    return nowMs >= this.next;
  }

  /** Something may be deleted, of a table that remembers it for so long. */
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

/** @returns the key to go on after, if there is one, and when the first of the tombstones that stay becomes needless */
async function sweepSome(
  draft: Draft,
  { level, catalog }: Data,
  nowMs: number,
  after: Buffer | undefined,
): Promise<{ readonly after: Buffer | undefined; readonly next: number }> {
  const { gte, lt } = tombstoneSpan;
  const keys = await level.keys({ ...(after ? { gt: after } : { gte }), lt, limit: keysPerStep }).all();
  let next = Infinity;
  for (const key of keys) {
    // An earlier write of the group may have changed it.
    const sealed = draft.get(key);
    // Those of a dropped table are deleted with its rows.
    const layout = catalog.layout(tombstoneTableOf(key));
    const neededUntil = sealed && layout ? latestDeletion(key, sealed) + layout.graceMs : Infinity;
    if (neededUntil <= nowMs) draft.delete(key);
    else next = Math.min(next, neededUntil);
  }
  return { after: keys.length === keysPerStep ? keys.at(-1) : undefined, next };
}

/** In milliseconds since 1970; -Infinity of a damaged one, which no write could read. */
function latestDeletion(key: Buffer, sealed: Buffer): number {
  const content = undamaged(key, sealed, "a deleted row");
  if (!content) return -Infinity;
  let latest = -Infinity;
  const add = (stamp: Stamp | undefined): void => {
    if (stamp && stamp.expiresAt > latest) latest = stamp.expiresAt;
  };
  const { marker, deletion, cells, collections } = readParts(content, []);
  for (const stamp of [marker, deletion, ...cells.values()]) add(stamp);
  for (const { emptied, elements } of collections.values())
    for (const stamp of [emptied, ...elements.values()]) add(stamp);
  return latest;
}
