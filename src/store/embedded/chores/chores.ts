/**
 * What an open store still has to do for its data: entries for new indexes, rows and entries of what was dropped, rows that
 * have expired, tombstones that are old, and files in which most was overwritten.
 *
 * Knows whether there is anything to do and does it in small steps. Uses timers only while something is to expire and after
 * many writes; they never keep the process alive.
 */
import { StoreError } from "../../store-error.ts";
import { buildKey, buildSome } from "../entries/build.ts";
import type { Build } from "../entries/build.ts";
import { compact } from "../storage/disk-space.ts";
import type { Storage } from "../storage/storage.ts";
import type { Commit } from "../write/commit.ts";
import type { Plan } from "../write/plan.ts";
import { Background } from "./background.ts";
import { expireSome } from "./expire-rows.ts";
import type { Expired } from "./expire-rows.ts";
import { sweepTombstones } from "./sweep-tombstones.ts";

/** The shortest interval between the timer's searches for expired rows. */
const shortestWaitMs = 1000;
/** The longest delay that Node's timers take. */
const longestWaitMs = 2 ** 31 - 1;
/** The shortest time between two sweeps of all tombstones. */
const sweepWaitMs = 3_600_000;
/** How long no write must come before files are compacted. */
const quietMs = 1000;

export class Chores {
  /** Rows that lost something that had expired, all of them or some values. */
  expiredRows = 0;
  compactions = 0;
  readonly #commit: Commit;
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #background = new Background(() => this.#step());
  /**
   * When something expires next, as far as is known; it may have been overwritten since. While more has expired than one step
   * deletes, `after` is the last entry that was deleted, where the next step goes on. It is dropped when something is written that
   * expires earlier, because the entry of that would come before it.
   */
  #expiry: Pick<Expired, "next" | "after"> = { next: 0 };
  /** When the first tombstone may become unnecessary, as far as is known; Infinity if there is none. */
  #nextSweep = 0;
  /** An hour after the beginning of the last sweep of all tombstones. */
  #earliestSweep = 0;
  /** During a sweep: the last key examined. */
  #sweptUpTo: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #quietTimer: NodeJS.Timeout | undefined;
  /** Batches so far: after a second the quiet timer sees whether there were more. */
  #writes = 0;
  /** Whether files may be compacted now. */
  #isQuiet = false;
  /** The ids of builds that met a damaged row: scans of the table report it. */
  readonly #stuck = new Set<number>();

  constructor(commit: Commit, storage: Storage, now: () => number) {
    this.#commit = commit;
    this.#storage = storage;
    this.#now = now;
  }

