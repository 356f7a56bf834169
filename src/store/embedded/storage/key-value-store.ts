/**
 * The keys and values of a store, as the engine writes them to LevelDB or to memory.
 *
 * Writes are synced and follow one another. Knows nothing of rows; `disk-storage.ts` opens the data again after a failed write.
 */
import { TimeSlice } from "../../reads.ts";
import type { StoreError } from "../../store-error.ts";
import { notApplied, writeFailure } from "./level-error.ts";
import { SyncedNames } from "./leveldb/synced-names.ts";

export interface Put {
  readonly type: "put";
  readonly key: Buffer;
  readonly value: Buffer;
}

export type Operation = Put | { readonly type: "del"; readonly key: Buffer };

/** Keeps keys and values in the order of the keys: LevelDB, or a list in memory. */
export interface KeyValueBackend {
  readonly status: string;
  open(): Promise<void>;
  close(): Promise<void>;
  getSync(key: Buffer, options?: { readonly snapshot?: Snapshot }): Buffer | undefined;
  snapshot(): Snapshot;
  iterator(span: Span): Cursor<[key: Buffer, value: Buffer]>;
  /** As `iterator`, but LevelDB does not read the keys. */
  withoutKeys(span: Span): Cursor<[key: undefined, value: Buffer]>;
  keys(span: Span): Cursor<Buffer>;
  batch(): Batch;
}

/** The data at one moment. */
export interface Snapshot {
  close(): Promise<void>;
}

/** Which keys to read, and how. */
export interface Span {
  readonly gte?: Buffer;
  readonly gt?: Buffer;
  readonly lt?: Buffer;
  /** From the last key to the first. @default false */
  readonly reverse?: boolean;
  readonly limit?: number;
  /** @default the data as it is now */
  readonly snapshot?: Snapshot;
  /** The most bytes read at once. */
  readonly highWaterMarkBytes?: number;
}

export interface Cursor<Item> {
  /** The next items, fewer if they are long; none at the end. */
  nextv(size: number): Promise<Item[]>;
  all(): Promise<Item[]>;
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, void>;
  close(): Promise<void>;
}

/** Changes that are applied together. */
export interface Batch {
  put(key: Buffer, value: Buffer): unknown;
  del(key: Buffer): unknown;
  write(options: { readonly sync: true }): Promise<void>;
  close(): Promise<void>;
}

/** The files of LevelDB; data in memory has none. */
interface LevelFiles {
  readonly location: string;
  /** Bytes in tables, as far as LevelDB knows. */
  approximateSize(start: Buffer, end: Buffer): Promise<number>;
  compactRange(start: Buffer, end: Buffer): Promise<void>;
}

/** LevelDB returns after its log is on disk. */
const durable = { sync: true } as const;

/**
 * The keys and values of the engine: every write is synced, and no write follows a failed one.
 *
 * LevelDB may have written half of the failed record. It would write the next one after that half and acknowledge it, but
 * would not find it when it opens again.
 */
export class KeyValueStore {
  readonly #backend: KeyValueBackend;
  readonly files: LevelFiles | undefined;
  /** LevelDB syncs what its files hold, but not always their names. */
  readonly #folderSync: SyncedNames | undefined;
  /** Bytes since the last compaction. */
  written = 0;
  /** The size of the tables after the last compaction, in bytes. */
  compactedSize = 0;
  /**
   * The error of a failed write, or of opening on a full disk. The data can still be read; for writing it has to be opened
   * again.
   */
  failure: StoreError | undefined;

  constructor(backend: KeyValueBackend, files?: LevelFiles) {
    this.#backend = backend;
    this.files = files;
    this.#folderSync = files && new SyncedNames(files.location);
  }

  get isOpen(): boolean {
    return this.#backend.status === "open";
  }

  /** Applies all operations or none, and syncs the disk. One call at a time. @throws {StoreError} `full` or `unavailable` */
  write(operations: readonly Operation[]): Promise<void> {
    return this.writeAfter(undefined, () => operations);
  }

  /** As `write`, but first deletes many keys, while others can read. Asks for the operations once it has all these keys. */
  async writeAfter(
    deletions: AsyncIterable<readonly Buffer[]> | undefined,
    operations: () => readonly Operation[],
  ): Promise<void> {
    if (this.failure) throw notApplied(this.failure);
    // LevelDB also accepts a whole array, which costs four times as much.
    const batch = this.#backend.batch();
    try {
      if (deletions) await this.#deleteAll(batch, deletions);
      for (const operation of operations()) {
        const { key } = operation;
        if (operation.type === "put") batch.put(key, operation.value);
        else batch.del(key);
        this.written += key.length + (operation.type === "put" ? operation.value.length : 0);
      }
    } catch (error) {
      await batch.close();
      throw notApplied(error);
    }
    try {
      await batch.write(durable);
      await this.#folderSync?.syncNewLogs();
    } catch (error) {
      this.failure = writeFailure(error);
      throw this.failure;
    }
  }

  /** Blocks for some 3 µs when LevelDB has the value in memory; its thread pool would take more than 100. */
  getSync(key: Buffer, options?: { readonly snapshot?: Snapshot }): Buffer | undefined {
    return this.#backend.getSync(key, options);
  }

  iterator(span: Span): Cursor<[key: Buffer, value: Buffer]> {
    return this.#backend.iterator(span);
  }

  withoutKeys(span: Span): Cursor<[key: undefined, value: Buffer]> {
    return this.#backend.withoutKeys(span);
  }

  keys(span: Span): Cursor<Buffer> {
    return this.#backend.keys(span);
  }

  snapshot(): Snapshot {
    return this.#backend.snapshot();
  }

  async open(): Promise<void> {
    await this.#backend.open();
    await this.#folderSync?.syncAll();
  }

  async close(): Promise<void> {
    await this.#backend.close();
  }

  async #deleteAll(batch: Batch, deletions: AsyncIterable<readonly Buffer[]>): Promise<void> {
    const timeSlice = new TimeSlice();
    for await (const keys of deletions) {
      for (const key of keys) {
        batch.del(key);
        this.written += key.length;
      }
      await timeSlice.yieldIfOver();
    }
  }
}
