import type {
  AbstractBatchOptions,
  AbstractGetOptions,
  AbstractIterator,
  AbstractIteratorOptions,
  AbstractKeyIterator,
  AbstractKeyIteratorOptions,
  AbstractLevel,
  AbstractSnapshot,
} from "abstract-level";
import type { StoreError } from "../store-error.ts";
import { breathe } from "./breathe.ts";
import { notApplied, writeFailure } from "./level-error.ts";

export type Operation =
  | { readonly type: "put"; readonly key: Buffer; readonly value: Buffer }
  | { readonly type: "del"; readonly key: Buffer };

/** A key-value store with ordered keys: LevelDB, or one in memory. */
export type Database = AbstractLevel<Buffer | Uint8Array | string, Buffer, Buffer>;

/** The files of LevelDB; data in memory has none. */
export interface LevelFiles {
  readonly location: string;
  /** Bytes in tables, as far as LevelDB knows. */
  approximateSize(start: Buffer, end: Buffer): Promise<number>;
  compactRange(start: Buffer, end: Buffer): Promise<void>;
}

/** LevelDB answers after its log is on disk. */
const durable: AbstractBatchOptions<Buffer, Buffer> & { readonly sync: true } = { sync: true };

/**
 * LevelDB as the store uses it: every write is synced, and none follows one that failed.
 *
 * LevelDB may have written half of the record that failed. It would put the next one behind that half and acknowledge it,
 * and not find it again when it opens.
 */
export class Level {
  private readonly database: Database;
  readonly files: LevelFiles | undefined;
  /** Bytes since the last compaction. */
  written = 0;
  /** Of the tables after it, in bytes. */
  compactedSize = 0;
  /** What the write that failed ended with. The data can still be read; for writing it has to be opened again. */
  failure: StoreError | undefined;

  constructor(database: Database, files?: LevelFiles) {
    this.database = database;
    this.files = files;
  }

  get isOpen(): boolean {
    return this.database.status === "open";
  }

  /** All operations or none, and on disk when it is done. One call at a time. @throws {StoreError} `full` or `unavailable` */
  async write(operations: readonly Operation[]): Promise<void> {
    if (this.failure) throw notApplied(this.failure);
    try {
      await this.database.batch(operations as Operation[], durable);
    } catch (error) {
      this.failure = writeFailure(error);
      throw this.failure;
    }
    for (const operation of operations) {
      this.written += operation.key.length + (operation.type === "put" ? operation.value.length : 0);
    }
  }

  /**
   * Deletes many keys and then does the operations: all or none, and on disk when it is done. Others can read while the keys
   * come in.
   *
   * @throws {StoreError} `full` or `unavailable`
   */
  async writeMany(deletions: AsyncIterable<readonly Buffer[]>, operations: () => readonly Operation[]): Promise<void> {
    if (this.failure) throw notApplied(this.failure);
    const batch = this.database.batch();
    try {
      const breath = breathe();
      for await (const keys of deletions) {
        for (const key of keys) {
          batch.del(key);
          this.written += key.length;
        }
        await breath();
      }
      for (const operation of operations()) {
        if (operation.type === "put") batch.put(operation.key, operation.value);
        else batch.del(operation.key);
      }
    } catch (error) {
      await batch.close();
      throw error;
    }
    try {
      await batch.write(durable);
    } catch (error) {
      this.failure = writeFailure(error);
      throw this.failure;
    }
  }

  /** Blocks for some 3 µs when LevelDB has the value in memory; its thread pool would take more than 100. */
  getSync(key: Buffer, options?: AbstractGetOptions<Buffer, Buffer>): Buffer | undefined {
    return options ? this.database.getSync(key, options) : this.database.getSync(key);
  }

  iterator(options: AbstractIteratorOptions<Buffer, Buffer>): AbstractIterator<Database, Buffer, Buffer> {
    return this.database.iterator(options);
  }

  keys(options: AbstractKeyIteratorOptions<Buffer>): AbstractKeyIterator<Database, Buffer> {
    return this.database.keys(options);
  }

  snapshot(): AbstractSnapshot {
    return this.database.snapshot();
  }

  async open(): Promise<void> {
    await this.database.open();
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}