  /** Begins if there is something to do: to be called now and then, as it costs next to nothing. */
  look(nowMs: number): void {
    if (!this.#storage.isWritable) return;
    const isDue = nowMs >= this.#expiry.next || nowMs >= this.#nextSweep || this.#sweptUpTo !== undefined;
    if (isDue || this.#storage.catalog.dropped.size > 0 || this.#nextBuild()) this.#background.wake();
  }

  /** To be called with every batch. */
  willWrite(plans: readonly Plan[]): void {
    // Writes that are still queued when the store closes would start timers again.
    if (this.#background.isStopped) return;
    const nowMs = this.#now();
    for (const plan of plans) {
      if (plan.kind === "write" && plan.ttlSeconds > 0) this.#expectExpiry(plan.ttlSeconds * 1000);
      // An insert, too, leaves a tombstone if a later deletion or expiry hides it. A sweep without tombstones costs one read.
      this.#expectTombstone(nowMs, plan.layout.graceMs);
    }
    this.#writes += 1;
    this.#isQuiet = false;
    this.look(nowMs);
    if (!this.#quietTimer && this.#storage.isBloated) this.#awaitQuiet();
  }

  /** To be called when rows or the grace period of a table were replaced: what has expired, or is unnecessary, is not known. */
  changed(): void {
    this.#expiry = { next: 0 };
    this.#nextSweep = 0;
    this.look(this.#now());
  }

  /** Waits until nothing is left to do for now. */
  async settled(): Promise<void> {
    // Compacts without waiting for a second without writes.
    this.#isQuiet = true;
    this.look(this.#now());
    if (this.#storage.isBloated) this.#background.wake();
    await this.#background.settled();
  }

  async stop(): Promise<void> {
    await this.#background.stop();
    // The last step may have started one.
    clearTimeout(this.#timer);
    clearTimeout(this.#quietTimer);
  }

  /** @returns whether there may be more to do */
  async #step(): Promise<boolean> {
    const [id] = this.#storage.catalog.dropped;
    if (id !== undefined) {
      await this.#commit.enqueue((_, { catalog }) => catalog.deleteDropped(id));
      return true;
    }
    const build = this.#nextBuild();
    if (build) {
      await this.#build(build).catch((error: unknown) => {
        if (!(error instanceof StoreError && error.code === "damaged")) throw error;
        this.#stuck.add(build.id);
      });
      return true;
    }
    return (await this.#expire()) || (await this.#sweep()) || this.#compact();
  }

  #nextBuild(): Build | undefined {
    const { builds } = this.#storage.catalog;
    if (builds.size === 0) return undefined;
    return [...builds.values()].find(({ id }) => !this.#stuck.has(id));
  }

  async #compact(): Promise<boolean> {
    if (!this.#isQuiet || !this.#storage.isBloated) return false;
    if (await this.#storage.read(compact)) this.compactions++;
    return true;
  }

  #awaitQuiet(): void {
    const writes = this.#writes;
    this.#quietTimer = setTimeout(() => {
      this.#quietTimer = undefined;
      if (this.#writes !== writes) return this.#awaitQuiet();
      this.#isQuiet = true;
      this.#background.wake();
    }, quietMs);
    this.#quietTimer.unref();
  }

  async #build(build: Build): Promise<void> {
    const done = await this.#commit.enqueue(async (draft, { keyValues, catalog }) => {
      // Dropped while this waited for its turn.
      if (catalog.builds.get(build.id) !== build) return undefined;
      const layout = catalog.layout(build.table);
      // A build with the number of its table is for entries of expiry.
      const isWanted = layout && (build.id === layout.id || layout.indexes.some(({ id }) => id === build.id));
      if (!isWanted) draft.delete(buildKey(build.id));
      return { catalog, rest: isWanted ? await buildSome(draft, keyValues, layout, build) : undefined };
    });
    if (done?.catalog.builds.get(build.id) !== build) return;
    if (done.rest) done.catalog.builds.set(build.id, done.rest);
    else done.catalog.builds.delete(build.id);
  }

  async #expire(): Promise<boolean> {
    const nowMs = this.#now();
    const { next, after } = this.#expiry;
    if (nowMs < next) return false;
    let expired: Expired = { next, rows: 0, graceMs: Infinity };
    // What is written meanwhile may expire sooner.
    this.#expiry = { next: Infinity };
    try {
      expired = await this.#commit.enqueue((draft, data) => expireSome(draft, data, nowMs, after));
    } finally {
      if (expired.next < this.#expiry.next) this.#expiry = expired;
      this.expiredRows += expired.rows;
      this.#expectTombstone(nowMs, expired.graceMs);
    }
    if (expired.next <= nowMs) return true;
    this.#setTimer();
    return false;
  }

  async #sweep(): Promise<boolean> {
    const nowMs = this.#now();
    if (!this.#sweptUpTo) {
      if (nowMs < this.#nextSweep) return false;
      // What is deleted meanwhile may leave its tombstone among the keys that have been examined.
      this.#nextSweep = Infinity;
      this.#earliestSweep = nowMs + sweepWaitMs;
    }
    const sweep = this.#commit.enqueue((draft, data) => sweepTombstones(draft, data, nowMs, this.#sweptUpTo));
    const { next, after } = await sweep.catch((error: unknown) => {
      this.#nextSweep = 0;
      throw error;
    });
    this.#nextSweep = Math.min(this.#nextSweep, Math.max(next, this.#earliestSweep));
    this.#sweptUpTo = after;
    return after !== undefined;
  }

  /** A write or an expiry may have left a tombstone in a table that keeps it for `graceMs`. */
  #expectTombstone(nowMs: number, graceMs: number): void {
    this.#nextSweep = Math.min(this.#nextSweep, Math.max(nowMs + graceMs, this.#earliestSweep));
  }

  /** Something was written that expires in this number of milliseconds. */
  #expectExpiry(delayMs: number): void {
    const expiresAt = this.#now() + delayMs;
    if (expiresAt >= this.#expiry.next) return;
    this.#expiry = { next: expiresAt };
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    if (this.#expiry.next === Infinity) return;
    const waitMs = Math.min(Math.max(this.#expiry.next - this.#now(), shortestWaitMs), longestWaitMs);
    this.#timer = setTimeout(() => {
      this.look(this.#now());
      this.#setTimer();
    }, waitMs);
    this.#timer.unref();
  }
}
