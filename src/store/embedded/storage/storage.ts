/** What the engine needs of its storage: on disk in `disk-storage.ts`, in memory in `memory-storage.ts`. */
import type { Catalog } from "../definitions/catalog.ts";
import type { DiskUse } from "./disk-space.ts";
import type { KeyValueStore } from "./key-value-store.ts";

/** What is open of a store: its keys and values, and the catalog that was read from them. */
export interface OpenData {
  readonly keyValues: KeyValueStore;
  readonly catalog: Catalog;
  readonly close: () => Promise<void>;
}

/** Opens and closes the data of a store, and opens it again after a failed write: on disk, or in memory. */
export interface Storage {
  readonly catalog: Catalog;
  /** Called when the data was opened again after a failed write, of which all or nothing may be on disk. */
  reopened?: ((before: Catalog) => void) | undefined;
  /** False after a failed write, or after opening on a full disk, until the data was opened for writing. */
  readonly isWritable: boolean;
  /** Whether much space on disk is taken by data that is unreachable. */
  readonly isBloated: boolean;
  /** Undefined if the data is in memory, or the disk does not say. */
  diskUse(): Promise<DiskUse | undefined>;
  /** Reads from the data as it is. */
  read<Result>(work: (keyValues: KeyValueStore) => Result | Promise<Result>): Promise<Result>;
  /** The data to write to. @throws {StoreError} `full` or `unavailable` when it cannot even be read */
  dataToWrite(): Promise<OpenData>;
  close(): Promise<void>;
}
