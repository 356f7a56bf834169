/**
 * Keeps the data open, and reopens it after a failed write.
 *
 * While the disk is full, rows are read from the data as it is. Writes check at growing intervals whether there is
 * space again, and are rejected at once in between. Uses no timer.
 */
import { UnderWay } from "../under-way.ts";
import { StoreError } from "../../store-error.ts";
import type { Catalog } from "../definitions/catalog.ts";
import { checkRoom, diskUse, isBloated } from "./disk-space.ts";
import type { DiskUse } from "./disk-space.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { writeFailure } from "./level-error.ts";
import { openData } from "./open-data.ts";
import type { DataPlace } from "./open-data.ts";
import type { OpenData, Storage } from "./storage.ts";

const firstDelayMs = 250;
const longestDelayMs = 10_000;

export class DiskStorage implements Storage {
  readonly #place: DataPlace;
  readonly #now: () => number;
  #data: OpenData;
  readonly #reads = new UnderWay<Promise<unknown>>();
  #reopening: Promise<void> | undefined;
  reopened: Storage["reopened"];
  /** When opening was tried last, and how long to wait until the next time. */
  #tried = { atMs: 0, delayMs: 0 };

  private constructor(place: DataPlace, now: () => number, data: OpenData) {
    this.#place = place;
    this.#now = now;
    this.#data = data;
  }

  static async open(place: DataPlace, now: () => number): Promise<DiskStorage> {
    return new DiskStorage(place, now, await openData(place));
  }

  get catalog(): Catalog {
    return this.#data.catalog;
  }

  get isWritable(): boolean {
    return this.#data.keyValues.failure === undefined;
  }

  get isBloated(): boolean {
    return isBloated(this.#data.keyValues);
  }

  diskUse(): Promise<DiskUse | undefined> {
    return diskUse(this.#place.directory);
  }

  /** Reads from the data as it is; waits while it is opened again. */
  async read<Result>(work: (keyValues: KeyValueStore) => Result | Promise<Result>): Promise<Result> {
    if (this.#reopening) await this.#reopening;
    if (!this.#data.keyValues.isOpen) await this.dataToWrite();
    const reading = work(this.#data.keyValues);
    if (!(reading instanceof Promise)) return reading;
    const end = this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      end();
    }
  }

  /**
   * The data, opened again if a write failed and it is time to try. If that fails too, the data can still be read, and
   * writes to it end as the first one did.
   *
   * @throws {StoreError} `full` or `unavailable` when it cannot even be read
   */
  async dataToWrite(): Promise<OpenData> {
    if (this.#data.keyValues.failure) {
      this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined));
      await this.#reopening;
    }
    const { keyValues } = this.#data;
    if (keyValues.failure && !keyValues.isOpen) throw keyValues.failure;
    return this.#data;
  }

  async close(): Promise<void> {
    await this.#data.close();
  }

  async #reopen(): Promise<void> {
    const { keyValues, catalog, close } = this.#data;
    const nowMs = this.#now();
    // A clock that was set back is no reason to wait longer.
    if (Math.abs(nowMs - this.#tried.atMs) < this.#tried.delayMs) return;
    this.#tried = { atMs: nowMs, delayMs: Math.min(longestDelayMs, this.#tried.delayMs * 2 || firstDelayMs) };
    try {
      await checkRoom(this.#place.directory);
      await Promise.allSettled(this.#reads.items);
      await close();
      this.#data = await openData(this.#place);
      this.#data.catalog.keepUnchanged(catalog);
      this.reopened?.(catalog);
      if (!this.#data.keyValues.failure) this.#tried = { atMs: nowMs, delayMs: firstDelayMs };
    } catch (error) {
      keyValues.failure = error instanceof StoreError ? error : writeFailure(error);
    }
  }
}
