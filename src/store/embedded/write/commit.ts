/**
 * Group commit: many writes, one sync of the disk.
 *
 * Writes queue up. One loop takes all waiting writes as a group, lets each see the earlier ones, stores the group in one
 * write, and acknowledges only after the sync. A failing write fails alone; a failing group fails all of its writes.
 */
import { performance } from "node:perf_hooks";
import { Histogram, secondBounds } from "../../statistics.ts";
import { storedKeys, updateEntries } from "../entries/update-entries.ts";
import { tableIdOf } from "../rows/key.ts";
import { Draft } from "../storage/draft.ts";
import { notApplied, storeFailure } from "../storage/level-error.ts";
import type { OpenData, Storage } from "../storage/storage.ts";

/** Work that waits for its turn. Each has its own type of result. */
interface Job {
  readonly work: (draft: Draft, data: OpenData) => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The most writes per group, so that reads run in between. */
const mostAtOnce = 1000;

export class Commit {
  /** Jobs stored together: writes, and steps of work in the background. */
  readonly groupSizes = new Histogram([1, 2, 5, 10, 20, 50, 100, 200, 500, mostAtOnce]);
  /** The time of each group until it is on disk. */
  readonly seconds = new Histogram(secondBounds);
  /** Failed groups, none of whose writes is acknowledged. */
  failures = 0;
  readonly #storage: Storage;
  #queue: Job[] = [];
  #draining: Promise<void> | undefined;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Does the work in its turn. Resolves with its result once everything that it drafted is on disk. */
  enqueue<Result>(work: (draft: Draft, data: OpenData) => Result | Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** How many writes wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Waits until all writes are answered. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // One microtask later, so that writes issued together are stored together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const jobs = this.#queue.splice(0, mostAtOnce);
      try {
        // After a failed write the storage first tries to open the data on disk again (`disk-storage.ts`).
        await this.#commit(jobs, await this.#storage.dataToWrite().catch(refuse));
      } catch (error) {
        this.failures++;
        for (const job of jobs) job.reject(storeFailure(error));
      }
    }
    this.#draining = undefined;
  }

  async #commit(jobs: readonly Job[], data: OpenData): Promise<void> {
    const { keyValues, catalog } = data;
    const group = new Draft(keyValues);
    const answers: (() => void)[] = [];
    for (const { work, resolve, reject } of jobs) {
      const own = group.fork();
      const { latest } = catalog.times;
      try {
        const worked = work(own, data);
        // Most work is synchronous, and awaiting costs about as much as the work itself.
        const result = (worked instanceof Promise ? await worked : worked) as never;
        updateEntries(own, (id) => catalog.layout(id));
        group.merge(own);
        answers.push(() => resolve(result));
      } catch (error) {
        // A time that a refused write has named is not one of the stored times.
        catalog.times.latest = latest;
        reject(storeFailure(error));
      }
    }
    const startedMs = performance.now();
    if (await this.#store(group, data)) {
      this.groupSizes.add(answers.length);
      this.seconds.add((performance.now() - startedMs) / 1000);
    }
    for (const answer of answers) answer();
  }

  /** @returns whether there was anything to write */
  async #store(group: Draft, data: OpenData): Promise<boolean> {
    const deletesRanges = group.deletedRanges().length > 0;
    if (!deletesRanges && group.isEmpty) return false;
    const noteRecorded = data.catalog.times.draftRecord(group);
    await data.keyValues.writeAfter(deletesRanges ? deletions(group, data) : undefined, () => group.operations());
    noteRecorded?.();
    return true;
  }
}

/** Ranges are deleted before the other changes, so that rows put into them again remain. */
async function* deletions(group: Draft, { keyValues, catalog }: OpenData): AsyncGenerator<readonly Buffer[]> {
  for (const range of group.deletedRanges()) {
    yield* storedKeys(keyValues, range, group, catalog.layout(tableIdOf(range.from)));
  }
}

/** The data could not be opened, so the errors of these writes say that nothing was applied. */
function refuse(error: unknown): never {
  throw notApplied(error);
}
