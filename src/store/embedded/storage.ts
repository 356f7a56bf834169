import type { Catalog } from "./catalog.ts";
import type { DiskUse } from "./disk-use.ts";
import type { Level } from "./level.ts";

/** The data of a store while it is open. */
export interface Data {
  readonly level: Level;
  readonly catalog: Catalog;
  readonly close: () => Promise<void>;
}

/** Keeps the data of a store open. */
export interface Storage {
  readonly catalog: Catalog;
  /** Called when the data was opened again after a failed write: more or less may be there than callers were told. */
  reopened?: ((before: Catalog) => void) | undefined;
  /** False from a write that failed until the data was opened again. */
  readonly isWritable: boolean;
  /** Whether much space on disk is taken by data that is unreachable. */
  readonly isBloated: boolean;
  /** Undefined if the data is in memory, or the disk does not say. */
  diskUse(): Promise<DiskUse | undefined>;
  /** Reads from the data as it is. */
  read<Result>(work: (level: Level) => Result | Promise<Result>): Promise<Result>;
  /** The data to write to. @throws {StoreError} `full` or `unavailable` when it cannot even be read */
  writable(): Promise<Data>;
  close(): Promise<void>;
}
